/** What became of an intent at the card provider, as we keep it. */
export type PaymentState = 'created' | 'failed' | 'cancelled' | 'succeeded' | 'refund_due' | 'refunded';

const NEXT: Record<PaymentState, readonly PaymentState[]> = {
  created: ['failed', 'succeeded', 'cancelled', 'refund_due'],
  // A declined card may be followed by another one; a late failure never undoes a success.
  failed: ['succeeded', 'cancelled', 'refund_due'],
  succeeded: ['refund_due', 'refunded'],
  refund_due: ['refunded'],
  cancelled: [],
  // A refund may fail after the provider had called it done.
  refunded: ['refund_due'],
};

export function mayBecome(from: PaymentState, to: PaymentState): boolean {
  return NEXT[from].includes(to);
}

/** Whether a card may still be charged for it. */
export function isOpen(state: PaymentState): boolean {
  return mayBecome(state, 'succeeded');
}

/** Whether its money came in, whatever became of it since. */
export function isCaptured(state: PaymentState): boolean {
  return state === 'succeeded' || state === 'refund_due' || state === 'refunded';
}

/**
 * The state of a captured payment after money went back or came again. It is refunded once all of it went back and no
 * bank has still to decide; money that comes again is due to the buyer.
 */
export function stateAfterReturns(
  state: PaymentState,
  { isWhole, isDisputed }: { isWhole: boolean; isDisputed: boolean },
): PaymentState {
  if (state === 'refunded') return isWhole ? 'refunded' : 'refund_due';
  return isWhole && !isDisputed ? 'refunded' : state;
}

/** After so many failed refunds of a payment a person has to find another way. */
export const FAILED_REFUNDS_MAX = 3;

/** The card form: at first idle, then the provider is asked, then we write down what it said. */
export interface Checkout {
  step: 'idle' | 'paying' | 'recording';
  /** Why the last attempt came to nothing, in words. */
  problem: string;
}

export const NOT_BEGUN: Checkout = { step: 'idle', problem: '' };

export type CheckoutNews = { kind: 'pressed' } | { kind: 'confirmed' } | { kind: 'ended'; problem?: string };

/** What the card form is after what has happened. Each attempt begins without the problem of the one before. */
export function nextCheckout(checkout: Checkout, news: CheckoutNews): Checkout {
  if (news.kind === 'ended') return { step: 'idle', problem: news.problem ?? '' };
  if (news.kind === 'pressed') return checkout.step === 'idle' ? { step: 'paying', problem: '' } : checkout;
  return checkout.step === 'paying' ? { ...checkout, step: 'recording' } : checkout;
}

/** Pay can be pressed once the provider's form stands and there is a secret to pay with, and while nothing is under way. */
export function mayPay({ step }: Checkout, form: { drawn: boolean; clientSecret: string | null }): boolean {
  return step === 'idle' && form.drawn && form.clientSecret !== null;
}
