import { expect, test } from 'vitest';
import { firstMethod } from './method-choice.tsx';

const methods = (['bkash', 'sslcommerz', 'card'] as const).map((method) => ({ method, sandbox: false }));

test('the payment page opens with the first method that is set up', () => {
  expect(firstMethod(undefined, methods)).toBe('bkash');
});

test('the payment page opens with the method of the booking, when it is set up', () => {
  expect(firstMethod('card', methods)).toBe('card');
  expect(firstMethod('cash', methods)).toBe('bkash');
});
