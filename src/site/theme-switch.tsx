import './theme-switch.css';
import { Monitor, Moon, Sun } from 'lucide-react';
import type { Theme } from '#platform/contract/page.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { useTheme } from './use-theme.ts';

const THEMES: Theme[] = ['light', 'dark', 'system'];
const SIGNS = { light: Sun, dark: Moon, system: Monitor };
const PANEL = 'theme-panel';

/** In the header: a button over the choice. The browser itself opens, closes and returns the focus. */
export function ThemeMenu() {
  const { t } = useTranslator();
  const [theme] = useTheme();
  const Sign = SIGNS[theme];
  return (
    <>
      <IconButton
        label={`${t('theme.title')}: ${t(`theme.${theme}`)}`}
        icon={<Sign aria-hidden />}
        popoverTarget={PANEL}
      />
      <div className="theme-panel" id={PANEL} popover="auto">
        <ThemeChoice />
      </div>
    </>
  );
}

/** The choice itself: light, dark, as on this device. */
export function ThemeChoice() {
  const { t } = useTranslator();
  const [theme, choose] = useTheme();
  const options = THEMES.map((value) => ({ value, label: t(`theme.${value}`) }));
  return <Segmented label={t('theme.title')} value={theme} options={options} onChange={choose} />;
}
