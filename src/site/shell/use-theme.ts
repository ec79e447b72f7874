import { useEffect, useSyncExternalStore } from 'react';
import type { Theme } from '#platform/contract/page.ts';
import { useFrame } from '#platform/web/session.ts';

const DARK = '(prefers-color-scheme: dark)';
const THEME_COOKIE_S = 365 * 24 * 60 * 60;

// Shared by all switches on the page. Undefined until the user chooses: then the server's value holds.
let chosen: Theme | undefined;
const listeners = new Set<() => void>();

function choose(theme: Theme): void {
  chosen = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `theme=${theme}; Path=/; Max-Age=${THEME_COOKIE_S}; SameSite=Lax`;
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the theme and a setter. A cookie keeps it, so that the server renders pages in it. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const { theme: served } = useFrame();
  const theme = useSyncExternalStore(
    subscribe,
    () => chosen ?? served,
    () => served,
  );
  return [theme, choose];
}

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
