import type Stripe from 'stripe';
import { Problem } from '#platform/contract/problem.ts';

/** Address and credentials of the card provider. */
export interface CardProvider {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Base URL of an API other than Stripe's own: the demo's gateway, or a fake in tests. */
  apiBase?: string | undefined;
  /** The browser script that draws the card form. */
  scriptURL: string;
  sandbox: boolean;
}

const REQUEST_TIMEOUT_MS = 8000;
const MAX_NETWORK_RETRIES = 2;

/** Returns the client of the card provider. The first call loads the SDK, so that the start of the store does not. */
export type StripeClient = () => Promise<Stripe>;

/** Returns a client of the card provider, with a timeout for each request. */
export function connectStripe(provider: CardProvider): StripeClient {
  let client: Promise<Stripe> | undefined;
  return () => {
    client ??= createClient(provider);
    return client;
  };
}

async function createClient(provider: CardProvider): Promise<Stripe> {
  const { default: Stripe } = await import('stripe');
  const base = provider.apiBase ? new URL(provider.apiBase) : undefined;
  return new Stripe(provider.secretKey, {
    timeout: REQUEST_TIMEOUT_MS,
    maxNetworkRetries: MAX_NETWORK_RETRIES,
    telemetry: false,
    ...(base
      ? {
          host: base.hostname,
          port: base.port || (base.protocol === 'https:' ? 443 : 80),
          protocol: base.protocol === 'https:' ? 'https' : 'http',
        }
      : {}),
  });
}

/** Awaits a reply of the provider. @throws Problem (503) when it is unreachable or fails; other errors pass unchanged. */
export async function mapProviderOutage<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    const { default: Stripe } = await import('stripe');
    const { StripeAPIError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError } = Stripe.errors;
    const kinds = [StripeAPIError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError];
    const isOutage = kinds.some((kind) => error instanceof kind);
    throw isOutage ? new Problem('unavailable', 'card-provider-away', 'pay.providerAway') : error;
  }
}

/** The current state of a payment at the provider. */
export interface ProviderRecord {
  intent: Stripe.PaymentIntent;
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
}

/** Page size of the provider's lists (https://docs.stripe.com/api/pagination). */
const PAGE_ROWS = 100;
const RETURNS_MAX = 10_000;

/**
 * Fetches an intent with its refunds and disputes. Without `all` they are listed only when the charge shows a return; a
 * failed refund leaves no trace on the charge.
 */
export async function fetchRecord(
  stripe: StripeClient,
  intentId: string,
  { all = false }: { all?: boolean } = {},
): Promise<ProviderRecord> {
  const { paymentIntents } = await stripe();
  const intent = await paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
  return recordOf(stripe, intent, { all });
}

/** Fetches the refunds and disputes of an intent that was expanded with its charge. */
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
  return { intent, refunds, disputes };
}

/** Returns the charge of an intent, if it was expanded. */
export function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return charge && typeof charge === 'object' ? charge : undefined;
}

/** Statuses of disputes that withdraw no money: inquiries, won and prevented disputes (https://docs.stripe.com/api/disputes/object). */
const WITHOUT_WITHDRAWAL = new Set([
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'won',
  'prevented',
]);

/** Whether the bank holds the money of a dispute. */
export function isWithdrawn(dispute: Stripe.Dispute): boolean {
  return !WITHOUT_WITHDRAWAL.has(dispute.status);
}

/** Whether a refund failed for good. */
export function hasRefundFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled';
}

/** Whether a refund may still succeed or fail. */
export function isPendingRefund({ status }: Stripe.Refund): boolean {
  return status === 'pending' || status === 'requires_action';
}

/** The amounts of a record in minor units: received, refunded, refunds under way, and held by banks. */
export function amountsOf({ intent, refunds, disputes }: ProviderRecord) {
  const sum = (amounts: { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0);
  return {
    received: intent.status === 'succeeded' ? intent.amount_received : 0,
    refunded: sum(refunds.filter(({ status }) => status === 'succeeded')),
    underWay: sum(refunds.filter(isPendingRefund)),
    withdrawn: sum(disputes.filter(isWithdrawn)),
  };
}
