/**
 * The states of a booking. `held` is unpaid within its hold, or waits for cash. `paid` waits for the handover,
 * `handed_over` for the end of the inspection. The database allows one held booking or sale per product.
 */
export const BOOKING_STATES = [
  'held',
  'paid',
  'handed_over',
  'disputed',
  'completed',
  'partly_refunded',
  'refunded',
  'expired',
  'cancelled',
] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

/** The methods that are paid on the page of a provider. */
export const PAGE_METHODS = ['bkash', 'sslcommerz'] as const;
export type PageMethod = (typeof PAGE_METHODS)[number];

/** How a buyer pays. The store never holds the money of `cash`. */
export const METHODS = ['card', ...PAGE_METHODS, 'cash'] as const;
export type Method = (typeof METHODS)[number];

/** Whether a method is paid on the page of a provider. */
export function isPageMethod(method: string | null | undefined): method is PageMethod {
  return PAGE_METHODS.some((one) => one === method);
}

/** The states in which money was taken or handed over and not given back: `paid` on the wire. */
const SALES = [
  'paid',
  'handed_over',
  'disputed',
  'completed',
  'partly_refunded',
] as const satisfies readonly BookingState[];

/** The states of which a product has at most one booking: unpaid, or a sale. */
export const LIVE_STATES = ['held', ...SALES] as const satisfies readonly BookingState[];

const NEXT: Record<BookingState, readonly BookingState[]> = {
  // Cash completes a booking at the handover.
  held: ['paid', 'completed', 'expired', 'cancelled'],
  // A payment in progress at the end of the hold revives the booking, if the product is still free.
  expired: ['paid'],
  cancelled: [],
  // The buyer contradicts a handover without the code.
  paid: ['handed_over', 'disputed', 'refunded'],
  handed_over: ['completed', 'disputed', 'refunded'],
  disputed: ['completed', 'partly_refunded', 'refunded'],
  // A bank or an admin can return the money of an ended sale.
  completed: ['refunded'],
  partly_refunded: ['refunded'],
  refunded: [],
};

/**
 * Where the money of a booking is, when it is not simply with the store: a bank holds it, it is due back, it went
 * back, or an admin looks at it before the sale.
 */
export const MONEY_STATES = ['bank_dispute', 'refund_due', 'refunded', 'review'] as const;
export type MoneyState = (typeof MONEY_STATES)[number];

/** Whether a booking may go from one state to another. A trigger has the same list. */
export function mayBecome(from: BookingState, to: BookingState): boolean {
  return NEXT[from].includes(to);
}

/** Whether money was taken or handed over for a booking and not given back. */
export function isSale(state: BookingState | MoneyState): state is (typeof SALES)[number] {
  return SALES.some((sale) => sale === state);
}

/** The seller's reason for ending a booking of a product that is no longer for sale. */
export const NOT_FOR_SALE = 'notForSale';

/** The store's reason for the open bookings of an erased person. */
export const ACCOUNT_DELETED = 'accountDeleted';

/** The reason of a buyer who cancels a booking that they did not pay. */
export const CANCELLED_UNPAID = 'cancelledUnpaid';

/** The reason of the store when an admin removes a product that somebody booked. */
export const TAKEN_DOWN = 'takenDown';

/** Wrong codes of a booking in total, after which its code is locked. */
export const CODE_TRIES_MAX_COUNT = 20;

/** Whether the buyer and the seller still have to meet: they see the other's phone. */
export function isMeeting({ state, method }: { state: BookingState; method?: Method | null | undefined }): boolean {
  return state === 'paid' || (state === 'held' && method === 'cash');
}

/**
 * The state of a booking on screen: the state of its money, where that differs. A payment that is
 * due back beside the one that counts changes nothing for a held or sold booking.
 */
export function shownState({ state, moneyState }: { state: BookingState; moneyState?: MoneyState | undefined }) {
  if (moneyState === 'bank_dispute' || moneyState === 'review') return moneyState;
  return moneyState && state !== 'held' && !isSale(state) ? moneyState : state;
}

/** Returns the pick-up point of a booking: the agreed or the only one. Undefined while the sides name different ones. */
export function pickupPoint({ location, sellerLocation }: { location: string; sellerLocation?: string | undefined }) {
  if (location && sellerLocation && location !== sellerLocation) return undefined;
  return location || sellerLocation || '';
}

/** Whether a booking can be paid now. A hold that ran out reads as expired, by the database's clock. */
export function isPayable(state: BookingState | MoneyState): state is 'held' {
  return state === 'held';
}

/** The actors of a step: a party of the booking, a passed deadline (`clock`), or the store. */
export const PARTIES = ['buyer', 'seller', 'clock', 'store'] as const;
export type Party = (typeof PARTIES)[number];

/** The steps of a timeline. `booked` and `paid` are the booking's own times. */
export const STEPS = [
  'booked',
  'paid',
  ...METHODS.map((method) => `${method}_chosen` as const),
  'claimed',
  'objected',
  'handed_over',
  'received',
  'called_off',
  'completed',
  'refunded',
  'partly_refunded',
  'no_show',
  'contradicted',
  'disputed',
  'answered',
  'replied',
  'decided',
  'appealed',
  'return_due',
  'returned',
] as const;
export type Step = (typeof STEPS)[number];

/** Steps of a problem between the parties. */
export const PROBLEM_STEPS: readonly Step[] = ['objected', 'called_off', 'no_show', 'disputed'];

/** Steps with a text of their own when a passed deadline made them: nobody acted. */
const LAPSED_STEPS = ['handed_over', 'called_off', 'answered', 'replied', 'appealed'] as const;

/** Returns the last part of the key of a step's text. */
export function stepKey(step: Step, by: Party): Step | `clock.${(typeof LAPSED_STEPS)[number]}` {
  const lapsed = by === 'clock' && LAPSED_STEPS.find((one) => one === step);
  return lapsed ? `clock.${lapsed}` : step;
}

export const NEXT_STEPS = ['pay', 'hand_over', 'bring_cash', 'confirm', 'inspect', 'dispute'] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

interface Times {
  state: BookingState;
  method: Method | null;
  holdUntil: Date | null;
  pickupUntil: Date | null;
  claimedUntil: Date | null;
  inspectUntil: Date | null;
  /** The next actor in an open dispute, `clock` while only time passes. */
  disputeBy: Party | null;
  /** Null while an admin decides. */
  disputeUntil: Date | null;
}

/** Returns the next step of a booking, its actor and its deadline; undefined when nothing is left to do. */
export function nextStep(times: Times): { step: NextStep; by: Party; until?: Date } | undefined {
  const { state, method, holdUntil, pickupUntil, claimedUntil, inspectUntil, disputeBy, disputeUntil } = times;
  if (state === 'disputed' && disputeBy)
    return { step: 'dispute', by: disputeBy, ...(disputeUntil && { until: disputeUntil }) };
  const step = (step: NextStep, by: Party, until: Date | null) => until && { step, by, until };
  const next =
    (state === 'held' && method === 'cash' && step('bring_cash', 'buyer', holdUntil)) ||
    (state === 'held' && step('pay', 'buyer', holdUntil)) ||
    (state === 'paid' && claimedUntil && step('confirm', 'buyer', claimedUntil)) ||
    (state === 'paid' && step('hand_over', 'seller', pickupUntil)) ||
    (state === 'handed_over' && step('inspect', 'buyer', inspectUntil));
  return next || undefined;
}

/**
 * Whether the buyer's own point counts in a form of the booking dialog. Without a script, a text that differs from the
 * one it
 * `began` with was typed, whatever the radio buttons say.
 */
export function choosesOwnPoint(form: { point?: unknown; location?: unknown; began?: unknown }): boolean {
  return form.point !== 'seller' || (form.began !== undefined && form.began !== (form.location ?? ''));
}
