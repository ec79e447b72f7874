import { expect, test } from 'vitest';
import { heldAccount, releaseLines, sellerAccount, takeBackLines } from './rules.ts';

const SALE = { bookingId: 'b', sellerId: 's', feePoisha: 300 };
const [HELD, SELLER] = [heldAccount('b'), sellerAccount('s')];
const NOTHING = { seller: 0, fees: 0, losses: 0 };
const sumOf = (lines: { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);
const asMap = (lines: { account: string; amount: number }[]) =>
  Object.fromEntries(lines.map(({ account, amount }) => [account, amount]));

test('a release takes the fee once and gives the seller the remainder', () => {
  expect(asMap(releaseLines(SALE, 10_000, NOTHING))).toEqual({ [HELD]: 10_000, fees: -300, [SELLER]: -9700 });
  expect(asMap(releaseLines(SALE, 500, { ...NOTHING, fees: 300 }))).toEqual({ [HELD]: 500, [SELLER]: -500 });
  expect(asMap(releaseLines(SALE, 200, NOTHING))).toEqual({ [HELD]: 200, fees: -200 });
  expect(asMap(releaseLines({ ...SALE, feePoisha: 0 }, 200, NOTHING))).toEqual({ [HELD]: 200, [SELLER]: -200 });
});

test('money that comes back repays the store’s losses before the seller gets any', () => {
  const totals = { seller: 0, fees: 300, losses: 700 };
  expect(asMap(releaseLines(SALE, 1000, totals))).toEqual({ [HELD]: 1000, losses: -700, [SELLER]: -300 });
  expect(asMap(releaseLines(SALE, 1000, NOTHING, false))).toEqual({ [HELD]: 1000, losses: -1000 });
});

test('a take-back asks the seller, then the fee, and leaves the remainder to the store', () => {
  const totals = { seller: 9700, fees: 300, losses: 0 };
  const all = { [HELD]: -10_000, [SELLER]: 9700, fees: 300 };
  expect(asMap(takeBackLines(SALE, 10_000, totals, 50_000))).toEqual(all);
  // Paid out meanwhile.
  expect(asMap(takeBackLines(SALE, 10_000, totals, 700))).toEqual({
    [HELD]: -10_000,
    [SELLER]: 700,
    fees: 300,
    losses: 9000,
  });
  // Other sales of the seller are not touched.
  expect(asMap(takeBackLines(SALE, 10_000, { ...NOTHING, seller: 100 }, 50_000))).toEqual({
    [HELD]: -10_000,
    [SELLER]: 100,
    losses: 9900,
  });
});

test('each split sums to zero, whatever the amounts', () => {
  for (let amount = 1; amount < 2000; amount += 37)
    for (const totals of [NOTHING, { seller: 300, fees: 50, losses: 0 }, { seller: 0, fees: 0, losses: 900 }]) {
      expect(sumOf(releaseLines(SALE, amount, totals))).toBe(0);
      expect(sumOf(takeBackLines(SALE, amount, totals, 200))).toBe(0);
    }
});
