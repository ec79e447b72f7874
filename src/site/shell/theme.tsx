import { useEffect } from 'react';
import type { Theme } from '#platform/contract/page.ts';
import { useTheme } from '#platform/forms/theme-choice.tsx';
import { useDocumentValues } from '#platform/web/document-context.ts';
import { THEME_COLORS } from './theme-colors.ts';

const DARK = '(prefers-color-scheme: dark)';

/** Applies the theme to the page. `system` follows the device. Used once, in the layout. */
export function useThemeOnPage(): void {
  const [theme] = useTheme();
  useEffect(() => {
    const device = matchMedia(DARK);
    const show = () => {
      document.documentElement.dataset.theme = theme === 'system' ? (device.matches ? 'dark' : 'light') : theme;
    };
    show();
    device.addEventListener('change', show);
    return () => device.removeEventListener('change', show);
  }, [theme]);
}

const SCRIPT =
  "(r=>{let t=(/\\btheme=(light|dark|system)/.exec(document.cookie)||[0,r.dataset.theme])[1];r.dataset.theme=t==='system'?matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light':t})(document.documentElement)";

/**
 * Sets the chosen theme before the first paint, and resolves `system` to light or dark. Inline, so that the paint waits for no
 * file. The cookie comes first: a page that the service worker saved has the theme of its time, the offline page none.
 */
export function ThemeScript() {
  const { nonce } = useDocumentValues();
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {import.meta.env.SSR ? SCRIPT : ''}
    </script>
  );
}

/** The colour of the browser's bars. */
export function ThemeColor({ theme }: { theme: Theme }) {
  if (theme !== 'system') return <meta name="theme-color" content={THEME_COLORS[theme]} />;
  return (
    <>
      <meta name="theme-color" content={THEME_COLORS.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={THEME_COLORS.dark} media={DARK} />
    </>
  );
}
