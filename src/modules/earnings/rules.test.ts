import { expect, test } from 'vitest';
import {
  adjacentMonth,
  chartSteps,
  lastMonths,
  lineStatus,
  maskNumber,
  mayClose,
  monthOf,
  payoutNumber,
  payoutObstacle,
  receiptNumber,
} from './rules.ts';

test('with four eyes, the admin that sent a payout does not close it', () => {
  expect(mayClose({ state: 'sent', sentBy: 'a' }, 'a', true)).toBe(false);
  expect(mayClose({ state: 'sent', sentBy: 'a' }, 'b', true)).toBe(true);
  expect(mayClose({ state: 'sent', sentBy: 'a' }, 'a', false)).toBe(true);
  expect(mayClose({ state: 'due', sentBy: null }, 'a', true)).toBe(true);
});

test('numbers of payouts and receipts have six digits, and more when there are more', () => {
  expect(payoutNumber(213)).toBe('P-000213');
  expect(payoutNumber(12_345_678)).toBe('P-12345678');
  expect(receiptNumber(418, 2026)).toBe('R-2026-000418');
});

test('an account number is shown without its middle', () => {
  expect(maskNumber('bkash', '01711000482')).toBe('01711•••482');
  expect(maskNumber('bank', '0601234567418')).toBe('060•••418');
  expect(maskNumber('bank', '123456')).toBe('•••456');
});

test('a payout needs the minimum, an account, and an account that has rested', () => {
  const rested = { isOnHold: false };
  expect(payoutObstacle(0, 100, rested)).toBe('nothing');
  expect(payoutObstacle(99.99, 100, rested)).toBe('below-minimum');
  expect(payoutObstacle(100, 100, undefined)).toBe('no-account');
  expect(payoutObstacle(100, 100, { isOnHold: true })).toBe('account-on-hold');
  expect(payoutObstacle(100, 100, rested)).toBeUndefined();
});

test('a line says where its money is, and that cash was not with the store', () => {
  const status = (state: string, method = 'card', settling = false) => lineStatus({ state, method, settling });
  expect(['paid', 'handed_over', 'disputed', 'completed', 'partly_refunded', 'refunded'].map((s) => status(s))).toEqual(
    ['waiting', 'checking', 'disputed', 'available', 'available', 'refunded'],
  );
  expect(status('completed', 'cash')).toBe('cash');
  expect(status('completed', 'card', true)).toBe('settling');
});

test('the lines of a chart have round values and reach above the highest bar', () => {
  expect(chartSteps(17_850)).toEqual([5000, 10_000, 15_000, 20_000]);
  expect(chartSteps(450)).toEqual([100, 200, 300, 400, 500]);
  expect(chartSteps(0)).toEqual([]);
  for (const max of [1, 7, 99, 100, 101, 3333, 1_234_567]) {
    const steps = chartSteps(max);
    expect(steps.length).toBeLessThanOrEqual(5);
    expect(steps.at(-1)).toBeGreaterThanOrEqual(max);
  }
});

test('months follow the clock in Dhaka, across a year', () => {
  expect(monthOf(new Date('2026-12-31T18:00:00Z'))).toBe('2027-01');
  expect(lastMonths(new Date('2027-01-15T00:00:00Z'))).toEqual([
    '2026-08',
    '2026-09',
    '2026-10',
    '2026-11',
    '2026-12',
    '2027-01',
  ]);
  expect([adjacentMonth('2026-12', 1), adjacentMonth('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});
