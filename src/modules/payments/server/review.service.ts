import { type Actor, writeAuditEntry } from '#modules/audit/server/service.ts';
import { endReview } from '#modules/bookings/server/review-holds.service.ts';
import { lockProductAndBooking, markBookingPaid } from '#modules/bookings/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import type { Once } from '#platform/http/idempotency.ts';
import type { PaymentState, ReviewReason } from '../rules.ts';
import { findBalance } from './ledger.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { sendPaymentEmails } from './payment-emails.ts';
import type { PaymentNumber } from './providers/provider.ts';
import { fetchFullRecord, fetchRecord } from './records.service.ts';
import { enqueueRefund } from './refund-queue.ts';
import {
  findSale,
  isBuyerOrSeller,
  type LockedPayment,
  lockPayment,
  updatePaymentState,
  updateReviewNote,
} from './sale.store.ts';
import { settlePayment } from './settle.service.ts';
import { findPayment } from './store.ts';

type Decided = Extract<PaymentState, 'succeeded' | 'refund_due' | 'refunded'>;

/**
 * Decides about a payment that is kept for review, after fetching it again. A release makes the sale, if the product
 * can still be sold to the buyer. Otherwise, and by a refund, the money goes back. The decision is in the audit log,
 * its reason on the payment.
 * @throws Problem (404) for an unknown payment, (403) for an admin's own booking, (409) when it is not under review, and
 * for a release of another amount than the price or of a payment that the provider does not know, (503) when the
 * provider cannot be reached.
 */
export async function decideReview(
  deps: PaymentDeps,
  { paymentId, actor, once }: { paymentId: string; actor: Actor; once: Once },
  { decision, reason }: { decision: 'release' | 'refund'; reason: string },
): Promise<{ acknowledged: boolean; state: Decided }> {
  const known = await findPayment(deps.db, { id: paymentId });
  if (!known) throw new Problem('missing', 'not-found', 'error.notFound');
  // A refund of a payment that the provider does not know is left to an admin later.
  const fetched = decision === 'release' ? fetchFullRecord(deps, known) : fetchRecord(deps, known, { all: true });
  const record = await fetched;
  const decideIn = async (db: Db) => {
    if (record) await settlePayment({ ...deps, db }, record);
    const payment = await lockPayment(db, known);
    if (payment?.state !== 'review') throw new Problem('conflict', 'not-under-review', 'payments.notUnderReview');
    await assertNotParty(db, payment.booking_id, actor);
    if (payment.isDisputed) throw new Problem('conflict', 'disputed', 'payments.disputedNow');
    const state =
      decision === 'release' ? await release({ ...deps, db }, payment) : await refuse({ ...deps, db }, payment);
    await updateReviewNote(db, paymentId, reason);
    // A payment whose booking ended meanwhile goes back, also after a release.
    const act = state === 'succeeded' ? 'release-payment' : 'refund-payment';
    await writeAuditEntry(db, actor, act, { targetId: paymentId });
    return { acknowledged: true, state };
  };
  return once(deps.db, (db) => transaction(db, decideIn));
}

/** Refuses an admin that is the buyer or the seller of a booking. @throws Problem (403) */
export async function assertNotParty(db: Db, bookingId: string, { adminId }: Actor): Promise<void> {
  if (await isBuyerOrSeller(db, bookingId, adminId)) throw new Problem('forbidden', 'own-payment', 'payments.own');
}

/** Code and text for each reason why a payment can only be refunded. */
const NOT_RELEASED = {
  amount: ['amount-differs', 'payments.reviewAmount'],
  currency: ['currency-differs', 'payments.reviewCurrency'],
  reference: ['reference-differs', 'payments.reviewReference'],
  part: ['part-returned', 'payments.reviewPart'],
} as const;

async function release(deps: PaymentDeps, payment: LockedPayment): Promise<Decided> {
  const { db, providers, pickupMinutes } = deps;
  const { captured, returned } = await findBalance(db, payment.id);
  // The seller gets the booked price, and the buyer pays no other.
  const review = payment.review as ReviewReason;
  const rest = captured !== payment.amount_poisha ? 'amount' : returned > 0 ? 'part' : undefined;
  const fault = review === 'risk' ? rest : review;
  if (fault) {
    const [code, text] = NOT_RELEASED[fault];
    throw new Problem('conflict', code, text);
  }
  const { method } = providers.of(payment.provider);
  if (!(await markBookingPaid(db, payment.booking_id, { method, pickupMinutes }))) return refuse(deps, payment);
  await updatePaymentState(db, payment.id, 'succeeded');
  return 'succeeded';
}

/**
 * Makes a payment under review due back after its booking ended or was paid by another one. No admin can release it
 * then.
 */
export function endStaleReview(deps: Pick<PaymentDeps, 'db'>, number: PaymentNumber): Promise<void> {
  return transaction(deps.db, async (db) => {
    const payment = await lockPayment(db, number);
    if (payment?.state !== 'review' || payment.isDisputed) return;
    const booking = await lockProductAndBooking(db, payment.booking_id);
    if (booking?.stateNow !== 'held') await makeRefundDue(db, payment);
  });
}

/** Returns the money. Both sides are told while the buyer can pay by another method. */
async function refuse(deps: PaymentDeps, payment: LockedPayment): Promise<Decided> {
  const { db } = deps;
  if (await makeRefundDue(db, payment)) {
    const { captured: amount } = await findBalance(db, payment.id);
    const sale = await findSale(db, payment.booking_id);
    await sendPaymentEmails(deps, { kind: 'reviewRefused', amount, sale, payment, toSeller: true });
  }
  return 'refund_due';
}

/** Ends the review of a payment, which is then due back. Returns whether the booking still holds its product. */
async function makeRefundDue(db: Db, payment: LockedPayment): Promise<boolean> {
  const isHeld = await endReview(db, payment.booking_id);
  await updatePaymentState(db, payment.id, 'refund_due');
  await enqueueRefund(db, payment.id);
  return isHeld;
}
