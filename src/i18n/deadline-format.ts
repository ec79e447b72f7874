import { dates, formatClock } from './format.ts';
import type { Language } from './messages.ts';

const deadlineFormat = {
  en: dates({ weekday: 'short', day: 'numeric', month: 'short' }),
  bn: dates({ weekday: 'long', day: 'numeric', month: 'long' }),
};
const hourFormat = dates({ hour: '2-digit', hourCycle: 'h23' });

/** Bangla counts the hours before four to the night of the day before. */
const NIGHT_HOURS = 4;
const HOUR_MS = 60 * 60 * 1000;

/**
 * Returns a near instant on Dhaka's clock: `Fri 27 Nov, 19:10`, `শুক্রবার ২৭ নভেম্বর, সন্ধ্যা ৭:১০`. The night after Thursday is
 * `বৃহস্পতিবার ২৬ নভেম্বর, দিবাগত রাত ২:৩৩`.
 */
export function formatDeadline(language: Language, iso: string): string {
  const instant = new Date(iso);
  const isNight = language === 'bn' && Number(hourFormat('en').format(instant)) < NIGHT_HOURS;
  const shown = isNight ? new Date(instant.getTime() - NIGHT_HOURS * HOUR_MS) : instant;
  const parts = deadlineFormat[language](language).formatToParts(shown);
  const day = ['weekday', 'day', 'month'].map((type) => parts.find((one) => one.type === type)?.value);
  return `${day.join(' ')}, ${isNight ? 'দিবাগত ' : ''}${formatClock(language, iso)}`;
}
