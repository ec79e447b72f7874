import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { Problem } from '#platform/contract/problem.ts';
import {
  type FindOptions,
  type ListedPayment,
  type PaymentProvider,
  type ProviderBalance,
  type ProviderRecord,
  type RefundOrder,
  RefundRefused,
} from '../provider.ts';
import { createStripeClient, ignoreUnknownIntent, mapProviderOutage, type StripeClient } from './stripe-client.ts';
import { changeOf, RETURN_EVENTS, stripeRoutes } from './stripe-events.ts';
import type { StripeKeys } from './stripe-keys.ts';
import { chargeOf, recordOf, refundOf } from './stripe-record.ts';

/** Returns Stripe, for cards: https://docs.stripe.com/payments/payment-intents */
export function connectStripe(keys: StripeKeys): PaymentProvider {
  const stripe = createStripeClient(keys);
  const find = (id: string, options?: FindOptions) => mapProviderOutage(findIntent(stripe, id, options));
  return {
    name: 'stripe',
    method: 'card',
    sandbox: keys.sandbox,
    needsRefundRequests: false,
    begin: (payment) => mapProviderOutage(createIntent(stripe, payment)).catch(refuseAmount),
    confirm: find,
    find,
    cancel: (id) => mapProviderOutage(cancelIntent(stripe, id)),
    refund: (order) => mapProviderOutage(createRefund(stripe, order)),
    refundState: (_, { ref }) => mapProviderOutage(retrieveRefund(stripe, ref)),
    listSince: (since) => mapProviderOutage(listSince(stripe, since)),
    balance: () => mapProviderOutage(retrieveBalance(stripe)),
    list: () => list(stripe),
    routes: (app, callbacks) => stripeRoutes(app, { stripe, webhookSecret: keys.webhookSecret, callbacks }),
  };
}

/**
 * Each call has a key of its own: one of the booking would replay a saved error, or an intent that was cancelled. An intent
 * whose answer is lost takes no money, as its secret reaches nobody.
 */
async function createIntent(stripe: StripeClient, payment: Parameters<PaymentProvider['begin']>[0]) {
  const { bookingId, productId, amount, currency, itemName } = payment;
  const { paymentIntents } = await stripe();
  const { id, client_secret: clientSecret } = await paymentIntents.create(
    {
      amount,
      currency,
      allowed_payment_method_types: ['card'],
      description: itemName,
      metadata: { bookingId, productId },
    },
    { idempotencyKey: randomUUID() },
  );
  if (!clientSecret) throw new Error('The card provider returned an intent without a client secret.');
  return { reference: id, clientSecret };
}

/** Stripe limits the amount: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
function refuseAmount(error: { code?: string }): never {
  if (error.code === 'amount_too_large') throw new Problem('conflict', 'amount-too-large', 'pay.tooLarge');
  if (error.code === 'amount_too_small') throw new Problem('conflict', 'amount-too-small', 'pay.tooSmall');
  throw error;
}

async function findIntent(
  stripe: StripeClient,
  id: string,
  { all = false }: FindOptions = {},
): Promise<ProviderRecord | undefined> {
  const { paymentIntents } = await stripe();
  const intent = await paymentIntents.retrieve(id, { expand: ['latest_charge'] }).catch(ignoreUnknownIntent);
  return intent && recordOf(stripe, intent, { all });
}

/** A payment that succeeded meanwhile stays. */
async function cancelIntent(stripe: StripeClient, id: string): Promise<boolean> {
  const { paymentIntents } = await stripe();
  const cancelled = await paymentIntents.cancel(id).catch((error: { code?: string }) => {
    if (error.code !== 'payment_intent_unexpected_state') throw error;
  });
  if (cancelled) return true;
  const { status } = await paymentIntents.retrieve(id);
  return status === 'canceled';
}

/**
 * The key has the numbers of refunds and refusals so far. Otherwise Stripe would replay a failed refund or a refusal
 * for a day. Without an answer both stay, and so does the key.
 */
async function createRefund(stripe: StripeClient, { record, amount, isPart, refusals }: RefundOrder) {
  const { refunds } = await stripe();
  const { reference, refunds: made } = record;
  const key = `${isPart ? 'part-refund' : 'refund'}-${reference}-${made.length}-${amount}`;
  const refund = await refunds
    .create({ payment_intent: reference, amount }, { idempotencyKey: refusals > 0 ? `${key}-${refusals}` : key })
    .catch((error: { type?: string; message?: string }) => {
      if (error.type !== 'StripeInvalidRequestError') throw error;
      throw new RefundRefused(error.message, { cause: error });
    });
  return refundOf(refund);
}

async function retrieveRefund(stripe: StripeClient, id: string) {
  const { refunds } = await stripe();
  return refundOf(await refunds.retrieve(id));
}

/** Lists successes, refunds and disputes since a time (https://docs.stripe.com/api/events/list). */
async function listSince(stripe: StripeClient, since: Date) {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const { events } = await stripe();
  const changes = [];
  for await (const event of events.list({ type: 'payment_intent.succeeded', created, limit: 100 }))
    if ((event.data.object as Stripe.PaymentIntent).metadata.bookingId) changes.push(changeOf(event));
  for await (const event of events.list({ types: [...RETURN_EVENTS], created, limit: 100 }))
    changes.push(changeOf(event));
  return changes;
}

/** Returns the balance at Stripe, by account and currency (https://docs.stripe.com/api/balance/balance_object). */
async function retrieveBalance(stripe: StripeClient): Promise<ProviderBalance[]> {
  const { balance } = await stripe();
  const { available, pending } = await balance.retrieve();
  return Object.entries({ available, pending }).flatMap(([account, held]) =>
    held.map(({ amount, currency }) => ({ account, amount, currency })),
  );
}

/** Lists the payments that name a booking, with their charges (https://docs.stripe.com/api/payment_intents/list). */
async function* list(stripe: StripeClient): AsyncGenerator<ListedPayment> {
  const { paymentIntents } = await stripe();
  for await (const intent of paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] })) {
    if (!intent.metadata.bookingId) continue;
    const charge = chargeOf(intent);
    yield {
      reference: intent.id,
      received: intent.status === 'succeeded' ? intent.amount_received : 0,
      refunded: charge?.amount_refunded ?? 0,
      isDisputed: charge?.disputed ?? false,
    };
  }
}
