import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { deletePhotosOfSeller } from '#modules/photos/server/service.ts';
import { type Database, type Db, transaction } from '#platform/database/database.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { deleteUnrecorded, lockNextOfSeller } from './products.store.ts';

/** The job that goes on forgetting what somebody had listed who is gone. */
export const FORGET_LISTINGS = 'forget-listings';

/** So many things at a time, so that neither they nor other jobs wait. */
const BATCH = 500;
/** Letters and refunds go first. */
const LATER = { priority: 10 };

const payload = z.object({ sellerId: z.uuid(), after: z.uuid() });

export function forgetListingsTask({ db }: { db: Database }): Task {
  return (given) => {
    const { sellerId, after } = payload.parse(given);
    return transaction(db, async (db) => {
      const ids = await lockNextOfSeller(db, sellerId, BATCH, after);
      await forgetListings(db, sellerId, { first: false, ids });
    });
  };
}

/**
 * Forgets the beginning of what somebody had listed, which is taken and off the store, in the caller's transaction, and has a
 * job go on where it ended. What somebody else has on record, a booking, a wish or a report, keeps its name, its prices and
 * the pictures that bookings show. What was never listed, or is no longer, goes with the `first`.
 */
export async function forgetListings(
  db: Db,
  sellerId: string,
  { first, ids }: { first: boolean; ids: readonly string[] },
): Promise<void> {
  const some = ids.slice(0, BATCH);
  await deletePhotosOfSeller(db, sellerId, { productIds: some, unattached: first });
  await deleteUnrecorded(db, some);
  if (some.length < BATCH) return;
  await addJob(db, FORGET_LISTINGS, { sellerId, after: some.at(-1) }, `${FORGET_LISTINGS}-${sellerId}`, LATER);
}
