const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Dhaka' } as const;
const CLOCKS = { en: new Intl.DateTimeFormat('en-GB', CLOCK), bn: new Intl.DateTimeFormat('bn-BD', CLOCK) };

/** Returns hours and minutes in Dhaka's time zone: `14:02`, `১৪:০২`. */
export function clockTime(language: 'en' | 'bn', instant: Date): string {
  return CLOCKS[language].format(instant);
}
