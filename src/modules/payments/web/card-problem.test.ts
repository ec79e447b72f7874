import { expect, test } from 'vitest';
import { DECLINES } from '../../../../sandbox/card-gateway/cards.ts';
import { cardProblem } from './card-problem.ts';

test('each decline of the provider has a message of its own words', () => {
  const messages = Object.entries(DECLINES).map(([decline_code, { code }]) => cardProblem({ code, decline_code }));
  expect(messages).toEqual([
    'pay.e.declined',
    'pay.e.funds',
    'pay.e.declined',
    'pay.e.declined',
    'pay.e.expired',
    'pay.e.cvc',
    'pay.e.processing',
  ]);
});

test('an unknown error of the provider says that the payment is not confirmed', () => {
  expect(cardProblem({ code: 'resource_missing' })).toBe('pay.notSucceeded');
});
