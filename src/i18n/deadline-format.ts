import { dates, formatClock } from './format.ts';
import type { Language } from './messages.ts';

const deadlineFormat = {
  en: dates({ weekday: 'short', day: 'numeric', month: 'short' }),
  bn: dates({ weekday: 'long', day: 'numeric', month: 'long' }),
};

/** A near instant on Dhaka's clock: `Fri 27 Nov, 19:10`, `শুক্রবার ২৭ নভেম্বর, সন্ধ্যা ৭:১০`. */
export function formatDeadline(language: Language, iso: string): string {
  const parts = deadlineFormat[language](language).formatToParts(new Date(iso));
  const day = ['weekday', 'day', 'month'].map((type) => parts.find((one) => one.type === type)?.value);
  return `${day.join(' ')}, ${formatClock(language, iso)}`;
}
