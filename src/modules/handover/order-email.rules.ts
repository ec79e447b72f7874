import type { BookingState, Method, Party, Step } from '#modules/bookings/rules.ts';

/** The e-mails about a booking. */
export const ORDER_EMAILS = [
  'booked',
  'paidSeller',
  'paidBuyer',
  'cash',
  'holdEnds',
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
  'upheld',
  'released',
  'noShow',
  'contradicted',
] as const;

type Sent = readonly [to: 'buyer' | 'seller', event: (typeof ORDER_EMAILS)[number]];

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
  refunded: [['seller', 'ended']],
  partly_refunded: [['seller', 'ended']],
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

/** The state in which an e-mail about a running deadline is true. */
const TRUE_IN: Partial<Record<(typeof ORDER_EMAILS)[number], BookingState>> = {
  booked: 'held',
  cash: 'held',
  holdEnds: 'held',
  pickupEnds: 'paid',
  asked: 'paid',
};

/** Whether an e-mail is still true in a state by the clock. Another e-mail tells of the change. */
export function isStillTrue(event: (typeof ORDER_EMAILS)[number], stateNow: BookingState): boolean {
  return (TRUE_IN[event] ?? stateNow) === stateNow;
}
