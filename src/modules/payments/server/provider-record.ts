import type Stripe from 'stripe';

/** What the provider says of one payment now: its intent, every refund and every dispute. */
export interface ProviderRecord {
  intent: Stripe.PaymentIntent;
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
}

/** Page size of the provider's lists (https://docs.stripe.com/api/pagination). */
const PAGE = 100;
const RETURNS_MAX = 10_000;

/**
 * Fetches an intent with its refunds and disputes. Unless `all` is set, they are listed only when the charge says that
 * money went back; a refund that failed leaves no trace on the charge.
 */
export async function fetchRecord(
  stripe: Stripe,
  intentId: string,
  { all = false }: { all?: boolean } = {},
): Promise<ProviderRecord> {
  const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
  return recordOf(stripe, intent, { all });
}

/** Fetches the refunds and disputes of an intent that was fetched with its charge. */
export async function recordOf(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
  { all = false }: { all?: boolean } = {},
): Promise<ProviderRecord> {
  const charge = chargeOf(intent);
  const ofIntent = { payment_intent: intent.id, limit: PAGE };
  const [refunds, disputes] = await Promise.all([
    all || charge?.amount_refunded ? stripe.refunds.list(ofIntent).autoPagingToArray({ limit: RETURNS_MAX }) : [],
    all || charge?.disputed ? stripe.disputes.list(ofIntent).autoPagingToArray({ limit: RETURNS_MAX }) : [],
  ]);
  return { intent, refunds, disputes };
}

/** The charge of an intent, where it was fetched with it. */
export function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return charge && typeof charge === 'object' ? charge : undefined;
}

/** Disputes in these states take no money: inquiries, and what was won or prevented (https://docs.stripe.com/api/disputes/object). */
const HARMLESS = new Set(['warning_needs_response', 'warning_under_review', 'warning_closed', 'won', 'prevented']);

/** Whether the bank has the money of a dispute. */
export function isWithdrawn(dispute: Stripe.Dispute): boolean {
  return !HARMLESS.has(dispute.status);
}

/** Whether a refund did not reach the buyer and never will. */
export function hasFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled';
}

/** Whether a refund may still succeed or fail. */
export function isUnderWay({ status }: Stripe.Refund): boolean {
  return status === 'pending' || status === 'requires_action';
}

/** The amounts of a record in minor units: received, refunded, refunds under way, and held by banks. */
export function amountsOf({ intent, refunds, disputes }: ProviderRecord) {
  const sum = (amounts: { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0);
  return {
    received: intent.status === 'succeeded' ? intent.amount_received : 0,
    refunded: sum(refunds.filter(({ status }) => status === 'succeeded')),
    underWay: sum(refunds.filter(isUnderWay)),
    withdrawn: sum(disputes.filter(isWithdrawn)),
  };
}
