import { expect, test } from 'vitest';
import { checkoutReducer, IDLE_CHECKOUT, isOpen, mayBecome, mayPay, stateAfterReturns } from './rules.ts';

test('a late failure does not undo a payment that succeeded', () => {
  expect(mayBecome('succeeded', 'failed')).toBe(false);
  expect(mayBecome('failed', 'succeeded')).toBe(true);
});

test('only a captured payment can be due back or refunded, and a failed refund makes it due again', () => {
  expect(mayBecome('succeeded', 'refund_due')).toBe(true);
  expect(mayBecome('created', 'refund_due')).toBe(true);
  // A hosted page that was left can be paid late.
  expect(mayBecome('cancelled', 'refund_due')).toBe(true);
  expect(mayBecome('cancelled', 'refunded')).toBe(false);
  expect(mayBecome('succeeded', 'refunded')).toBe(true);
  expect(mayBecome('created', 'refunded')).toBe(false);
  expect(mayBecome('refunded', 'refund_due')).toBe(true);
  expect(mayBecome('refunded', 'succeeded')).toBe(false);
});

test('a payment is refunded once all of it is returned and no dispute is open', () => {
  const whole = { isWhole: true, isDisputed: false };
  expect(stateAfterReturns('succeeded', whole)).toBe('refunded');
  expect(stateAfterReturns('refund_due', whole)).toBe('refunded');
  expect(stateAfterReturns('succeeded', { ...whole, isDisputed: true })).toBe('succeeded');
  expect(stateAfterReturns('succeeded', { ...whole, isWhole: false })).toBe('succeeded');
  expect(stateAfterReturns('refunded', { ...whole, isWhole: false })).toBe('refund_due');
});

test('only a new or declined payment can be charged', () => {
  const states = ['created', 'failed', 'cancelled', 'review', 'succeeded', 'refund_due', 'refunded'] as const;
  expect(states.filter(isOpen)).toEqual(['created', 'failed']);
});

test('Pay waits for the provider’s form and a client secret, and for a running payment', () => {
  expect(mayPay(IDLE_CHECKOUT, { drawn: true, clientSecret: 'secret' })).toBe(true);
  expect(mayPay(IDLE_CHECKOUT, { drawn: false, clientSecret: 'secret' })).toBe(false);
  expect(mayPay(IDLE_CHECKOUT, { drawn: true, clientSecret: null })).toBe(false);
  const paying = checkoutReducer(IDLE_CHECKOUT, { kind: 'pressed' });
  const recording = checkoutReducer(paying, { kind: 'confirmed' });
  for (const busy of [paying, recording]) expect(mayPay(busy, { drawn: true, clientSecret: 'secret' })).toBe(false);
});

test('a payment is confirmed, then recorded, and a second press in between changes nothing', () => {
  const paying = checkoutReducer(IDLE_CHECKOUT, { kind: 'pressed' });
  expect(paying.step).toBe('paying');
  expect(checkoutReducer(paying, { kind: 'pressed' })).toBe(paying);
  const recording = checkoutReducer(paying, { kind: 'confirmed' });
  expect(recording.step).toBe('recording');
  expect(checkoutReducer(recording, { kind: 'ended' })).toEqual(IDLE_CHECKOUT);
});

test('a problem is shown until the next attempt begins', () => {
  const declined = checkoutReducer(IDLE_CHECKOUT, { kind: 'ended', problem: 'Your card was declined.' });
  expect(declined).toEqual({ step: 'idle', problem: 'Your card was declined.' });
  expect(checkoutReducer(declined, { kind: 'pressed' })).toEqual({ step: 'paying', problem: '' });
});
