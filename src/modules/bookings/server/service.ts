import { holdProduct, sellProduct } from '#modules/catalogue/server/service.ts';
import { lockPersonShared } from '#modules/identity/server/service.ts';
import { message } from '#platform/contract/message-reference.ts';
import { Problem } from '#platform/contract/problem.ts';
import type { Db } from '#platform/database/database.ts';
import { publishLive } from '#platform/live/live-events.ts';
import { mayBecome } from '../rules.ts';
import {
  cancelHold,
  cancelHoldsOfProducts,
  countHolds,
  expireHold,
  findBookingOfBuyer,
  findObstacle,
  findProductOfAnyBooking,
  findProductOfBooking,
  insertBooking,
  isTakenByOther,
  lockBookingState,
  type NewBooking,
  updateBuyerGone,
  updatePaid,
  updateRefunded,
} from './store.ts';

/** Books a product for a buyer. @throws Problem with the reason when it cannot be booked. */
export async function bookProduct(db: Db, booking: NewBooking): Promise<void> {
  const sellerId = await insertBooking(db, booking);
  if (!sellerId) throw (await refusalOf(db, booking)).notAcknowledged();
  publishLive(db, [sellerId, booking.buyerId]);
}

async function refusalOf(db: Db, { productId, buyerId, maxHolds }: NewBooking): Promise<Problem> {
  await lockPersonShared(db, buyerId);
  const obstacle = await findObstacle(db, productId, buyerId);
  if (!obstacle) return new Problem('missing', 'not-found', 'book.noSuchProduct');
  if (obstacle.own) return new Problem('conflict', 'own-product', 'book.own');
  if (obstacle.mine) return new Problem('conflict', 'booked-by-you', 'book.mine');
  if (obstacle.status === 'sold') return new Problem('conflict', 'sold', 'book.sold');
  if (maxHolds !== undefined && (await countHolds(db, buyerId)) >= maxHolds)
    return new Problem('conflict', 'too-many-holds', message('book.tooMany', { n: maxHolds }));
  return new Problem('conflict', 'booked', 'book.gone');
}

/** Cancels an unpaid booking. Returns how many ended. @throws Problem when there is none, or when it was paid. */
export async function releaseBooking(db: Db, buyerId: string, id: string): Promise<number> {
  const sellerId = await cancelHold(db, id, buyerId);
  if (sellerId) {
    publishLive(db, [sellerId, buyerId]);
    return 1;
  }
  const booking = await findBookingOfBuyer(db, id, buyerId);
  if (!booking) throw new Problem('missing', 'not-found', 'error.notFound');
  if (booking.state === 'paid') throw new Problem('conflict', 'already-paid', 'orders.paidNotCancelled');
  return 0;
}

/** Cancels the unpaid bookings of some products. */
export async function releaseProducts(db: Db, productIds: readonly string[]): Promise<void> {
  publishLive(db, await cancelHoldsOfProducts(db, productIds));
}

/** Cancels a buyer's unpaid bookings; paid ones stay, without phone and pick-up point. */
export async function withdrawBuyer(db: Db, buyerId: string): Promise<void> {
  publishLive(db, await updateBuyerGone(db, buyerId));
}

/**
 * Turns a paid booking into a sale, together with its product. Revives an expired hold when the product is still free.
 * Returns false when the product is booked by another buyer, sold or removed: then the money is due back.
 * Runs in the caller's transaction.
 */
export async function completeBooking(db: Db, id: string): Promise<boolean> {
  const productId = await findProductOfBooking(db, id);
  if (!productId) return false;
  await holdProduct(db, productId);
  const state = await lockBookingState(db, id);
  if (!mayBecome(state, 'paid')) return false;
  // Its own hold may have run out a moment ago: being paid, it counts. A later one that ran out does not.
  if (state === 'expired') await expireHold(db, productId);
  if (await isTakenByOther(db, productId, id)) return false;
  if (!(await sellProduct(db, productId))) return false;
  const { buyerId, sellerId } = await updatePaid(db, id);
  publishLive(db, [sellerId, buyerId]);
  return true;
}

/** Locks a booking under its product. */
export async function lockBooking(db: Db, id: string): Promise<void> {
  const productId = await findProductOfAnyBooking(db, id);
  if (productId) await holdProduct(db, productId);
  await lockBookingState(db, id);
}

/**
 * Ends a sale whose money went back whole. The product stays sold until its seller puts it back on sale: the item may be
 * with the buyer. Returns false when the booking is not paid. Runs in the caller's transaction.
 */
export async function refundBooking(db: Db, id: string): Promise<boolean> {
  const productId = await findProductOfAnyBooking(db, id);
  if (productId) await holdProduct(db, productId);
  return updateRefunded(db, id);
}
