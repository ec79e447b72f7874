import type Stripe from 'stripe';
import type { ProviderDispute, ProviderRecord, ProviderRefund } from '../provider.ts';
import type { StripeClient } from './stripe-client.ts';

/** Page size of the provider's lists (https://docs.stripe.com/api/pagination). */
const PAGE_ROWS = 100;
const RETURNS_MAX = 10_000;

/**
 * Returns the record of an intent that was expanded with its charge. Without `all`, refunds and disputes are listed
 * only when the charge shows a return. A failed refund leaves no trace on it.
 */
export async function recordOf(
  stripe: StripeClient,
  intent: Stripe.PaymentIntent,
  { all = false }: { all?: boolean } = {},
): Promise<ProviderRecord> {
  const charge = chargeOf(intent);
  const client = await stripe();
  const ofIntent = { payment_intent: intent.id, limit: PAGE_ROWS };
  const [refunds, disputes] = await Promise.all([
    all || charge?.amount_refunded ? client.refunds.list(ofIntent).autoPagingToArray({ limit: RETURNS_MAX }) : [],
    all || charge?.disputed ? client.disputes.list(ofIntent).autoPagingToArray({ limit: RETURNS_MAX }) : [],
  ]);
  return presentIntent(intent, refunds, disputes);
}

/** Returns the record of an intent with its refunds and disputes. */
export function presentIntent(
  intent: Stripe.PaymentIntent,
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[],
): ProviderRecord {
  return {
    provider: 'stripe',
    reference: intent.id,
    bookingId: intent.metadata.bookingId || undefined,
    state: stateOf(intent),
    amount: intent.amount,
    received: intent.amount_received,
    currency: intent.currency,
    description: intent.description ?? '',
    at: timeOf((chargeOf(intent) ?? intent).created),
    refunds: refunds.map(refundOf),
    disputes: disputes.map(disputeOf),
    resume: PAYABLE.has(intent.status) && intent.client_secret ? { clientSecret: intent.client_secret } : undefined,
  };
}

/** Statuses of an intent that the browser can still pay (https://docs.stripe.com/payments/paymentintents/lifecycle). */
const PAYABLE = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action', 'processing']);

function stateOf({ status, last_payment_error: error }: Stripe.PaymentIntent): ProviderRecord['state'] {
  if (status === 'canceled') return 'cancelled';
  if (status === 'succeeded') return 'succeeded';
  return error ? 'failed' : 'open';
}

function timeOf(seconds: number): Date {
  return new Date(1000 * seconds);
}

/** Returns the charge of an intent, if it was expanded. */
export function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return charge && typeof charge === 'object' ? charge : undefined;
}

/** Returns a refund of the provider. */
export function refundOf({ id, amount, status, created }: Stripe.Refund): ProviderRefund {
  const hasFailed = status === 'failed' || status === 'canceled';
  const state = hasFailed ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending';
  return { ref: id, amount, state, at: timeOf(created) };
}

/** Statuses of disputes that withdraw no money: inquiries and prevented disputes (https://docs.stripe.com/api/disputes/object). */
const INQUIRIES = new Set(['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented']);

/** Returns the state of a dispute. */
export function stateOfDispute(status: string): ProviderDispute['state'] {
  if (INQUIRIES.has(status)) return 'inquiry';
  return status === 'won' || status === 'lost' ? status : 'open';
}

function disputeOf({ id, amount, status, created, balance_transactions: moves }: Stripe.Dispute): ProviderDispute {
  return {
    ref: id,
    amount,
    state: stateOfDispute(status),
    at: timeOf(Math.max(created, ...moves.map((move) => move.created))),
  };
}
