import './theme-switch.css';
import { Monitor, Moon, Sun } from 'lucide-react';
import type { Theme } from '#platform/contract/page.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { useTheme } from './use-theme.ts';

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
