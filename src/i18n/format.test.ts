import { expect, test } from 'vitest';
import { formatDeadline } from './deadline-format.ts';
import { formatAgo, formatDate, formatDay } from './format.ts';

test('a listing is 3 days ago, in both languages, and at least a minute ago', () => {
  const now = Date.parse('2026-11-23T12:00:00Z');
  const ago = (instant: string) => (['en', 'bn'] as const).map((language) => formatAgo(language, instant, now));
  expect(ago('2026-11-20T11:00:00Z')).toEqual(['3 days ago', '৩ দিন আগে']);
  expect(ago('2026-11-22T12:00:00Z')).toEqual(['1 day ago', '১ দিন আগে']);
  expect(ago('2026-11-23T11:48:00Z')).toEqual(['12 minutes ago', '১২ মিনিট আগে']);
  expect(ago('2026-09-20T12:00:00Z')).toEqual(['2 months ago', '২ মাস আগে']);
  // The clock of the browser may be behind the server's.
  expect(ago('2026-11-23T12:00:30Z')).toEqual(['1 minute ago', '১ মিনিট আগে']);
});

test('an instant has one calendar day in both languages, in every form, also between midnight and dawn in Dhaka', () => {
  const shown = (iso: string) =>
    (['en', 'bn'] as const).map((language) =>
      [formatDay, formatDate, formatDeadline].map((form) => form(language, iso)),
    );
  expect(shown('2026-11-26T17:59:00Z')).toEqual([
    ['26 November 2026', '26 November 2026 at 23:59', 'Thu 26 Nov, 23:59'],
    ['২৬ নভেম্বর ২০২৬', '২৬ নভেম্বর ২০২৬, রাত ১১:৫৯', 'বৃহস্পতিবার ২৬ নভেম্বর, রাত ১১:৫৯'],
  ]);
  expect(shown('2026-11-26T18:00:00Z')).toEqual([
    ['27 November 2026', '27 November 2026 at 00:00', 'Fri 27 Nov, 00:00'],
    ['২৭ নভেম্বর ২০২৬', '২৭ নভেম্বর ২০২৬, রাত ১২:০০', 'শুক্রবার ২৭ নভেম্বর, ভোররাত ১২:০০'],
  ]);
  expect(shown('2026-11-26T20:33:00Z')).toEqual([
    ['27 November 2026', '27 November 2026 at 02:33', 'Fri 27 Nov, 02:33'],
    ['২৭ নভেম্বর ২০২৬', '২৭ নভেম্বর ২০২৬, রাত ২:৩৩', 'শুক্রবার ২৭ নভেম্বর, ভোররাত ২:৩৩'],
  ]);
  // The last night of a year belongs to the new one.
  expect(shown('2026-12-31T21:59:00Z').flat()).toEqual([
    ...['1 January 2027', '1 January 2027 at 03:59', 'Fri 1 Jan, 03:59'],
    ...['১ জানুয়ারি ২০২৭', '১ জানুয়ারি ২০২৭, রাত ৩:৫৯', 'শুক্রবার ১ জানুয়ারি, ভোররাত ৩:৫৯'],
  ]);
});
