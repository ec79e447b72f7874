import { formatShortDay } from '#i18n/chart-format.ts';
import { useTranslator } from '#platform/web/translator.tsx';

/** Returns a function that formats a day (`2026-11-25`) for a chart: `25 Nov`, `২৫ নভে`. */
export function useShortDay(): (day: string) => string {
  const { language } = useTranslator();
  return (day) => formatShortDay(language, day);
}
