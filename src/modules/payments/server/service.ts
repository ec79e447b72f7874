import type Stripe from 'stripe';
import { type BookingState, isSale } from '#modules/bookings/rules.ts';
import { message } from '#platform/contract/message-reference.ts';
import { Problem } from '#platform/contract/problem.ts';
import { toPoisha } from '#platform/contract/values.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { fetchRecord, mapProviderOutage } from './card-provider.ts';
import type { PaymentDeps, VelocityLimits } from './payment-deps.ts';
import { settleIntent } from './settle.service.ts';
import {
  countNewIntents,
  findBuyerOfIntent,
  findDeclines,
  findIntents,
  findPayableBooking,
  insertEvent,
  insertPayment,
} from './store.ts';

/**
 * Prepares the card payment of a booking, for the booking's own price. A booking has one open intent at a time, because
 * the provider's idempotency key is the booking's. Returns the intent's client secret.
 * @param shownPrice the price on the buyer's screen, in Tk
 * @throws Problem (404) without such a booking, (409) when it cannot be paid or the price differs, (429) above the limits,
 * (503) when the provider cannot be reached.
 */
export async function prepareIntent(
  deps: PaymentDeps,
  buyerId: string,
  bookingId: string,
  shownPrice: number,
): Promise<string> {
  const { db, stripe, velocityLimits } = deps;
  const booking = await findPayableBooking(db, bookingId, buyerId);
  if (!booking) throw new Problem('missing', 'not-found', 'error.notFound');
  if (isSale(booking.state as BookingState)) throw new Problem('conflict', 'already-paid', 'pay.alreadyPaid');
  if (!booking.payable) throw new Problem('conflict', 'hold-ended', 'pay.holdEnded');
  if (toPoisha(shownPrice) !== booking.price_poisha) throw new Problem('conflict', 'price-differs', 'pay.priceDiffers');

  if (velocityLimits) await assertNotPaused(db, buyerId, velocityLimits);

  const { open, count } = await findIntents(db, bookingId);
  const known = open ? await mapProviderOutage(fetchRecord(stripe, open)) : undefined;
  if (known && PAYABLE.has(known.intent.status)) return clientSecretOf(known.intent);
  // The intent was paid or cancelled without a webhook: settle it first.
  const settled = known && (await settleIntent(deps, known));
  if (settled && settled.state !== 'cancelled') throw new Problem('conflict', 'already-paid', 'pay.alreadyPaid');
  if (velocityLimits) await assertIntentsBelowLimit(db, buyerId, velocityLimits);
  const { paymentIntents } = await stripe();
  const intent = await mapProviderOutage(
    paymentIntents.create(
      {
        amount: booking.price_poisha,
        currency: booking.currency,
        allowed_payment_method_types: ['card'],
        description: booking.item_name,
        metadata: { bookingId, productId: booking.product_id },
      },
      { idempotencyKey: `intent-${bookingId}-${count}` },
    ),
  ).catch(refuseAmount);
  await insertPayment(db, { bookingId, intent: intent.id, amount: intent.amount, currency: intent.currency });
  return clientSecretOf(intent);
}

/** Statuses of an intent that the browser can still pay (https://docs.stripe.com/payments/paymentintents/lifecycle). */
const PAYABLE = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action', 'processing']);

function clientSecretOf(intent: Stripe.PaymentIntent): string {
  if (!intent.client_secret) throw new Error('The card provider returned an intent without a client secret.');
  return intent.client_secret;
}

/** Stripe limits the amount: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
function refuseAmount(error: { code?: string }): never {
  if (error.code === 'amount_too_large') throw new Problem('conflict', 'amount-too-large', 'pay.tooLarge');
  if (error.code === 'amount_too_small') throw new Problem('conflict', 'amount-too-small', 'pay.tooSmall');
  throw error;
}

/** Pause after too many declined cards. */
const PAUSE_MINUTES = 15;

/** @throws Problem (429) during the pause after too many declined cards. */
async function assertNotPaused(db: Db, buyerId: string, { declines }: VelocityLimits): Promise<void> {
  const { count, secondsLeft } = await findDeclines(db, buyerId, PAUSE_MINUTES, declines);
  if (count < declines) return;
  const minutes = Math.max(1, Math.ceil(secondsLeft / 60));
  throw new Problem('tooMany', 'paused', message('pay.paused', { n: declines, minutes })).retryAfter(minutes * 60);
}

/** @throws Problem (429) when a buyer starts too many payments. */
async function assertIntentsBelowLimit(db: Db, buyerId: string, { intents }: VelocityLimits): Promise<void> {
  if ((await countNewIntents(db, buyerId)) < intents) return;
  throw new Problem('tooMany', 'too-many-intents', message('pay.tooManyIntents', { n: intents })).retryAfter(3600);
}

/**
 * Records a payment that a buyer reports, after fetching it from the provider. Returns the payment's id, the same each time.
 * @throws Problem (409) while the provider does not report it as succeeded, (404) when it is not for this booking.
 */
export async function confirmPayment(
  deps: PaymentDeps,
  buyerId: string,
  bookingId: string,
  intentId: string,
): Promise<string> {
  const booking = await findPayableBooking(deps.db, bookingId, buyerId);
  if (!booking) throw new Problem('missing', 'not-found', 'error.notFound');
  const record = await mapProviderOutage(fetchRecord(deps.stripe, intentId)).catch(refuseUnknown);
  if (record.intent.metadata.bookingId !== bookingId) throw new Problem('missing', 'not-found', 'error.notFound');
  const payment = await settleIntent(deps, record);
  if (payment?.state === 'succeeded') return payment.id;
  if (payment && booking.state === 'refunded') throw new Problem('conflict', 'refunded', 'pay.saleRefunded');
  if (payment?.state === 'refund_due' || payment?.state === 'refunded')
    throw new Problem('conflict', 'refunded', 'pay.refunded');
  throw new Problem('conflict', 'not-succeeded', 'pay.notSucceeded');
}

function refuseUnknown(error: { code?: string }): never {
  if (error.code === 'resource_missing') throw new Problem('missing', 'not-found', 'error.notFound');
  throw error;
}

/** The provider's events that change the books. The webhook has to be registered with them (docs/operations.md). */
export const RETURN_EVENTS = [
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const satisfies Stripe.Event.Type[];

/**
 * Applies a provider event exactly once: the event's id is stored in the transaction of its effect. Ignores the payload and
 * fetches the intent with its refunds and disputes, so that late and reordered events change nothing.
 * @throws Problem (503) when the provider cannot be reached.
 */
export async function handleProviderEvent(deps: PaymentDeps, event: Stripe.Event): Promise<void> {
  const intentId = intentOf(event);
  const all = !event.type.startsWith('payment_intent.');
  const record = intentId
    ? await mapProviderOutage(fetchRecord(deps.stripe, intentId, { all })).catch(ignoreUnknownIntent)
    : undefined;
  await transaction(deps.db, async (db) => {
    if (!(await insertEvent(db, { id: event.id, type: event.type, intent: intentId }))) return;
    if (record) await settleIntent({ ...deps, db }, record);
  });
  if (event.type === 'payment_intent.payment_failed' && intentId) await cancelAfterDeclines(deps, intentId);
}

/** Returns the id of an event's intent; null for an event about anything else. */
function intentOf({ type, data }: Stripe.Event): string | null {
  const { id, payment_intent: named } = data.object as { id?: unknown; payment_intent?: unknown };
  const intent = type.startsWith('payment_intent.')
    ? id
    : /^(charge\.(refund|dispute)|refund)/.test(type)
      ? named
      : null;
  return typeof intent === 'string' ? intent : null;
}

/** Cancels the intent after too many declined cards, so that the browser cannot try more cards during the pause. */
async function cancelAfterDeclines(deps: PaymentDeps, intentId: string): Promise<void> {
  const { db, stripe, velocityLimits } = deps;
  const buyerId = velocityLimits && (await findBuyerOfIntent(db, intentId));
  if (!buyerId) return;
  const { count } = await findDeclines(db, buyerId, PAUSE_MINUTES, velocityLimits.declines);
  if (count < velocityLimits.declines) return;
  // A payment that succeeded meanwhile stays.
  const { paymentIntents } = await stripe();
  const cancelled = await paymentIntents
    .cancel(intentId, {}, { idempotencyKey: `pause-${intentId}` })
    .catch((error: { code?: string }) => {
      if (error.code !== 'payment_intent_unexpected_state') throw error;
    });
  if (cancelled) await settleIntent(deps, { intent: cancelled, refunds: [], disputes: [] });
}

/** An intent that the provider does not know belongs to another store. */
function ignoreUnknownIntent(error: { code?: string }): undefined {
  if (error.code !== 'resource_missing') throw error;
}
