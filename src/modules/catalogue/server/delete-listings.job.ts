import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { updateSellerPhotosDue } from '#modules/photos/server/service.ts';
import { type Database, type Db, transaction } from '#platform/database/database.ts';
import { addJob, LOW_PRIORITY } from '#platform/jobs/job-runner.ts';
import { deleteUnrecorded, lockNextOfSeller } from './products.store.ts';

/** Deletes the listings of an erased seller, a batch at a time. Queues of earlier releases have the job under this name. */
export const DELETE_LISTINGS = 'forget-listings';

const BATCH_MAX_ROWS = 500;

const payload = z.object({ sellerId: z.uuid(), after: z.uuid() });

/** Returns the task that deletes the next batch of an erased seller’s listings. */
export function deleteListingsTask({ db }: { db: Database }): Task {
  return (given) => {
    const { sellerId, after } = payload.parse(given);
    return transaction(db, async (db) => {
      const ids = await lockNextOfSeller(db, sellerId, BATCH_MAX_ROWS, after);
      await deleteListings(db, sellerId, { isFirst: false, ids });
    });
  };
}

/**
 * Deletes a batch of an erased seller's listings in the caller's transaction, and adds a job for the next. The
 * caller has locked them, and `withdrawSeller` has erased their texts. A product with a booking, a wish or a report keeps name, prices and the pictures of
 * its bookings. With `isFirst` it also deletes photos that no listing shows.
 */
export async function deleteListings(
  db: Db,
  sellerId: string,
  { isFirst, ids }: { isFirst: boolean; ids: readonly string[] },
): Promise<void> {
  const batch = ids.slice(0, BATCH_MAX_ROWS);
  await updateSellerPhotosDue(db, sellerId, { productIds: batch, unattached: isFirst });
  await deleteUnrecorded(db, batch);
  if (batch.length < BATCH_MAX_ROWS) return;
  await addJob(db, DELETE_LISTINGS, { sellerId, after: batch.at(-1) }, `${DELETE_LISTINGS}-${sellerId}`, {
    priority: LOW_PRIORITY,
  });
}
