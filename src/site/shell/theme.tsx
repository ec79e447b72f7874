import './theme.css';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect } from 'react';
import { ThemeChoice, useTheme } from '#platform/forms/theme-choice.tsx';
import { useDocumentValues } from '#platform/web/document-context.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { IconButton } from '#ui/icon-button.tsx';

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
