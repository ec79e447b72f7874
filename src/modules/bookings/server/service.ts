import { lockProduct, markSoldAsUnsold, markUnsoldAsSold, type Withdrawal } from '#modules/catalogue/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { defineEvent, publish } from '#platform/database/domain-events.ts';
import { publishLive } from '#platform/live/live-events.ts';
import {
  ACCOUNT_DELETED,
  CANCELLED_UNPAID,
  isSale,
  type Method,
  mayBecome,
  NOT_FOR_SALE,
  type Party,
  TAKEN_DOWN,
} from '../rules.ts';
import { handoverCodeOf } from './handover-code.ts';
import { insertNoShow, isReported, updateContradicted } from './no-shows.store.ts';
import { countWrongCodes, findCashTerms, insertStep, type NewStep } from './orders.store.ts';
import {
  type LockedBooking,
  lockBookingRow,
  lockProductAndBooking,
  markHoldsReminded,
  markPickupsReminded,
  selectDueBookings,
  updateBooking,
  updateCashCompleted,
  updateClaimed,
  updateHandedOver,
  updateMethod,
  updatePaid,
  updateRefunded,
} from './sales.store.ts';
import { cancelHoldsOfProducts, expireHold, findProductOfBooking, isAnyUnderReview, isTakenByOther } from './store.ts';
import type { TradeSettings } from './trade-settings.ts';

export type { LockedBooking, NewStep, TradeSettings };
export { handoverCodeOf, lockProductAndBooking, selectDueBookings };

/**
 * Cancels an unpaid booking for its buyer, and tells the seller. Returns how many ended.
 * @throws Problem (404) without such a booking, (409) for one that is paid, under review or for cash.
 */
export function cancelUnpaidBooking(db: Db, buyerId: string, id: string): Promise<number> {
  return transaction(db, async (db) => {
    const booking = await lockProductAndBooking(db, id);
    if (booking?.buyer_id !== buyerId) throw new Problem('missing', 'not-found', 'error.notFound');
    const { state, stateNow, method } = booking;
    if (isSale(stateNow)) throw new Problem('conflict', 'already-paid', 'orders.paidNotCancelled');
    if (state !== 'held') return 0;
    if (stateNow === 'held' && method === 'cash') throw new Problem('conflict', 'cash-chosen', 'orders.callOffCash');
    const productIds = [booking.product_id];
    if (await isAnyUnderReview(db, productIds)) throw new Problem('conflict', 'under-review', 'orders.underReview');
    await cancelHoldsOfProducts(db, productIds);
    publishLive(db, [booking.seller_id, buyerId]);
    if (stateNow === 'held')
      await recordStep(db, booking, { bookingId: id, step: 'called_off', by: 'buyer', reason: CANCELLED_UNPAID });
    return 1;
  });
}

/** The actor and the reason of a booking that ends with its product. */
const WITHDRAWN: Record<Withdrawal['cause'], Pick<NewStep, 'by' | 'reason'>> = {
  seller: { by: 'seller', reason: NOT_FOR_SALE },
  takedown: { by: 'store', reason: TAKEN_DOWN },
  erasure: { by: 'store', reason: ACCOUNT_DELETED },
};

/**
 * Cancels the unpaid bookings of some products, which the caller has locked. Their buyers are told why.
 * @throws Problem (409) for an act of the seller while an admin has to decide about a payment.
 */
export async function cancelWithdrawnBookings(db: Db, { productIds, cause }: Withdrawal): Promise<void> {
  if (cause === 'seller' && (await isAnyUnderReview(db, productIds)))
    throw new Problem('conflict', 'under-review', 'mine.underReview');
  for (const booking of await cancelHoldsOfProducts(db, productIds)) {
    publishLive(db, [booking.buyer_id]);
    if (booking.state === 'cancelled')
      await recordStep(db, booking, { bookingId: booking.id, step: 'called_off', ...WITHDRAWN[cause] });
  }
}

/** A step of a booking was recorded. Listeners run in its transaction. */
export const stepTaken = defineEvent<NewStep>('booking.step-taken');

/** A booking was paid through a payment provider. Listeners run in its transaction. */
export const bookingPaid = defineEvent<{ bookingId: string }>('booking.paid');

/** A sale was refunded in full outside its steps, by a bank or an admin. Listeners run in its transaction. */
export const saleRefunded = defineEvent<{ bookingId: string }>('booking.sale-refunded');

/** Records a step of a booking for its timeline, and reloads the pages of both sides. */
export async function recordStep(
  db: Db,
  booking: Pick<LockedBooking, 'seller_id' | 'buyer_id' | 'method'>,
  step: NewStep,
): Promise<void> {
  await insertStep(db, step);
  await publish(db, stepTaken, { ...step, method: booking.method });
  publishLive(db, [booking.seller_id, booking.buyer_id]);
}

/** Records a handover: now, or when the time for an objection ended. The inspection begins. */
export async function handOver(db: Db, booking: LockedBooking, by: Party, trade: TradeSettings): Promise<void> {
  await updateHandedOver(db, booking.id, trade.inspectionMinutes);
  const at = by === 'clock' ? booking.claimed_until : null;
  await recordStep(db, booking, { bookingId: booking.id, step: by === 'buyer' ? 'received' : 'handed_over', by, at });
}

/** Records a handover that the seller claims without the code. The buyer confirms or contradicts it. */
export async function claimHandover(db: Db, booking: LockedBooking, trade: TradeSettings): Promise<void> {
  await updateClaimed(db, booking.id, trade);
  await recordStep(db, booking, { bookingId: booking.id, step: 'claimed', by: 'seller' });
}

/** Records that the buyer contradicts a handover without the code. The booking waits for its handover again. */
export async function denyHandover(db: Db, booking: LockedBooking): Promise<void> {
  await updateBooking(db, booking.id, { claimed_until: null, inspect_until: null });
  await recordStep(db, booking, { bookingId: booking.id, step: 'objected', by: 'buyer' });
}

/** Ends a sale for good, by a deadline `at` or by an act. The caller releases its money. */
export async function completeSale(db: Db, booking: LockedBooking, by: Party, at?: Date | null): Promise<void> {
  await updateBooking(db, booking.id, { state: 'completed' });
  const endsDispute = booking.state === 'disputed' && Boolean(at);
  await recordStep(db, booking, { bookingId: booking.id, step: 'completed', by, at, endsDispute });
}

/** Marks a sale as disputed, which keeps its money on hold. */
export async function disputeSale(db: Db, booking: LockedBooking): Promise<void> {
  await updateBooking(db, booking.id, { state: 'disputed' });
  await recordStep(db, booking, { bookingId: booking.id, step: 'disputed', by: 'buyer' });
}

/**
 * Ends a disputed sale whose money goes back whole or in part. The caller returns it. The product of a whole return is
 * for sale again when it was not handed over.
 */
export async function refundDisputed(
  db: Db,
  booking: LockedBooking,
  state: 'refunded' | 'partly_refunded',
  { by, at }: { by: Party; at: Date | undefined },
): Promise<void> {
  await updateRefunded(db, booking.id, state);
  if (state === 'refunded' && !booking.handed_over_at) await markSoldAsUnsold(db, booking.product_id);
  await recordStep(db, booking, { bookingId: booking.id, step: state, by, at });
}

/** Ends a cash sale at its handover. Returns false when its product is not for sale any more. */
export async function completeCashSale(db: Db, booking: LockedBooking, by: Party): Promise<boolean> {
  if (!(await markUnsoldAsSold(db, booking.product_id))) return false;
  await updateCashCompleted(db, booking.id);
  await recordStep(db, booking, { bookingId: booking.id, step: by === 'buyer' ? 'received' : 'handed_over', by });
  return true;
}

/** Ends a sale before its handover and puts its product up for sale again. The caller returns the money. */
export async function callOffSale(db: Db, booking: LockedBooking, by: Party, reason?: string): Promise<void> {
  await updateRefunded(db, booking.id);
  await markSoldAsUnsold(db, booking.product_id);
  const at = by === 'clock' ? booking.pickup_ends_at : null;
  await recordStep(db, booking, { bookingId: booking.id, step: 'called_off', by, reason, at });
}

/** Ends an unpaid booking with a reason. */
export async function callOffHold(db: Db, booking: LockedBooking, by: Party, reason: string): Promise<void> {
  await updateBooking(db, booking.id, { state: 'cancelled', hold_until: null });
  await recordStep(db, booking, { bookingId: booking.id, step: 'called_off', by, reason });
}

/** Changes how a held booking is paid. @throws Problem (409) with the reason against cash. */
export async function changeMethod(
  db: Db,
  booking: LockedBooking,
  method: Method,
  trade: TradeSettings,
): Promise<void> {
  const { takesCash, cashHoldMinutes } = trade;
  const refusal =
    method === 'cash' && (takesCash ? (await findCashTerms(db, booking.id, cashHoldMinutes))?.refusal : 'store');
  if (refusal) throw new Problem('conflict', 'no-cash', `pay.cash.${refusal}`);
  await updateMethod(db, booking.id, method, method === 'cash' ? cashHoldMinutes : trade.holdMinutes);
  await recordStep(db, booking, { bookingId: booking.id, step: `${method}_chosen`, by: 'buyer' });
}

/** Records that the other side of a cash sale did not come. @throws Problem (409) when that cannot be reported. */
export async function reportAbsence(
  db: Db,
  booking: LockedBooking,
  by: 'buyer' | 'seller',
  minutes: number,
): Promise<void> {
  const absent = by === 'buyer' ? 'seller' : 'buyer';
  if (!(await insertNoShow(db, { bookingId: booking.id, absent, minutes })))
    throw new Problem('conflict', 'no-no-show', 'handover.noNoShow');
  await recordStep(db, booking, { bookingId: booking.id, step: 'no_show', by });
}

/** Records that the side reported as absent contradicts. @throws Problem (404) without a report, (409) after its time. */
export async function contradictAbsence(db: Db, booking: LockedBooking, by: 'buyer' | 'seller'): Promise<void> {
  if (!(await isReported(db, booking.id, by))) throw new Problem('missing', 'not-found', 'error.notFound');
  if (!(await updateContradicted(db, booking.id, by)))
    throw new Problem('conflict', 'nothing-to-contradict', 'handover.nothingToContradict');
  await recordStep(db, booking, { bookingId: booking.id, step: 'contradicted', by });
}

type CodePurpose = 'handover' | 'return';

/**
 * Returns the code of a booking's handover or return, and the wrong ones that were entered: within the last minutes,
 * and in all.
 */
export async function readCode(
  db: Db,
  bookingId: string,
  secret: string,
  minutes: number,
  purpose: CodePurpose = 'handover',
) {
  const by = purpose === 'return' ? 'buyer' : 'seller';
  return {
    code: handoverCodeOf(secret, bookingId, purpose),
    ...(await countWrongCodes(db, bookingId, { by, minutes })),
  };
}

/** Marks bookings whose hold or pick-up time ends soon as reminded. Returns their ids. */
export async function markDueReminders(db: Db, { pickupMinutes }: TradeSettings, limit: number) {
  const holds = await markHoldsReminded(db, limit);
  return {
    holds: holds.filter(({ method }) => method !== 'cash').map(({ id }) => id),
    cashHolds: holds.filter(({ method }) => method === 'cash').map(({ id }) => id),
    pickups: await markPickupsReminded(db, pickupMinutes, limit),
  };
}

/**
 * Marks a booking whose payment was captured as paid, and its product as sold. Revives an expired hold of a free product.
 * Returns false when the product is booked by another buyer, sold or removed: then the money is due back.
 * Runs in the caller's transaction.
 */
export async function markBookingPaid(
  db: Db,
  id: string,
  { method, pickupMinutes }: { method: Method; pickupMinutes: number },
): Promise<boolean> {
  const productId = await findProductOfBooking(db, id);
  if (!productId) return false;
  await lockProduct(db, productId);
  const { state } = await lockBookingRow(db, id);
  if (!mayBecome(state, 'paid')) return false;
  // A captured payment keeps its own hold valid, even if that has just ended. A later hold that has ended is expired first.
  if (state === 'expired') await expireHold(db, productId);
  if (await isTakenByOther(db, productId, id)) return false;
  if (!(await markUnsoldAsSold(db, productId))) return false;
  const { buyerId, sellerId } = await updatePaid(db, id, method, pickupMinutes);
  await publish(db, bookingPaid, { bookingId: id });
  publishLive(db, [sellerId, buyerId]);
  return true;
}

/**
 * Ends a sale whose whole amount was returned. The product is for sale again, unless it was handed over or its seller
 * claims that. The buyer of a completed sale has it, also after a dispute about the handover. Returns false when the
 * booking is not paid. Runs in the caller's transaction.
 */
export async function refundBooking(db: Db, id: string): Promise<boolean> {
  const booking = await lockProductAndBooking(db, id);
  if (!booking || !(await updateRefunded(db, id))) return false;
  const isReleased = booking.state === 'completed' || booking.state === 'partly_refunded';
  if (!booking.handed_over_at && !booking.claimed_until && !isReleased) await markSoldAsUnsold(db, booking.product_id);
  await insertStep(db, { bookingId: id, step: 'refunded', by: 'store' });
  await publish(db, saleRefunded, { bookingId: id });
  return true;
}
