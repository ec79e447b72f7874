import type { Language } from './messages.ts';

// English money groups as en-IN does (1,23,456); en-BD would group by thousands. The taka sign is before the
// number, as in Dhaka's shops; ICU's currency style puts it behind.
const POISHA = { minimumFractionDigits: 2, maximumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' } as const;
const MONEY = {
  en: new Intl.NumberFormat('en-IN', POISHA),
  bn: new Intl.NumberFormat('bn-BD', POISHA),
};

/** The label before an amount, unless the settings have another one. */
const CURRENCY = { en: 'Tk', bn: '৳' };

const NARROW_NO_BREAK_SPACE = '\u202f';

/** An amount: `Tk 1,23,456`, `৳ ১,২৩,৪৫৬`. A label of letters keeps a space, a sign a narrow one. */
export function formatMoney(language: Language, tk: number, label = CURRENCY[language]): string {
  return label + (/\p{Sc}$/u.test(label) ? NARROW_NO_BREAK_SPACE : ' ') + MONEY[language].format(tk);
}

const NUMBER = {
  en: new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 }),
  bn: new Intl.NumberFormat('bn-BD', { maximumFractionDigits: 2 }),
};

export function formatNumber(language: Language, value: number): string {
  return NUMBER[language].format(value);
}

const DHAKA = { timeZone: 'Asia/Dhaka' } as const;
const ENGLISH_DATE = new Intl.DateTimeFormat('en-GB', { ...DHAKA, day: 'numeric', month: 'long', year: 'numeric' });
const ENGLISH_TIME = new Intl.DateTimeFormat('en-GB', {
  ...DHAKA,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const BANGLA_DATE = new Intl.DateTimeFormat('bn-BD', { ...DHAKA, day: 'numeric', month: 'long', year: 'numeric' });
const HOUR_MINUTE = new Intl.DateTimeFormat('en-GB', {
  ...DHAKA,
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
});
const BANGLA_DIGITS = new Intl.NumberFormat('bn-BD', { useGrouping: false });
const TWO_BANGLA_DIGITS = new Intl.NumberFormat('bn-BD', { useGrouping: false, minimumIntegerDigits: 2 });

/** An instant in long form, always on Dhaka's clock: `21 November 2026 at 15:05`, `২১ নভেম্বর ২০২৬, বিকেল ৩:০৫`. */
export function formatDate(language: Language, iso: string): string {
  const instant = new Date(iso);
  if (language === 'en') return `${ENGLISH_DATE.format(instant)} at ${formatClock(language, iso)}`;
  return `${formatDay(language, iso)}, ${formatClock(language, iso)}`;
}

/** The time of an instant on Dhaka's clock: `15:05`, `বিকেল ৩:০৫`. */
export function formatClock(language: Language, iso: string): string {
  const instant = new Date(iso);
  if (language === 'en') return ENGLISH_TIME.format(instant);
  const [hour = 0, minute = 0] = HOUR_MINUTE.format(instant).split(':').map(Number);
  const clock = `${BANGLA_DIGITS.format(hour % 12 || 12)}:${TWO_BANGLA_DIGITS.format(minute)}`;
  return `${dayPart(hour)} ${clock}`;
}

/** The day of an instant on Dhaka's clock: `21 November 2026`, `২১ নভেম্বর ২০২৬`. */
export function formatDay(language: Language, iso: string): string {
  const instant = new Date(iso);
  if (language === 'en') return ENGLISH_DATE.format(instant);
  return ['day', 'month', 'year'].map((type) => banglaPart(instant, type)).join(' ');
}

function banglaPart(instant: Date, type: string): string {
  return BANGLA_DATE.formatToParts(instant).find((one) => one.type === type)?.value ?? '';
}

const DEADLINE = {
  en: new Intl.DateTimeFormat('en-GB', { ...DHAKA, weekday: 'short', day: 'numeric', month: 'short' }),
  bn: new Intl.DateTimeFormat('bn-BD', { ...DHAKA, weekday: 'long', day: 'numeric', month: 'long' }),
};

/** A near instant on Dhaka's clock: `Fri 27 Nov, 19:10`, `শুক্রবার ২৭ নভেম্বর, সন্ধ্যা ৭:১০`. */
export function formatDeadline(language: Language, iso: string): string {
  const parts = DEADLINE[language].formatToParts(new Date(iso));
  const day = ['weekday', 'day', 'month'].map((type) => parts.find((one) => one.type === type)?.value);
  return `${day.join(' ')}, ${formatClock(language, iso)}`;
}

const AGO = {
  en: new Intl.RelativeTimeFormat('en'),
  bn: new Intl.RelativeTimeFormat('bn-BD'),
};
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

/** How long ago an instant was, a minute at least: `3 days ago`, `৩ দিন আগে`. */
export function formatAgo(language: Language, iso: string, now = Date.now()): string {
  const seconds = Math.max(MINUTE_S, (now - Date.parse(iso)) / 1000);
  const [unit, length] = AGO_UNITS.find(([, length]) => seconds >= length) ?? ['minute', MINUTE_S];
  return AGO[language].format(-Math.floor(seconds / length), unit);
}

const MONTH = {
  en: new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' }),
  bn: new Intl.DateTimeFormat('bn-BD', { timeZone: 'UTC', month: 'long', year: 'numeric' }),
};

/** A month (`2026-03`), written out: `March 2026`, `মার্চ ২০২৬`. */
export function formatMonth(language: Language, month: string): string {
  return MONTH[language].format(new Date(`${month}-15T00:00:00Z`));
}

const SHORT_MONTH = {
  en: new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short' }),
  bn: new Intl.DateTimeFormat('bn-BD', { timeZone: 'UTC', month: 'short' }),
};

/** A month (`2026-03`) for a chart: `Mar`, `মার্চ`. */
export function formatShortMonth(language: Language, month: string): string {
  return SHORT_MONTH[language].format(new Date(`${month}-15T00:00:00Z`));
}

const SHORT_DAY = {
  en: new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' }),
  bn: new Intl.DateTimeFormat('bn-BD', { timeZone: 'UTC', day: 'numeric', month: 'short' }),
};

/** A day (`2026-11-25`) for a chart: `25 Nov`, `২৫ নভে`. */
export function formatShortDay(language: Language, day: string): string {
  return SHORT_DAY[language].format(new Date(`${day}T00:00:00Z`));
}

const SHORT_NUMBER = {
  en: new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 }),
  bn: new Intl.NumberFormat('bn-BD', { notation: 'compact', maximumFractionDigits: 1 }),
};

/** A number for a chart: `17.9K`, `১৭.৯ হা`. */
export function formatShortNumber(language: Language, value: number): string {
  return SHORT_NUMBER[language].format(value);
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
