import type { Db } from '#platform/database/database.ts';
import { publishLive } from '#platform/live/live-events.ts';
import type { Method } from '../rules.ts';
import { updateHoldEnd, updateReviewHold } from './sales.store.ts';
import { lockProductAndBooking } from './service.ts';
import { isTakenByOther } from './store.ts';

/** How long a booking holds its product while an admin reviews its payment. */
const REVIEW_HOLD_DAYS = 30;
/** After a payment was given back, the buyer has this time to pay by another method. */
const HOLD_AFTER_REVIEW_MINUTES = 60;

/**
 * Extends the hold of a booking while an admin reviews its payment. Returns false when the booking has ended or the
 * product is taken: then the money is due back. Runs in the caller's transaction.
 */
export async function keepForReview(db: Db, id: string, method: Method): Promise<boolean> {
  const booking = await lockProductAndBooking(db, id);
  if (booking?.state !== 'held' || (await isTakenByOther(db, booking.product_id, id))) return false;
  await updateReviewHold(db, id, method, REVIEW_HOLD_DAYS);
  publishLive(db, [booking.seller_id, booking.buyer_id]);
  return true;
}

/**
 * Shortens the hold of a booking whose payment goes back after a review. Returns false for a booking that holds
 * nothing. Runs in the caller's transaction.
 */
export async function endReview(db: Db, id: string): Promise<boolean> {
  const booking = await lockProductAndBooking(db, id);
  if (booking?.state !== 'held') return false;
  await updateHoldEnd(db, id, HOLD_AFTER_REVIEW_MINUTES);
  publishLive(db, [booking.seller_id, booking.buyer_id]);
  return true;
}
