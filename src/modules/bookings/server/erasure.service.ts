import type { Db } from '#platform/database/database.ts';
import { publishLive } from '#platform/live/live-events.ts';
import { ACCOUNT_DELETED } from '../rules.ts';
import { lockProductsOf, selectCashHolds, updateBuyerGone } from './erasure.store.ts';
import { recordStep } from './service.ts';

/** Locks the products that a person sells or booked until the caller's transaction ends. */
export function holdProductsOfPerson(db: Db, personId: string): Promise<void> {
  return lockProductsOf(db, personId);
}

/**
 * Cancels a buyer's unpaid bookings; paid ones stay, without phone and pick-up point. A seller who expects the buyer with cash is
 * told.
 */
export async function withdrawBuyer(db: Db, buyerId: string): Promise<void> {
  const expected = await selectCashHolds(db, buyerId);
  publishLive(db, await updateBuyerGone(db, buyerId));
  for (const booking of expected)
    await recordStep(db, booking, { bookingId: booking.id, step: 'called_off', by: 'store', reason: ACCOUNT_DELETED });
}
