import { expect, test } from 'vitest';
import { formatAgo } from './format.ts';

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
