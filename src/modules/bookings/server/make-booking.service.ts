import { lockPersonShared } from '#modules/identity/server/service.ts';
import { message } from '#platform/contract/message-reference.ts';
import { Problem } from '#platform/contract/problem.ts';
import type { Db } from '#platform/database/database.ts';
import type { RequestKey } from '#platform/http/idempotency.ts';
import { publishLive } from '#platform/live/live-events.ts';
import {
  countHolds,
  findLapsedSale,
  findObstacle,
  insertBooking,
  insertBookingOnce,
  type NewBooking,
} from './store.ts';

/** Applies the passed deadlines of a booking, in the caller's transaction if there is one. */
export type ApplyDeadlines = (db: Db, bookingId: string) => Promise<void>;

/**
 * Books a product for a buyer. `applyDeadlines` ends a lapsed sale that blocks it, and the booking is retried.
 * @throws Problem (404, 409) with the reason, (401) for an erased buyer
 */
export async function bookProduct(db: Db, booking: NewBooking, applyDeadlines?: ApplyDeadlines): Promise<void> {
  const sellerId =
    (await insertBooking(db, booking)) ?? (applyDeadlines && (await bookAfterLapse(db, booking, applyDeadlines)));
  if (!sellerId) throw (await refusalOf(db, booking)).notAcknowledged();
  publishLive(db, [sellerId, booking.buyerId]);
}

/**
 * Claims the key, books and stores the answer in one statement. Returns the answer; undefined when nothing was done: then
 * bookProduct finds the reason.
 */
export async function bookOnce<T extends object>(
  db: Db,
  booking: NewBooking,
  key: RequestKey,
  answer: T,
): Promise<T | undefined> {
  const sellerId = await insertBookingOnce(db, booking, key, answer);
  if (!sellerId) return undefined;
  publishLive(db, [sellerId, booking.buyerId]);
  return answer;
}

async function bookAfterLapse(
  db: Db,
  booking: NewBooking,
  applyDeadlines: ApplyDeadlines,
): Promise<string | undefined> {
  const lapsed = await findLapsedSale(db, booking.productId);
  if (!lapsed) return undefined;
  await applyDeadlines(db, lapsed);
  return insertBooking(db, booking);
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
