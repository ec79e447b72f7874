import type Stripe from 'stripe';
import { z } from 'zod';
import { completeBooking } from '#modules/bookings/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { toPoisha } from '#platform/contract/values.ts';
import { type Db, transaction } from '#platform/server/database.ts';
import { addJob } from '#platform/server/jobs.ts';
import { isOpen, mayBecome, type PaymentState } from '../rules.ts';
import { type Caution, mustBeginFewer, mustNotPause, PAUSE_MINUTES } from './caution.ts';
import { orAway } from './provider.ts';
import {
  declinesOfBuyer,
  findBookingPrice,
  findBuyerOfIntent,
  findIntents,
  findPayableBooking,
  insertEvent,
  insertLedger,
  insertPayment,
  lockPayment,
  updatePaymentState,
} from './store.ts';

/** What the verbs of this module work with. */
export interface PaymentDeps {
  db: Db;
  stripe: Stripe;
  /** Without it, as in a test run, cards may be tried as often as one likes. */
  caution: Caution | undefined;
}

/**
 * Prepares the card payment of a booking, for the booking's own price. One booking has one open intent, however often
 * and from however many tabs it is asked for: the provider's idempotency key is the booking's.
 * @param asked the price the buyer saw, in Tk; another than the booked one is refused.
 */
export async function prepareIntent(
  { db, stripe, caution }: PaymentDeps,
  buyerId: string,
  bookingId: string,
  asked: number,
): Promise<string> {
  const booking = await findPayableBooking(db, bookingId, buyerId);
  if (!booking) throw new Problem('missing', 'not-found', 'error.notFound');
  if (booking.state === 'paid') throw new Problem('conflict', 'already-paid', 'pay.alreadyPaid');
  if (!booking.payable) throw new Problem('conflict', 'hold-ended', 'pay.holdEnded');
  if (toPoisha(asked) !== booking.price_poisha) throw new Problem('conflict', 'price-differs', 'pay.priceDiffers');

  if (caution) await mustNotPause(db, buyerId, caution);

  const { open, count } = await findIntents(db, bookingId);
  const known = open ? await orAway(stripe.paymentIntents.retrieve(open)) : undefined;
  if (known && PAYABLE.has(known.status)) return clientSecretOf(known);
  // It was paid, or given up, without our hearing of it: that takes effect first.
  const settled = known && (await transaction(db, (db) => settleIntent(db, known)));
  if (settled && settled.state !== 'cancelled') throw new Problem('conflict', 'already-paid', 'pay.alreadyPaid');
  if (caution) await mustBeginFewer(db, buyerId, caution);
  const intent = await orAway(
    stripe.paymentIntents.create(
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

/** What an intent is while the browser can go on with it (https://docs.stripe.com/payments/paymentintents/lifecycle). */
const PAYABLE = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action', 'processing']);

function clientSecretOf(intent: Stripe.PaymentIntent): string {
  if (!intent.client_secret) throw new Error('The card provider gave an intent without a client secret');
  return intent.client_secret;
}

/** Stripe charges from about half a US dollar to eight digits of minor units: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
function refuseAmount(error: { code?: string }): never {
  if (error.code === 'amount_too_large') throw new Problem('conflict', 'amount-too-large', 'pay.tooLarge');
  if (error.code === 'amount_too_small') throw new Problem('conflict', 'amount-too-small', 'pay.tooSmall');
  throw error;
}

/**
 * Records what a buyer says was paid, after asking the provider itself.
 * @returns the payment's id, the same each time.
 * @throws Problem (409) while the provider does not report it as succeeded, (404) when it is not of this booking.
 */
export async function confirmPayment(
  deps: PaymentDeps,
  buyerId: string,
  bookingId: string,
  intentId: string,
): Promise<string> {
  if (!(await findPayableBooking(deps.db, bookingId, buyerId)))
    throw new Problem('missing', 'not-found', 'error.notFound');
  const intent = await orAway(deps.stripe.paymentIntents.retrieve(intentId)).catch(refuseUnknown);
  if (intent.metadata.bookingId !== bookingId) throw new Problem('missing', 'not-found', 'error.notFound');
  const payment = await transaction(deps.db, (db) => settleIntent(db, intent));
  if (payment?.state === 'succeeded') return payment.id;
  if (payment?.state === 'refund_due' || payment?.state === 'refunded')
    throw new Problem('conflict', 'refunded', 'pay.refunded');
  throw new Problem('conflict', 'not-succeeded', 'pay.notSucceeded');
}

function refuseUnknown(error: { code?: string }): never {
  if (error.code === 'resource_missing') throw new Problem('missing', 'not-found', 'error.notFound');
  throw error;
}

/**
 * Has a provider's event its effect, once: the event's id is kept in the transaction of the effect. What the event
 * says is not believed; the intent is fetched again, so late and reordered events change nothing.
 */
export async function hearEvent(deps: PaymentDeps, event: Stripe.Event): Promise<void> {
  const { db, stripe } = deps;
  const intentId = event.type.startsWith('payment_intent.') ? (event.data.object as Stripe.PaymentIntent).id : null;
  const intent = intentId ? await orAway(stripe.paymentIntents.retrieve(intentId)).catch(unlessUnknown) : undefined;
  await transaction(db, async (db) => {
    if (!(await insertEvent(db, { id: event.id, type: event.type, intent: intentId }))) return;
    if (intent) await settleIntent(db, intent);
  });
  if (event.type === 'payment_intent.payment_failed' && intentId) await pauseWhenDeclinedTooOften(deps, intentId);
}

/** After too many declined cards the payment is taken away, so that the browser cannot go on trying past the pause. */
async function pauseWhenDeclinedTooOften({ db, stripe, caution }: PaymentDeps, intentId: string): Promise<void> {
  const buyerId = caution && (await findBuyerOfIntent(db, intentId));
  if (!buyerId) return;
  const { count } = await declinesOfBuyer(db, buyerId, PAUSE_MINUTES, caution.declines);
  if (count < caution.declines) return;
  // It may have been paid meanwhile: then that stands.
  const cancelled = await stripe.paymentIntents
    .cancel(intentId, {}, { idempotencyKey: `pause-${intentId}` })
    .catch((error: { code?: string }) => {
      if (error.code !== 'payment_intent_unexpected_state') throw error;
    });
  if (cancelled) await transaction(db, (db) => settleIntent(db, cancelled));
}

/** An event about an intent that the provider does not know is none of ours. */
function unlessUnknown(error: { code?: string }): undefined {
  if (error.code !== 'resource_missing') throw error;
}

/**
 * The one place where a payment takes effect. `intent` is what the provider reports now. A success makes the booking
 * paid and the product sold, all or nothing; where the product is gone, or another payment came first, the money is
 * due back and a job returns it.
 */
export async function settleIntent(
  db: Db,
  intent: Stripe.PaymentIntent,
): Promise<{ id: string; state: PaymentState } | undefined> {
  const { bookingId } = intent.metadata;
  if (!bookingId) return undefined;
  const payment = (await lockPayment(db, intent.id)) ?? (await adoptIntent(db, bookingId, intent));
  if (!payment) return undefined;
  const move = async (state: PaymentState) => {
    await updatePaymentState(db, payment.id, state);
    return { id: payment.id, state };
  };
  if (!isOpen(payment.state)) return payment;
  if (intent.status === 'canceled') return move('cancelled');
  if (intent.status !== 'succeeded')
    return intent.last_payment_error && mayBecome(payment.state, 'failed') ? move('failed') : payment;

  const exact = intent.amount_received === payment.amount_poisha && intent.currency === payment.currency;
  const sold = exact && (await completeBooking(db, payment.booking_id));
  const settled = await move(sold ? 'succeeded' : 'refund_due');
  await bookCapture(db, payment.id, intent.amount_received, !sold);
  return settled;
}

async function bookCapture(db: Db, paymentId: string, amount: number, refundDue: boolean): Promise<void> {
  await insertLedger(db, paymentId, 'capture', amount);
  if (refundDue) await addJob(db, REFUND, { paymentId }, `refund-${paymentId}`);
}

/**
 * Notes an intent of ours that was made at the provider, but whose making could not be noted here any more. What names
 * no booking of ours is left alone; what was paid and cannot be taken for its booking goes back.
 */
async function adoptIntent(db: Db, bookingId: string, intent: Stripe.PaymentIntent) {
  const { id, amount, currency } = intent;
  const booking = z.uuid().safeParse(bookingId).success ? await findBookingPrice(db, bookingId) : undefined;
  if (!booking) return undefined;
  if (booking.price_poisha !== amount || booking.currency !== currency) {
    if (intent.status === 'succeeded') await addJob(db, REFUND, { intent: id }, `refund-${id}`);
    return undefined;
  }
  await insertPayment(db, { bookingId, intent: id, amount, currency });
  const payment = await lockPayment(db, id);
  if (payment || intent.status !== 'succeeded') return payment;
  // Another intent of the booking is open. This one was paid all the same: it can only go back.
  await insertPayment(db, { bookingId, intent: id, amount, currency, state: 'refund_due' });
  const due = await lockPayment(db, id);
  if (due) await bookCapture(db, due.id, intent.amount_received, true);
  return due;
}

/** The job that returns money that is due back. */
export const REFUND = 'refund-payment';
