import { useDocumentValues } from '#platform/web/document-context.ts';

const SCRIPT =
  "(r=>{if(r.dataset.theme==='system')r.dataset.theme=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'})(document.documentElement)";

/** Resolves the theme `system` to light or dark before the first paint. Inline, so that the paint waits for no file. */
export function ThemeScript() {
  const { nonce } = useDocumentValues();
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {SCRIPT}
    </script>
  );
}
