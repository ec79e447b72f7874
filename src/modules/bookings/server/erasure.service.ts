import type { Db } from '#platform/database/database.ts';
import { publishLive } from '#platform/live/live-events.ts';
import { lockProductsOf, updateBuyerGone } from './erasure.store.ts';

/** Locks the products that a person sells or booked until the caller's transaction ends. */
export function holdProductsOfPerson(db: Db, personId: string): Promise<void> {
  return lockProductsOf(db, personId);
}

/** Cancels a buyer's unpaid bookings; paid ones stay, without phone and pick-up point. */
export async function withdrawBuyer(db: Db, buyerId: string): Promise<void> {
  publishLive(db, await updateBuyerGone(db, buyerId));
}
