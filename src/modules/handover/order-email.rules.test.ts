import { expect, test } from 'vitest';
import { emailsAfter, isStillTrue } from './order-email.rules.ts';

const both = (event: string) => [
  ['buyer', event],
  ['seller', event],
];

test('both sides are told of a decision, and of a deadline that passed', () => {
  expect(emailsAfter('decided', 'store', 'card')).toEqual(both('decided'));
  expect(emailsAfter('answered', 'clock', 'card')).toEqual(both('timeOver'));
  expect(emailsAfter('replied', 'clock', 'card')).toEqual(both('timeOver'));
  expect(emailsAfter('return_due', 'clock', 'card')).toEqual(both('returnDue'));
  expect(emailsAfter('called_off', 'clock', 'card')).toEqual(both('calledOff'));
  expect(emailsAfter('completed', 'clock', 'card', { endsDispute: true })).toEqual([
    ['buyer', 'upheld'],
    ['seller', 'released'],
  ]);
});

test('an act of one side is told to the other', () => {
  expect(emailsAfter('answered', 'seller', 'card')).toEqual([['buyer', 'answered']]);
  expect(emailsAfter('answered', 'seller', 'card', { isAccepted: true })).toEqual([['buyer', 'accepted']]);
  expect(emailsAfter('return_due', 'buyer', 'card')).toEqual([['seller', 'brought']]);
  expect(emailsAfter('returned', 'seller', 'card')).toEqual([['buyer', 'returned']]);
  expect(emailsAfter('appealed', 'buyer', 'card')).toEqual([['seller', 'appealed']]);
  expect(emailsAfter('no_show', 'seller', 'cash')).toEqual([['buyer', 'noShow']]);
  expect(emailsAfter('contradicted', 'buyer', 'cash')).toEqual([['seller', 'contradicted']]);
});

test('a seller is told of the end of a sale, and nobody of a wrong code', () => {
  expect(emailsAfter('completed', 'clock', 'card')).toEqual([['seller', 'released']]);
  expect(emailsAfter('partly_refunded', 'store', 'card')).toEqual([['seller', 'ended']]);
  expect(emailsAfter('wrong_code', 'seller', 'card')).toEqual([]);
});

test('an e-mail about a deadline is true while the deadline runs, any other always', () => {
  expect([isStillTrue('booked', 'held'), isStillTrue('booked', 'paid'), isStillTrue('booked', 'expired')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isStillTrue('asked', 'paid'), isStillTrue('asked', 'handed_over')]).toEqual([true, false]);
  expect([isStillTrue('pickupEnds', 'handed_over'), isStillTrue('holdEnds', 'cancelled')]).toEqual([false, false]);
  expect([isStillTrue('paidSeller', 'refunded'), isStillTrue('calledOff', 'refunded')]).toEqual([true, true]);
});
