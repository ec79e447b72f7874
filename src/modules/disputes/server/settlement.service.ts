import type { Party } from '#modules/bookings/rules.ts';
import { completeSale, type LockedBooking, recordStep, refundDisputed } from '#modules/bookings/server/service.ts';
import { releaseSale } from '#modules/ledger/server/service.ts';
import { type LockedPayment, refundSale } from '#modules/payments/server/sale.service.ts';
import type { Db } from '#platform/database/database.ts';
import { afterMinutes, type DisputeState, lapseOf, type Settlement } from '../rules.ts';
import { updateWordsEnded } from './dispute-words.store.ts';
import { type DisputeRow, lockDispute, updateClosed, updateSettled, updateUndecided } from './disputes.store.ts';

/** A dispute with its booking and its payment, all locked. */
export interface Case {
  db: Db;
  payment: LockedPayment | undefined;
  booking: LockedBooking;
  dispute: DisputeRow;
}

/**
 * Applies the passed deadlines of a locked dispute, one after the other, and returns it as it is then. When a bank took the
 * money back, the dispute ends.
 */
export async function applyLapses(given: Case): Promise<Case> {
  const { db, booking, dispute } = given;
  if (dispute.state === 'closed') return given;
  if (booking.state !== 'disputed') {
    await closeAsReturned(given);
    return again(given);
  }
  const lapse = lapseOf(dispute, dispute.now);
  if (!lapse || !dispute.until) return given;
  if (lapse === 'decision') {
    await updateUndecided(db, dispute.id, dispute.until);
    const step = dispute.state === 'return' ? 'appealed' : 'replied';
    await recordStep(db, booking, { bookingId: booking.id, step, by: 'clock' });
    return again(given);
  }
  if ('settle' in lapse) {
    await recordStep(db, booking, { bookingId: booking.id, step: 'answered', by: 'clock' });
    await settle(given, lapse.settle, 'clock', dispute.until);
    return applyLapses(await again(given));
  }
  const by = dispute.state === 'appeal' ? 'store' : 'clock';
  await close(
    given,
    { settlement: dispute.settlement ?? NOTHING, by: dispute.settledBy ?? by },
    lapse.refundedPoisha,
    by,
  );
  return again(given);
}

const NOTHING: Settlement = { outcome: 'none', amountPoisha: 0, withReturn: false };

async function again(given: Case): Promise<Case> {
  return { ...given, dispute: await lockDispute(given.db, given.dispute.id) };
}

/** Settles a dispute by agreement: the item comes back first, or it ends now. */
export async function settle(given: Case, settlement: Settlement, by: Party, from?: Date): Promise<DisputeState> {
  const { db, booking, dispute } = given;
  if (!settlement.withReturn) {
    await close(given, { settlement, by }, settlement.amountPoisha, by);
    return 'closed';
  }
  const until = afterMinutes(from ?? dispute.now, dispute.returnMinutes);
  await updateSettled(db, dispute.id, settlement, by, { state: 'return', until, from });
  await recordStep(db, booking, { bookingId: booking.id, step: 'return_due', by });
  return 'return';
}

/** Ends a dispute: the sale ends, and its money goes to the buyer and to the seller. */
export async function close(
  given: Case,
  settled: { settlement: Settlement; by: Party },
  refundedPoisha: number,
  by: Party,
): Promise<void> {
  const { db, dispute } = given;
  await updateClosed(db, dispute.id, { ...settled, refundedPoisha });
  await moveMoney(given, refundedPoisha, by);
}

/** Ends the sale of a closed dispute with its money. */
export async function moveMoney(
  { db, payment, booking, dispute }: Case,
  refundedPoisha: number,
  by: Party,
): Promise<void> {
  await updateWordsEnded(db, dispute.id);
  const terms = { bookingId: booking.id, sellerId: booking.seller_id, feePoisha: booking.fee_poisha };
  if (refundedPoisha === 0) {
    await completeSale(db, booking, by);
    await releaseSale(db, terms);
    return;
  }
  const isWhole = refundedPoisha === booking.price_poisha;
  await refundDisputed(db, booking, isWhole ? 'refunded' : 'partly_refunded', by);
  await refundSale(db, { payment, terms }, isWhole ? 'whole' : refundedPoisha, 'dispute');
  if (!isWhole) await releaseSale(db, terms);
}

/** The bank or an admin returned the whole price beside the dispute. */
async function closeAsReturned({ db, booking, dispute }: Case): Promise<void> {
  const { price_poisha: price } = booking;
  const settlement: Settlement = { outcome: 'refund', amountPoisha: price, withReturn: false };
  await updateClosed(db, dispute.id, { settlement, by: 'clock', refundedPoisha: price });
  await updateWordsEnded(db, dispute.id);
}
