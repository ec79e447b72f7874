import { expect, test } from 'vitest';
import { isOpen, mayBecome, mayPay, NOT_BEGUN, nextCheckout, stateAfterReturns } from './rules.ts';

test('a late failure does not undo a payment that succeeded', () => {
  expect(mayBecome('succeeded', 'failed')).toBe(false);
  expect(mayBecome('failed', 'succeeded')).toBe(true);
});

test('only what was paid can be due back or returned, and a refund that failed makes it due again', () => {
  expect(mayBecome('succeeded', 'refund_due')).toBe(true);
  expect(mayBecome('cancelled', 'refund_due')).toBe(false);
  expect(mayBecome('succeeded', 'refunded')).toBe(true);
  expect(mayBecome('created', 'refunded')).toBe(false);
  expect(mayBecome('refunded', 'refund_due')).toBe(true);
  expect(mayBecome('refunded', 'succeeded')).toBe(false);
});

test('a payment is refunded once all of it went back and no bank has still to decide', () => {
  const whole = { isWhole: true, isDisputed: false };
  expect(stateAfterReturns('succeeded', whole)).toBe('refunded');
  expect(stateAfterReturns('refund_due', whole)).toBe('refunded');
  expect(stateAfterReturns('succeeded', { ...whole, isDisputed: true })).toBe('succeeded');
  expect(stateAfterReturns('succeeded', { ...whole, isWhole: false })).toBe('succeeded');
  expect(stateAfterReturns('refunded', { ...whole, isWhole: false })).toBe('refund_due');
});

test('a card can be charged for a payment that is new or was declined, and for no other', () => {
  const states = ['created', 'failed', 'cancelled', 'succeeded', 'refund_due', 'refunded'] as const;
  expect(states.filter(isOpen)).toEqual(['created', 'failed']);
});

test('Pay waits for the provider’s form and a client secret, and for a payment that is under way', () => {
  expect(mayPay(NOT_BEGUN, { drawn: true, clientSecret: 'secret' })).toBe(true);
  expect(mayPay(NOT_BEGUN, { drawn: false, clientSecret: 'secret' })).toBe(false);
  expect(mayPay(NOT_BEGUN, { drawn: true, clientSecret: null })).toBe(false);
  const paying = nextCheckout(NOT_BEGUN, { kind: 'pressed' });
  const recording = nextCheckout(paying, { kind: 'confirmed' });
  for (const busy of [paying, recording]) expect(mayPay(busy, { drawn: true, clientSecret: 'secret' })).toBe(false);
});

test('a payment is confirmed, then recorded, and a second press meanwhile changes nothing', () => {
  const paying = nextCheckout(NOT_BEGUN, { kind: 'pressed' });
  expect(paying.step).toBe('paying');
  expect(nextCheckout(paying, { kind: 'pressed' })).toBe(paying);
  const recording = nextCheckout(paying, { kind: 'confirmed' });
  expect(recording.step).toBe('recording');
  expect(nextCheckout(recording, { kind: 'ended' })).toEqual(NOT_BEGUN);
});

test('a problem is told until the next attempt begins', () => {
  const declined = nextCheckout(NOT_BEGUN, { kind: 'ended', problem: 'Your card was declined.' });
  expect(declined).toEqual({ step: 'idle', problem: 'Your card was declined.' });
  expect(nextCheckout(declined, { kind: 'pressed' })).toEqual({ step: 'paying', problem: '' });
});
