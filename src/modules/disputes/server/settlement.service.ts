import type { Party } from '#modules/bookings/rules.ts';
import { completeSale, type LockedBooking, recordStep, refundDisputed } from '#modules/bookings/server/service.ts';
import { releaseSale, saleTermsOf } from '#modules/ledger/server/service.ts';
import { type LockedPayment, refundSale } from '#modules/payments/server/sale.service.ts';
import type { Db } from '#platform/database/database.ts';
import { ADMINS, publishLive } from '#platform/live/live-events.ts';
import { afterMinutes, type DisputeState, passedDeadlineOf, type Settlement } from '../rules.ts';
import {
  type DisputeRow,
  findOpenDispute,
  lockDispute,
  updateClosed,
  updateSettled,
  updateUndecided,
} from './disputes.store.ts';

/** A dispute with its booking and its payment, all locked. */
export interface LockedDispute {
  db: Db;
  payment: LockedPayment | undefined;
  booking: LockedBooking;
  dispute: DisputeRow;
}

/** Applies the passed deadlines of a locked dispute, one after the other, and returns it as it is then. */
export async function applyDisputeDeadlines(locked: LockedDispute): Promise<LockedDispute> {
  const { db, booking, dispute } = locked;
  const passed = passedDeadlineOf(dispute, dispute.now);
  if (!passed || !dispute.until) return locked;
  if (passed === 'decision') {
    await updateUndecided(db, dispute.id, dispute.until);
    const step = dispute.state === 'return' ? 'appealed' : 'replied';
    await recordStep(db, booking, { bookingId: booking.id, step, by: 'clock', at: dispute.until });
    return reload(locked);
  }
  if ('settle' in passed) {
    await recordStep(db, booking, { bookingId: booking.id, step: 'answered', by: 'clock', at: dispute.until });
    await settle(locked, passed.settle, 'clock', dispute.until);
    return applyDisputeDeadlines(await reload(locked));
  }
  const by = dispute.state === 'appeal' ? 'store' : 'clock';
  const settled = { settlement: dispute.settlement ?? NOTHING, by: dispute.settledBy ?? by };
  await close(locked, settled, passed.refundedPoisha, { by, at: dispute.until });
  return reload(locked);
}

const NOTHING: Settlement = { outcome: 'none', amountPoisha: 0, withReturn: false };

async function reload(locked: LockedDispute): Promise<LockedDispute> {
  return { ...locked, dispute: await lockDispute(locked.db, locked.dispute.id) };
}

/** Settles a dispute by agreement, at a passed deadline or now: the item comes back first, or the dispute ends. */
export async function settle(
  locked: LockedDispute,
  settlement: Settlement,
  by: Party,
  at?: Date,
): Promise<DisputeState> {
  const { db, booking, dispute } = locked;
  if (!settlement.withReturn) {
    await close(locked, { settlement, by }, settlement.amountPoisha, { by, at });
    return 'closed';
  }
  const until = afterMinutes(at ?? dispute.now, dispute.returnMinutes);
  await updateSettled(db, dispute.id, settlement, by, { state: 'return', until, from: at });
  await recordStep(db, booking, { bookingId: booking.id, step: 'return_due', by, at });
  return 'return';
}

/** The actor of an end, and the passed deadline that caused it. */
interface End {
  by: Party;
  at?: Date | undefined;
}

/** Ends a dispute: the sale ends, and its money goes to the buyer and to the seller. */
export async function close(
  locked: LockedDispute,
  settled: { settlement: Settlement; by: Party },
  refundedPoisha: number,
  end: End,
): Promise<void> {
  const { db, dispute } = locked;
  await updateClosed(db, dispute.id, { ...settled, refundedPoisha, at: end.at });
  await moveMoney(locked, refundedPoisha, end);
}

/** Ends the sale of a closed dispute with its money. */
export async function moveMoney(
  { db, payment, booking }: LockedDispute,
  refundedPoisha: number,
  { by, at }: End,
): Promise<void> {
  const terms = saleTermsOf(booking);
  if (refundedPoisha === 0) {
    await completeSale(db, booking, by, at);
    await releaseSale(db, terms);
    return;
  }
  const isWhole = refundedPoisha === booking.price_poisha;
  await refundDisputed(db, booking, isWhole ? 'refunded' : 'partly_refunded', { by, at });
  await refundSale(db, { payment, terms }, isWhole ? 'whole' : refundedPoisha, 'dispute');
  if (!isWhole) await releaseSale(db, terms);
}

/** Ends the open dispute of a booking, if it has one: a bank or an admin returned the whole price outside the dispute. */
export async function closeRefunded(db: Db, bookingId: string): Promise<void> {
  const id = await findOpenDispute(db, bookingId);
  if (!id) return;
  const { pricePoisha } = await lockDispute(db, id);
  const settlement: Settlement = { outcome: 'refund', amountPoisha: pricePoisha, withReturn: false };
  await updateClosed(db, id, { settlement, by: 'store', refundedPoisha: pricePoisha });
  publishLive(db, [ADMINS]);
}
