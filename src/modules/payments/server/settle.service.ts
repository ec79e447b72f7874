import type Stripe from 'stripe';
import { z } from 'zod';
import { completeBooking } from '#modules/bookings/server/service.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { isCaptured, isOpen, mayBecome, type PaymentState } from '../rules.ts';
import { amountsOf, type ProviderRecord } from './card-provider.ts';
import { type BookedPayment, bookEntry } from './entries.service.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { REFUND, recordReturns } from './returns.service.ts';
import { type LockedPayment, lockPayment, updatePaymentState } from './sale.store.ts';
import { findBookingPrice, insertPayment } from './store.ts';

/** A payment after settling. */
export interface Settled {
  id: string;
  state: PaymentState;
}

/**
 * Settles a payment with the provider's current record, in one transaction. This is the only place where a payment takes
 * effect. A success marks the booking as paid and the product as sold; when the product is taken, the payment is due back
 * and a job refunds it. Refunds and disputes go into the ledger; a wholly returned payment ends the sale. Returns undefined
 * for an intent without a booking.
 */
export function settleIntent(deps: PaymentDeps, record: ProviderRecord): Promise<Settled | undefined> {
  return transaction(deps.db, async (db) => {
    const payment = await lockOrAdopt(db, record);
    if (!payment) return undefined;
    const state = await recordSuccess({ ...deps, db }, payment, record.intent);
    return { id: payment.id, state: await recordReturns({ ...deps, db }, { ...payment, state }, record) };
  });
}

async function lockOrAdopt(db: Db, record: ProviderRecord): Promise<LockedPayment | undefined> {
  const { bookingId } = record.intent.metadata;
  if (!bookingId) return undefined;
  return (await lockPayment(db, record.intent.id)) ?? adoptIntent(db, bookingId, record);
}

/** Updates an open payment to the provider's state. Returns the state. */
async function recordSuccess(
  { db, pickupMinutes }: PaymentDeps,
  payment: LockedPayment,
  intent: Stripe.PaymentIntent,
): Promise<PaymentState> {
  const move = async (state: PaymentState) => {
    await updatePaymentState(db, payment.id, state, payment.isDisputed);
    return state;
  };
  if (!isOpen(payment.state)) return payment.state;
  if (intent.status === 'canceled') return move('cancelled');
  if (intent.status !== 'succeeded')
    return intent.last_payment_error && mayBecome(payment.state, 'failed') ? move('failed') : payment.state;

  const exact = intent.amount_received === payment.amount_poisha && intent.currency === payment.currency;
  const sold = exact && (await completeBooking(db, payment.booking_id, pickupMinutes));
  const state = await move(sold ? 'succeeded' : 'refund_due');
  await recordCapture(db, payment, intent.amount_received, !sold);
  return state;
}

async function recordCapture(db: Db, payment: BookedPayment, amount: number, refundDue: boolean): Promise<void> {
  await bookEntry(db, payment, { kind: 'capture', ref: null, amount });
  if (refundDue) await addJob(db, REFUND, { paymentId: payment.id }, `refund-${payment.id}`);
}

/**
 * Inserts and locks an intent that the provider knows and the database does not, after a crash between the two. Ignores an
 * intent without a booking. A captured intent that does not fit its booking is refunded.
 */
async function adoptIntent(db: Db, bookingId: string, record: ProviderRecord): Promise<LockedPayment | undefined> {
  const { id, amount, currency, amount_received: received, status } = record.intent;
  const booking = z.uuid().safeParse(bookingId).success ? await findBookingPrice(db, bookingId) : undefined;
  if (!booking) return undefined;
  if (booking.price_poisha !== amount || booking.currency !== currency) {
    if (remainingAmount(record) > 0) await addJob(db, REFUND, { intent: id }, `refund-${id}`);
    return undefined;
  }
  await insertPayment(db, { bookingId, intent: id, amount, currency });
  const payment = await lockPayment(db, id);
  if (payment || status !== 'succeeded') return payment;
  // Another intent of the booking is open, so this captured one is refunded.
  await insertPayment(db, { bookingId, intent: id, amount, currency, state: 'refund_due' });
  const due = await lockPayment(db, id);
  if (due && isCaptured(due.state)) await recordCapture(db, due, received, true);
  return due;
}

/** Returns the amount of a payment that is neither refunded nor held by a bank, in minor units. */
export function remainingAmount(record: ProviderRecord): number {
  const { received, refunded, underWay, withdrawn } = amountsOf(record);
  return received - refunded - underWay - withdrawn;
}
