import { useSyncExternalStore } from 'react';
import type { Theme } from '#platform/contract/page.ts';
import { useRootData } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { setCookie } from '#ui/cookie.ts';
import { Segmented } from '#ui/segmented.tsx';

const THEMES: Theme[] = ['light', 'dark', 'system'];
const THEME_COOKIE_S = 365 * 24 * 60 * 60;

// Shared by all switches on the page. Undefined without a choice: then the server's value holds. A page that the service
// worker saved has the theme of its time.
let chosenTheme = import.meta.env.SSR ? undefined : THEMES.find((theme) => document.cookie.includes(`theme=${theme}`));
const listeners = new Set<() => void>();

function setTheme(theme: Theme): void {
  chosenTheme = theme;
  setCookie(`theme=${theme}; Max-Age=${THEME_COOKIE_S}`);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the theme and a setter. A cookie keeps it, so that the server renders pages in it. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const { theme: servedTheme } = useRootData();
  const theme = useSyncExternalStore(
    subscribe,
    () => chosenTheme ?? servedTheme,
    () => servedTheme,
  );
  return [theme, setTheme];
}

/** The choice between light, dark and the device's theme. */
export function ThemeChoice() {
  const { t } = useTranslator();
  const [theme, setTheme] = useTheme();
  const options = THEMES.map((value) => ({ value, label: t(`theme.${value}`) }));
  return <Segmented label={t('theme.title')} value={theme} options={options} onChange={setTheme} />;
}
