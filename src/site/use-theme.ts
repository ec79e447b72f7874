import { useEffect, useSyncExternalStore } from 'react';
import type { Theme } from '#platform/contract/page.ts';
import { useFrame } from '#platform/web/session.ts';

const DARK = '(prefers-color-scheme: dark)';
const YEAR = 365 * 24 * 60 * 60;

// One choice for every switch on the page; the server's word holds until somebody chooses here.
let chosen: Theme | undefined;
const listeners = new Set<() => void>();

function choose(theme: Theme): void {
  chosen = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `theme=${theme}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen theme, and a way to choose. Kept in a cookie, so that the server's pages come in it. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const { theme: served } = useFrame();
  const theme = useSyncExternalStore(
    subscribe,
    () => chosen ?? served,
    () => served,
  );
  return [theme, choose];
}

/** Keeps the page in the chosen theme: "as on this device" becomes what the device wants just now. Stands once. */
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
