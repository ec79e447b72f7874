import { expect, test } from 'vitest';
import { type EmailFacts, emailsAfter, isStillTrue, type ORDER_EMAILS } from './order-email.rules.ts';

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

test.each(['handed_over', 'received'] as const)(
  'both sides are told of a handover, with cash of its end (%s)',
  (step) => {
    expect(emailsAfter(step, 'buyer', 'card')).toEqual([
      ['buyer', 'handedBuyer'],
      ['seller', 'handedSeller'],
    ]);
    expect(emailsAfter(step, 'seller', 'cash')).toEqual(both('sold'));
  },
);

test('the other side is told of a complaint, of cash, and of a handover without the code', () => {
  expect(emailsAfter('disputed', 'buyer', 'card')).toEqual([['seller', 'disputed']]);
  expect(emailsAfter('cash_chosen', 'buyer', 'cash')).toEqual([['seller', 'cash']]);
  expect(emailsAfter('claimed', 'seller', 'card')).toEqual([['buyer', 'asked']]);
});

test.each(['refunded', 'partly_refunded'] as const)('both sides are told that a dispute ended (%s)', (step) => {
  for (const by of ['store', 'clock', 'seller', 'buyer'] as const)
    expect(emailsAfter(step, by, 'card')).toEqual([
      ['buyer', 'endedBuyer'],
      ['seller', 'ended'],
    ]);
});

test('a seller is told of the end of a sale, and nobody of a wrong code', () => {
  expect(emailsAfter('completed', 'clock', 'card')).toEqual([['seller', 'released']]);
  expect(emailsAfter('wrong_code', 'seller', 'card')).toEqual([]);
});

const UNPAID: EmailFacts = {
  stateNow: 'held',
  method: null,
  isUnderReview: false,
  isSellerNotified: false,
  claimedUntil: null,
  disputeBy: null,
  absent: [],
};
const CASH = { ...UNPAID, method: 'cash' } as const;
const PAID = { ...UNPAID, stateNow: 'paid', method: 'card' } as const;
const CLAIMED = { ...PAID, claimedUntil: new Date(0) };
const INSPECTED = { ...PAID, stateNow: 'handed_over' } as const;
const DISPUTED = { ...PAID, stateNow: 'disputed', disputeBy: 'seller' } as const;
const COMPLETED = { ...PAID, stateNow: 'completed' } as const;
const EXPIRED = { ...UNPAID, stateNow: 'expired', absent: ['buyer'] } as const;
const REFUNDED = { ...PAID, stateNow: 'refunded' } as const;

test.each<[(typeof ORDER_EMAILS)[number], isTrue: EmailFacts, ...isNot: EmailFacts[]]>([
  ['booked', UNPAID, CASH, PAID, EXPIRED, { ...UNPAID, isUnderReview: true }],
  ['holdEnds', { ...UNPAID, method: 'card' }, CASH, PAID, EXPIRED, { ...UNPAID, isUnderReview: true }],
  ['cashEnds', CASH, UNPAID, PAID, COMPLETED, EXPIRED],
  ['cash', CASH, UNPAID, { ...UNPAID, method: 'card' }, COMPLETED, EXPIRED, { ...CASH, isSellerNotified: true }],
  ['paidSeller', PAID, CLAIMED, INSPECTED, REFUNDED],
  ['paidBuyer', PAID, CLAIMED, INSPECTED, REFUNDED],
  ['pickupEnds', PAID, CLAIMED, INSPECTED, REFUNDED],
  ['asked', CLAIMED, PAID, INSPECTED, DISPUTED, REFUNDED],
  ['handedBuyer', INSPECTED, DISPUTED, COMPLETED, REFUNDED],
  ['disputed', DISPUTED, { ...DISPUTED, disputeBy: 'buyer' }, COMPLETED, REFUNDED],
  ['answered', { ...DISPUTED, disputeBy: 'buyer' }, DISPUTED, COMPLETED, REFUNDED],
  ['returnDue', DISPUTED, COMPLETED, REFUNDED],
  ['released', COMPLETED, DISPUTED, REFUNDED],
  ['noShow', EXPIRED, { ...EXPIRED, absent: [] }, { ...EXPIRED, absent: ['seller'] }],
])('a late e-mail %s is sent only while it is true', (event, isTrue, ...isNot) => {
  expect(isStillTrue(event, 'buyer', isTrue)).toBe(true);
  expect(isNot.map((facts) => isStillTrue(event, 'buyer', facts))).toEqual(isNot.map(() => false));
});

test('an e-mail about an event that stays is sent however late', () => {
  expect(isStillTrue('calledOff', 'buyer', REFUNDED)).toBe(true);
  expect(isStillTrue('decided', 'seller', COMPLETED)).toBe(true);
});
