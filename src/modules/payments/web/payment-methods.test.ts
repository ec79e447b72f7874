import { expect, test } from 'vitest';
import { firstWay } from './ways.tsx';

const ways = (['bkash', 'sslcommerz', 'card'] as const).map((method) => ({ method, sandbox: false }));

test('the payment page opens with the first way that is set up', () => {
  expect(firstWay(undefined, ways)).toBe('bkash');
});

test('the payment page opens with the way of the booking, when it is set up', () => {
  expect(firstWay('card', ways)).toBe('card');
  expect(firstWay('cash', ways)).toBe('bkash');
});
