import './theme.css';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import type { Theme } from '#platform/contract/page.ts';
import { useDocumentValues } from '#platform/web/document-context.ts';
import { useFrame } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Segmented } from '#ui/segmented.tsx';

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
function useTheme(): [Theme, (theme: Theme) => void] {
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

const THEMES: Theme[] = ['light', 'dark', 'system'];
const ICONS = { light: Sun, dark: Moon, system: Monitor };
const PANEL = 'theme-panel';

/** A button in the header with a popover. The browser opens and closes it, and restores the focus. */
export function ThemeMenu() {
  const { t } = useTranslator();
  const [theme] = useTheme();
  const Icon = ICONS[theme];
  return (
    <>
      <IconButton
        label={`${t('theme.title')}: ${t(`theme.${theme}`)}`}
        icon={<Icon aria-hidden />}
        popoverTarget={PANEL}
      />
      <div className="theme-panel" id={PANEL} popover="auto">
        <ThemeChoice />
      </div>
    </>
  );
}

/** The choice between light, dark and the device's theme. */
export function ThemeChoice() {
  const { t } = useTranslator();
  const [theme, choose] = useTheme();
  const options = THEMES.map((value) => ({ value, label: t(`theme.${value}`) }));
  return <Segmented label={t('theme.title')} value={theme} options={options} onChange={choose} />;
}
