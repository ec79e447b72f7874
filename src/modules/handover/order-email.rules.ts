import type { Method, Party, Step } from '#modules/bookings/rules.ts';

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
  'replied',
  'decided',
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
  called_off: [
    ['buyer', 'calledOff'],
    ['seller', 'calledOff'],
  ],
  disputed: [['seller', 'disputed']],
  answered: [['buyer', 'answered']],
  replied: [['seller', 'replied']],
  decided: [
    ['buyer', 'decided'],
    ['seller', 'decided'],
  ],
};

/** Returns the e-mails after a step: none to its own actor about a call-off, and a short one after a cash sale. */
export function emailsAfter(step: Step | 'wrong_code', by: Party, method: Method | null): readonly Sent[] {
  const sent = AFTER[step] ?? [];
  if (step === 'called_off') return sent.filter(([to]) => to !== by);
  const isCashSale = method === 'cash' && (step === 'handed_over' || step === 'received');
  return isCashSale ? sent.map(([to]) => [to, 'sold'] as const) : sent;
}
