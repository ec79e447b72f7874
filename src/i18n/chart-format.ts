import { DATE_LOCALES, dates, formatOf } from './format.ts';
import type { Language } from './messages.ts';

const shortMonthFormat = dates({ timeZone: 'UTC', month: 'short' });

/** Formats a month (`2026-03`) for a chart: `Mar`, `মার্চ`. */
export function formatShortMonth(language: Language, month: string): string {
  return shortMonthFormat(language).format(new Date(`${month}-15T00:00:00Z`));
}

const shortDayFormat = dates({ timeZone: 'UTC', day: 'numeric', month: 'short' });

/** Formats a day (`2026-11-25`) for a chart: `25 Nov`, `২৫ নভে`. */
export function formatShortDay(language: Language, day: string): string {
  return shortDayFormat(language).format(new Date(`${day}T00:00:00Z`));
}

const shortNumberFormat = formatOf(
  (language) => new Intl.NumberFormat(DATE_LOCALES[language], { notation: 'compact', maximumFractionDigits: 1 }),
);

/** Formats a number for a chart: `17.9K`, `১৭.৯ হা`. */
export function formatShortNumber(language: Language, value: number): string {
  return shortNumberFormat(language).format(value);
}
