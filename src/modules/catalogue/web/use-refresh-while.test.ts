import { expect, test } from 'vitest';
import { pauseBefore } from './use-refresh-while.ts';

test('what is awaited is looked for ever less often, but at least every 30 seconds', () => {
  const pauses = Array.from({ length: 10 }, (_, look) => pauseBefore(look));
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses[0]).toBe(1);
  expect(pauses.at(-1)).toBe(30);
});
