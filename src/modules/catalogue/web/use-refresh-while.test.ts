import { expect, test } from 'vitest';
import { delayBefore } from './use-refresh-while.ts';

test('the delays between loads grow to 30 seconds', () => {
  const delays = Array.from({ length: 10 }, (_, load) => delayBefore(load));
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(delays[0]).toBe(1);
  expect(delays.at(-1)).toBe(30);
});
