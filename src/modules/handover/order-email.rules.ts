import type { BookingState, Method, Party, Step } from '#modules/bookings/rules.ts';

export const ORDER_EMAILS = [
  'booked',
  'paidSeller',
  'paidBuyer',
  'cash',
  'holdEnds',
  'cashEnds',
  'pickupEnds',
  'asked',
  'handedBuyer',
  'handedSeller',
  'sold',
  'calledOff',
  'disputed',
  'answered',
  'accepted',
  'replied',
  'decided',
  'timeOver',
  'returnDue',
  'brought',
  'returned',
  'appealed',
  'ended',
  'endedBuyer',
  'upheld',
  'released',
  'noShow',
  'contradicted',
] as const;

type Sent = readonly [to: 'buyer' | 'seller', event: (typeof ORDER_EMAILS)[number]];

/** After a dispute that ends with money for the buyer. */
const DISPUTE_ENDED: readonly Sent[] = [
  ['buyer', 'endedBuyer'],
  ['seller', 'ended'],
];

/** The e-mails after each step. */
const AFTER: Partial<Record<Step | 'wrong_code', readonly Sent[]>> = {
  cash_chosen: [['seller', 'cash']],
  claimed: [['buyer', 'asked']],
  handed_over: [
    ['buyer', 'handedBuyer'],
    ['seller', 'handedSeller'],
  ],
  received: [
    ['buyer', 'handedBuyer'],
    ['seller', 'handedSeller'],
  ],
  called_off: toBoth('calledOff'),
  disputed: [['seller', 'disputed']],
  answered: [['buyer', 'answered']],
  replied: [['seller', 'replied']],
  decided: toBoth('decided'),
  completed: [['seller', 'released']],
  refunded: DISPUTE_ENDED,
  partly_refunded: DISPUTE_ENDED,
  returned: toBoth('returned'),
  appealed: toBoth('appealed'),
  no_show: toBoth('noShow'),
  contradicted: toBoth('contradicted'),
};

/** Steps about which their own actor gets no e-mail. */
const TO_THE_OTHER: readonly (Step | 'wrong_code')[] = [
  'called_off',
  'returned',
  'appealed',
  'no_show',
  'contradicted',
];

function toBoth(event: (typeof ORDER_EMAILS)[number]): readonly Sent[] {
  return [
    ['buyer', event],
    ['seller', event],
  ];
}

/** Returns the e-mails of a return. The store's decision has an e-mail of its own. A buyer that brought the item needs none. */
function emailsOfReturn(by: Party): readonly Sent[] {
  if (by === 'store') return [];
  return by === 'buyer' ? [['seller', 'brought']] : toBoth('returnDue');
}

/**
 * Returns the e-mails after a step. A passed deadline is sent to both sides, also one that ends a dispute. An answer that
 * accepts the claim asks for no reply. A cash sale has a short e-mail.
 */
export function emailsAfter(
  step: Step | 'wrong_code',
  by: Party,
  method: Method | null,
  {
    endsDispute = false,
    isAccepted = false,
  }: { endsDispute?: boolean | undefined; isAccepted?: boolean | undefined } = {},
): readonly Sent[] {
  if (step === 'return_due') return emailsOfReturn(by);
  if (step === 'answered' && isAccepted) return [['buyer', 'accepted']];
  if (step === 'completed' && endsDispute)
    return [
      ['buyer', 'upheld'],
      ['seller', 'released'],
    ];
  if (by === 'clock' && ['answered', 'replied', 'appealed'].includes(step)) return toBoth('timeOver');
  const sent = AFTER[step] ?? [];
  if (TO_THE_OTHER.includes(step)) return sent.filter(([to]) => to !== by);
  const isCashSale = method === 'cash' && (step === 'handed_over' || step === 'received');
  return isCashSale ? sent.map(([to]) => [to, 'sold'] as const) : sent;
}

/** The facts of a booking that decide whether an e-mail is true. */
export interface EmailFacts {
  /** By the clock. */
  stateNow: BookingState;
  method: Method | null;
  /** An admin has to decide about its payment. */
  isUnderReview: boolean;
  /** The seller was told that the buyer pays in cash. */
  isSellerNotified: boolean;
  /** Until when the buyer may contradict a handover without the code. */
  claimedUntil: Date | null;
  /** The next actor in an open dispute, by the clock. */
  disputeBy: Party | null;
  /** The sides that may still contradict a reported no-show. */
  absent: readonly Party[];
}

type Truth = (facts: EmailFacts, to: 'buyer' | 'seller') => boolean;

const isUnpaid: Truth = ({ stateNow, method, isUnderReview }) =>
  stateNow === 'held' && method !== 'cash' && !isUnderReview;
const isUnmet: Truth = ({ stateNow, claimedUntil }) => stateNow === 'paid' && claimedUntil === null;
const isInspected: Truth = ({ stateNow }) => stateNow === 'handed_over';
const isDisputed: Truth = ({ stateNow }) => stateNow === 'disputed';
const isCompleted: Truth = ({ stateNow }) => stateNow === 'completed';

/** For each e-mail about a state or a deadline, whether it is still true. */
const TRUE_WHILE: Partial<Record<(typeof ORDER_EMAILS)[number], Truth>> = {
  booked: isUnpaid,
  holdEnds: isUnpaid,
  cashEnds: ({ stateNow, method }) => stateNow === 'held' && method === 'cash',
  cash: ({ stateNow, method, isSellerNotified }) => stateNow === 'held' && method === 'cash' && !isSellerNotified,
  paidSeller: isUnmet,
  paidBuyer: isUnmet,
  pickupEnds: isUnmet,
  asked: ({ stateNow, claimedUntil }) => stateNow === 'paid' && claimedUntil !== null,
  handedBuyer: isInspected,
  handedSeller: isInspected,
  disputed: ({ disputeBy }) => disputeBy === 'seller',
  answered: ({ disputeBy }) => disputeBy === 'buyer',
  returnDue: isDisputed,
  brought: ({ disputeBy }) => disputeBy === 'seller',
  appealed: isDisputed,
  upheld: isCompleted,
  released: isCompleted,
  noShow: ({ absent }, to) => absent.includes(to),
};

/** Whether an e-mail is true when it is sent, by the clock. Another e-mail tells of the change. */
export function isStillTrue(event: (typeof ORDER_EMAILS)[number], to: 'buyer' | 'seller', facts: EmailFacts): boolean {
  return TRUE_WHILE[event]?.(facts, to) ?? true;
}
