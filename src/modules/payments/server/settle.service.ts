import { z } from 'zod';
import { keepForReview } from '#modules/bookings/server/review-holds.service.ts';
import { markBookingPaid } from '#modules/bookings/server/service.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { addJob, HIGH_PRIORITY } from '#platform/jobs/job-runner.ts';
import { isCaptured, isOpen, mayBecome, type PaymentState, type Refusal, type ReviewReason } from '../rules.ts';
import { type BookedPayment, bookEntry } from './entries.service.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { sendPaymentEmails, sendUnknownCaptureEmails } from './payment-emails.ts';
import { insertAnswer } from './provider-answers.store.ts';
import { isPolled, type ProviderRecord, remainingAmount } from './providers/provider.ts';
import { enqueueRefund, REFUND } from './refund-queue.ts';
import { recordReturns } from './returns.service.ts';
import {
  findSale,
  type LockedPayment,
  lockPayment,
  updatePaymentState,
  updateRefusal,
  updateReview,
  updateTransactionId,
} from './sale.store.ts';
import { findBooked, findBookingPrice, insertPayment } from './store.ts';
import { deleteUnknownCapture, insertUnknownCapture } from './unknown-captures.store.ts';

export interface Settled {
  id: string;
  state: PaymentState;
  /** Why the provider refused it; null where it names no reason. */
  refusal: Refusal | null;
}

/**
 * Settles a payment with the provider's current record, in one transaction. Apart from this function, only an admin's
 * release of a review makes a sale. A success marks the booking as paid and the product as sold. When the product is
 * taken, the payment is due back and a job refunds it. A success that differs from the booking is kept for an admin.
 * Refunds and disputes go into the ledger; a wholly returned payment ends the sale. Returns undefined for a payment
 * without a booking.
 */
export async function settlePayment(deps: PaymentDeps, record: ProviderRecord): Promise<Settled | undefined> {
  const settled = await settleOne(deps, record);
  for (const extra of record.surplus ?? [])
    if (settled) await returnSurplus(deps.db, settled.id, extra);
    else if (extra.bookingId) await transaction(deps.db, (db) => reportUnknownCapture({ ...deps, db }, extra));
  return settled;
}

function settleOne(deps: PaymentDeps, record: ProviderRecord): Promise<Settled | undefined> {
  return transaction(deps.db, async (db) => {
    const locked = await lockOrAdopt({ ...deps, db }, record);
    if (!locked) return undefined;
    const payment = await recordNumber(db, locked, record);
    for (const { answer } of [record, ...record.refunds]) if (answer) await insertAnswer(db, payment.id, answer);
    const state = await applyProviderState({ ...deps, db }, payment, record);
    const returned = await recordReturns({ ...deps, db }, { ...payment, state }, record);
    return { id: payment.id, state: returned, refusal: record.refusal ?? payment.refusal };
  });
}

/** Stores the payer's number of a success, once. */
async function recordNumber(db: Db, payment: LockedPayment, { transactionId }: ProviderRecord): Promise<LockedPayment> {
  if (!transactionId || payment.transactionId) return payment;
  await updateTransactionId(db, payment.id, transactionId);
  return { ...payment, transactionId };
}

const numberOf = ({ provider, reference: intent }: ProviderRecord) => ({ provider, intent });

async function lockOrAdopt(deps: PaymentDeps, record: ProviderRecord): Promise<LockedPayment | undefined> {
  const { bookingId } = record;
  if (!bookingId) return undefined;
  return (await lockPayment(deps.db, numberOf(record))) ?? adoptPayment(deps, bookingId, record);
}

/** Applies the provider's state to a payment that is not captured. Returns the payment's state. */
async function applyProviderState(
  deps: PaymentDeps,
  payment: LockedPayment,
  record: ProviderRecord,
): Promise<PaymentState> {
  const { db, pickupMinutes, providers } = deps;
  const move = async (state: PaymentState) => {
    await updatePaymentState(db, payment.id, state, payment.isDisputed);
    return state;
  };
  if (isCaptured(payment.state)) return payment.state;
  if (record.state !== 'succeeded') {
    const isChanged = isOpen(payment.state) && record.state !== 'open' && mayBecome(payment.state, record.state);
    if (isChanged && record.refusal) await updateRefusal(db, payment.id, record.refusal);
    return isChanged ? move(record.state as 'failed' | 'cancelled') : payment.state;
  }
  const { method } = providers.of(payment.provider);
  const difference = differenceOf(payment, record);
  if (difference && (await keepForReview(db, payment.booking_id, method))) {
    await updateReview(db, payment.id, difference);
    await bookEntry(db, payment, { kind: 'capture', ref: null, amount: record.received });
    const sale = await findSale(db, payment.booking_id);
    const change = { amount: record.received, sale, payment, toSeller: false };
    await sendPaymentEmails({ ...deps, db }, { ...change, kind: 'review' });
    return 'review';
  }
  const sold = !difference && (await markBookingPaid(db, payment.booking_id, { method, pickupMinutes }));
  const state = await move(sold ? 'succeeded' : 'refund_due');
  await recordCapture(db, payment, record.received, !sold);
  return state;
}

/** Returns how a success differs from the payment that the store began; undefined when nothing differs. */
function differenceOf(
  payment: Pick<LockedPayment, 'amount_poisha' | 'currency' | 'booking_id'>,
  record: ProviderRecord,
): ReviewReason | undefined {
  if (record.received !== payment.amount_poisha) return 'amount';
  if (record.currency !== payment.currency) return 'currency';
  if (record.bookingId !== payment.booking_id) return 'reference';
  return record.review;
}

/** Books a further capture under the number of a payment as a payment that is due back, once. */
function returnSurplus(db: Db, paymentId: string, record: ProviderRecord): Promise<void> {
  return transaction(db, async (db) => {
    const { provider, intent } = numberOf(record);
    if (await lockPayment(db, { provider, intent })) return;
    const { bookingId, amount, currency } = await findBooked(db, paymentId);
    await insertPayment(db, { provider, bookingId, intent, amount, currency, state: 'refund_due' });
    const due = await lockPayment(db, { provider, intent });
    if (!due) return;
    if (record.answer) await insertAnswer(db, due.id, record.answer);
    await recordNumber(db, due, record);
    await recordCapture(db, due, record.received, true);
  });
}

async function recordCapture(db: Db, payment: BookedPayment, amount: number, refundDue: boolean): Promise<void> {
  await bookEntry(db, payment, { kind: 'capture', ref: null, amount });
  if (refundDue) await enqueueRefund(db, payment.id);
}

/**
 * Inserts and locks a payment that the provider knows and the database does not, after a crash between the two. Ignores one
 * without a booking, and tells the admins of its money. A captured payment that does not fit its booking is refunded.
 */
async function adoptPayment(
  deps: PaymentDeps,
  bookingId: string,
  record: ProviderRecord,
): Promise<LockedPayment | undefined> {
  const { db, providers } = deps;
  const { provider, reference: intent, amount, currency, received, state } = record;
  const booking = z.uuid().safeParse(bookingId).success ? await findBookingPrice(db, bookingId) : undefined;
  const isOther = booking?.price_poisha !== amount || booking.currency !== currency;
  // The refund job returns nothing without a payment to keep its requests.
  if (!booking || (isOther && providers.of(provider).needsRefundRequests)) return reportUnknownCapture(deps, record);
  if (isOther) {
    if (remainingAmount(record) > 0)
      await addJob(db, REFUND, { provider, intent }, `refund-${intent}`, { priority: HIGH_PRIORITY });
    return undefined;
  }
  const asked = { isPolled: isPolled(providers.of(provider)) };
  await insertPayment(db, { provider, bookingId, intent, amount, currency, ...asked });
  const payment = await lockPayment(db, { provider, intent });
  if (payment || state !== 'succeeded') return payment;
  // Another payment of the booking is open, so this captured one is refunded.
  await insertPayment(db, { provider, bookingId, intent, amount, currency, state: 'refund_due' });
  const due = await lockPayment(db, { provider, intent });
  if (due && isCaptured(due.state)) await recordCapture(db, due, received, true);
  return due;
}

/** Sends the admins one e-mail about a capture without a booking. A capture that was returned is no longer recorded. */
async function reportUnknownCapture(deps: PaymentDeps, record: ProviderRecord): Promise<undefined> {
  const amount = remainingAmount(record);
  if (amount <= 0) await deleteUnknownCapture(deps.db, numberOf(record));
  else if (await insertUnknownCapture(deps.db, numberOf(record), amount))
    await sendUnknownCaptureEmails(deps, record, amount);
}
