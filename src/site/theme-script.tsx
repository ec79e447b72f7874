import { useNonce } from '#platform/web/nonce.ts';

const SCRIPT =
  "(r=>{if(r.dataset.theme==='system')r.dataset.theme=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'})(document.documentElement)";

/** Before the first paint "as on this device" becomes light or dark, so that nothing flashes; in the page, so that nothing waits. */
export function ThemeScript() {
  return (
    <script nonce={useNonce()} suppressHydrationWarning>
      {SCRIPT}
    </script>
  );
}
