import type { Db } from '#platform/database/database.ts';
import { publishLive } from '#platform/live/live-events.ts';
import { ACCOUNT_DELETED } from '../rules.ts';
import { lockProductsOf, selectHolds, updateBuyerErased } from './erasure.store.ts';
import { recordStep } from './service.ts';

export { lockProductsOf };

/** Cancels a buyer's unpaid bookings and tells their sellers. Paid ones stay, without phone and pick-up point. */
export async function withdrawBuyer(db: Db, buyerId: string): Promise<void> {
  const held = await selectHolds(db, buyerId);
  publishLive(db, await updateBuyerErased(db, buyerId));
  for (const booking of held)
    await recordStep(db, booking, { bookingId: booking.id, step: 'called_off', by: 'store', reason: ACCOUNT_DELETED });
}
