import type { PageMethod } from '#modules/bookings/rules.ts';

/** State of a payment. The money of a payment in `review` was captured and waits for the decision of an admin. */
export type PaymentState = 'created' | 'failed' | 'cancelled' | 'review' | 'succeeded' | 'refund_due' | 'refunded';

/** Why a payment is kept for an admin: the provider sees a risk, or its record differs from the booking. */
export const REVIEW_REASONS = ['risk', 'amount', 'currency', 'reference'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/**
 * Why a provider refused a payment. `ended` is cancelled or expired, `code` is a wrong OTP or PIN, `locked` one that
 * was wrong too often. An `account` may not pay.
 */
export const REFUSAL_REASONS = ['funds', 'ended', 'code', 'locked', 'account'] as const;
export type Refusal = (typeof REFUSAL_REASONS)[number];

/** Names of the providers, as they write them. */
export const PROVIDER_NAMES: Record<string, string> = {
  stripe: 'Stripe',
  bkash: 'bKash',
  sslcommerz: 'SSLCommerz',
} satisfies Record<'stripe' | PageMethod, string>;

const NEXT: Record<PaymentState, readonly PaymentState[]> = {
  created: ['failed', 'succeeded', 'cancelled', 'refund_due', 'review'],
  // Another card may follow a declined one; a late failure never undoes a success.
  failed: ['succeeded', 'cancelled', 'refund_due', 'review'],
  review: ['succeeded', 'refund_due', 'refunded'],
  succeeded: ['refund_due', 'refunded'],
  refund_due: ['refunded'],
  // A page that the buyer left may still be paid. The payment is open again when the buyer approves it there.
  cancelled: ['created', 'succeeded', 'refund_due', 'review'],
  // A refund may fail after the provider has reported it as succeeded.
  refunded: ['refund_due'],
};

/** Whether a payment may go from one state to another. A trigger has the same list. */
export function mayBecome(from: PaymentState, to: PaymentState): boolean {
  return NEXT[from].includes(to);
}

/** Whether the payment waits for the buyer. */
export function isOpen(state: PaymentState): boolean {
  return state === 'created' || state === 'failed';
}

/** Whether the payment was captured, including refunded ones. */
export function isCaptured(state: PaymentState): boolean {
  return state === 'review' || state === 'succeeded' || state === 'refund_due' || state === 'refunded';
}

/**
 * Returns the state of a captured payment after returns were added or reversed. It is refunded once the whole amount is
 * returned and no dispute is open. An amount that comes back to the store is due to the buyer.
 */
export function stateAfterReturns(
  state: PaymentState,
  { isWhole, isDisputed }: { isWhole: boolean; isDisputed: boolean },
): PaymentState {
  if (state === 'refunded') return isWhole ? 'refunded' : 'refund_due';
  return isWhole && !isDisputed ? 'refunded' : state;
}

/** After this number of failed or refused refunds the job stops, and an admin decides. */
export const FAILED_REFUNDS_MAX = 3;

/** Delays after the first and the second refusal of a refund. The balance at the provider may be too low. */
export const REFUND_PAUSES_MINUTES = [30, 240] as const;

/** State of the card form: `paying` waits for the provider, `recording` for the store. */
export interface Checkout {
  step: 'idle' | 'paying' | 'recording';
  /** Translated reason why the last attempt failed; empty without one. */
  problem: string;
}

export const IDLE_CHECKOUT: Checkout = { step: 'idle', problem: '' };

export type CheckoutEvent = { kind: 'pressed' } | { kind: 'confirmed' } | { kind: 'ended'; problem?: string };

/** Returns the next state of the card form. A new attempt clears the problem of the last one. */
export function checkoutReducer(checkout: Checkout, event: CheckoutEvent): Checkout {
  if (event.kind === 'ended') return { step: 'idle', problem: event.problem ?? '' };
  if (event.kind === 'pressed') return checkout.step === 'idle' ? { step: 'paying', problem: '' } : checkout;
  return checkout.step === 'paying' ? { ...checkout, step: 'recording' } : checkout;
}

/** Whether Pay can be pressed: the provider's form is drawn, the client secret is there and no attempt is running. */
export function mayPay({ step }: Checkout, form: { drawn: boolean; clientSecret: string | null }): boolean {
  return step === 'idle' && form.drawn && form.clientSecret !== null;
}
