import { dates, formatClock, joinDay } from './format.ts';
import type { Language } from './messages.ts';

const deadlineFormat = {
  en: dates({ weekday: 'short', day: 'numeric', month: 'short' }),
  bn: dates({ weekday: 'long', day: 'numeric', month: 'long' }),
};

/** Returns a near instant on Dhaka's clock: `Fri 27 Nov, 19:10`, `শুক্রবার ২৭ নভেম্বর, সন্ধ্যা ৭:১০`. */
export function formatDeadline(language: Language, iso: string): string {
  const clock = formatClock(language, iso);
  // In Bangla `রাত` follows its day. Hours before dawn are `ভোররাত` of the next day.
  const isBeforeDawn = language === 'bn' && formatClock('en', iso) < '04:00';
  return `${joinDay(deadlineFormat[language](language), iso)}, ${isBeforeDawn ? 'ভোর' : ''}${clock}`;
}
