import { expect, test } from 'vitest';
import { feeOf } from './fee.rules.ts';
import { isPayable, mayBecome, pickupPoint } from './rules.ts';

test('an unpaid booking is paid, expires or is cancelled', () => {
  for (const to of ['paid', 'expired', 'cancelled'] as const) expect(mayBecome('held', to)).toBe(true);
  expect(mayBecome('held', 'refunded')).toBe(false);
});

test('a payment in progress revives an expired booking only', () => {
  expect(mayBecome('expired', 'paid')).toBe(true);
  expect(mayBecome('expired', 'held')).toBe(false);
  expect(mayBecome('cancelled', 'paid')).toBe(false);
});

test('a paid booking stays paid, or is refunded for good', () => {
  for (const to of ['held', 'expired', 'cancelled'] as const) expect(mayBecome('paid', to)).toBe(false);
  expect(mayBecome('paid', 'refunded')).toBe(true);
  for (const to of ['held', 'paid', 'cancelled'] as const) expect(mayBecome('refunded', to)).toBe(false);
});

test('a sale that ended is not disputed again', () => {
  for (const from of ['completed', 'partly_refunded'] as const) {
    expect(mayBecome(from, 'disputed')).toBe(false);
    expect(mayBecome(from, 'refunded')).toBe(true);
  }
});

test('Pay is offered while the hold lasts, and never after', () => {
  const states = ['held', 'paid', 'expired', 'cancelled', 'refunded'] as const;
  expect(states.filter(isPayable)).toEqual(['held']);
});

test('a booking has a pick-up point when the sides name the same one or only one is known', () => {
  expect(pickupPoint({ location: 'Mirpur', sellerLocation: 'Mirpur' })).toBe('Mirpur');
  expect(pickupPoint({ location: 'Mirpur' })).toBe('Mirpur');
  expect(pickupPoint({ location: '', sellerLocation: 'Banani' })).toBe('Banani');
  expect(pickupPoint({ location: 'Mirpur', sellerLocation: 'Banani' })).toBeUndefined();
});

test('the fee of a sale is at most the amount that the buyer does not get back, and cash has none', () => {
  expect(feeOf({ fee: 75, kept: 1000, method: 'card' })).toBe(75);
  expect(feeOf({ fee: 75, kept: 50, method: 'bkash' })).toBe(50);
  expect(feeOf({ fee: 75, kept: 0 })).toBe(0);
  expect(feeOf({ fee: 75, kept: 1000, method: 'cash' })).toBe(0);
});
