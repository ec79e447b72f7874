import type { Language } from './messages.ts';

/** Returns a function that makes the format of a language when it is first used. A slow phone needs a millisecond for one. */
export function formatOf<F>(make: (language: Language) => F): (language: Language) => F {
  const made: Partial<Record<Language, F>> = {};
  return (language) => {
    made[language] ??= make(language);
    return made[language];
  };
}

const NUMBER_LOCALES = { en: 'en-IN', bn: 'bn-BD' };
export const DATE_LOCALES = { en: 'en-GB', bn: 'bn-BD' };
const numbers = (options: Intl.NumberFormatOptions) =>
  formatOf((language) => new Intl.NumberFormat(NUMBER_LOCALES[language], options));
/** Formats instants on Dhaka's clock. */
export const dates = (options: Intl.DateTimeFormatOptions) =>
  formatOf((language) => new Intl.DateTimeFormat(DATE_LOCALES[language], { timeZone: 'Asia/Dhaka', ...options }));

// English money groups as en-IN does (1,23,456); en-BD would group by thousands. The taka sign is before the
// number, as in Dhaka's shops; ICU's currency style puts it behind.
const moneyFormat = numbers({
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
});

/** The label before an amount, unless the settings have another one. */
const CURRENCY = { en: 'Tk', bn: '৳' };

const NO_BREAK_SPACE = '\u00a0';
const NARROW_NO_BREAK_SPACE = '\u202f';

/** Returns an amount on one line: `Tk 1,23,456`, `৳ ১,২৩,৪৫৬`, `−Tk 500`. The space after a sign is narrow. */
export function formatMoney(language: Language, tk: number, label = CURRENCY[language]): string {
  const space = /\p{Sc}$/u.test(label) ? NARROW_NO_BREAK_SPACE : NO_BREAK_SPACE;
  return (tk < 0 ? '\u2212' : '') + label + space + moneyFormat(language).format(Math.abs(tk));
}

const numberFormat = numbers({ maximumFractionDigits: 2 });

/** Formats a number with the digits and groups of a language. */
export function formatNumber(language: Language, value: number): string {
  return numberFormat(language).format(value);
}

const dayFormat = dates({ day: 'numeric', month: 'long', year: 'numeric' });
const clockFormat = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const digits = numbers({ useGrouping: false });
const twoDigits = numbers({ useGrouping: false, minimumIntegerDigits: 2 });

/** Returns an instant in long form, always on Dhaka's clock: `21 November 2026 at 15:05`, `২১ নভেম্বর ২০২৬, বিকেল ৩:০৫`. */
export function formatDate(language: Language, iso: string): string {
  return `${formatDay(language, iso)}${language === 'en' ? ' at' : ','} ${formatClock(language, iso)}`;
}

/** Returns the time of an instant on Dhaka's clock: `15:05`, `বিকেল ৩:০৫`. */
export function formatClock(language: Language, iso: string): string {
  const english = clockFormat('en').format(new Date(iso));
  if (language === 'en') return english;
  const [hour = 0, minute = 0] = english.split(':').map(Number);
  const clock = `${digits(language).format(hour % 12 || 12)}:${twoDigits(language).format(minute)}`;
  return `${dayPart(hour)} ${clock}`;
}

/** Returns the day of an instant on Dhaka's clock: `21 November 2026`, `২১ নভেম্বর ২০২৬`. */
export function formatDay(language: Language, iso: string): string {
  return joinDay(dayFormat(language), iso);
}

/** Returns the calendar day of an instant without commas. It begins at midnight, also in Bangla. */
export function joinDay(format: Intl.DateTimeFormat, iso: string): string {
  const parts = format.formatToParts(new Date(iso));
  return parts.flatMap(({ type, value }) => (type === 'literal' ? [] : value)).join(' ');
}

const agoFormat = formatOf((language) => new Intl.RelativeTimeFormat(DATE_LOCALES[language]));
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const AGO_UNITS = [
  ['year', 365 * DAY_S],
  ['month', 30 * DAY_S],
  ['day', DAY_S],
  ['hour', HOUR_S],
  ['minute', MINUTE_S],
] as const;

/** Returns how long ago an instant was, a minute at least: `3 days ago`, `৩ দিন আগে`. */
export function formatAgo(language: Language, iso: string, now = Date.now()): string {
  const seconds = Math.max(MINUTE_S, (now - Date.parse(iso)) / 1000);
  const [unit, length] = AGO_UNITS.find(([, length]) => seconds >= length) ?? ['minute', MINUTE_S];
  return agoFormat(language).format(-Math.floor(seconds / length), unit);
}

const monthFormat = dates({ timeZone: 'UTC', month: 'long', year: 'numeric' });

/** Returns a month (`2026-03`), written out: `March 2026`, `মার্চ ২০২৬`. */
export function formatMonth(language: Language, month: string): string {
  return monthFormat(language).format(new Date(`${month}-15T00:00:00Z`));
}

/** Bangla names the part of the day where English says a.m. and p.m. */
function dayPart(hour: number): string {
  if (hour >= 4 && hour <= 5) return 'ভোর';
  if (hour >= 6 && hour <= 11) return 'সকাল';
  if (hour >= 12 && hour <= 14) return 'দুপুর';
  if (hour >= 15 && hour <= 17) return 'বিকেল';
  if (hour >= 18 && hour <= 19) return 'সন্ধ্যা';
  return 'রাত';
}
