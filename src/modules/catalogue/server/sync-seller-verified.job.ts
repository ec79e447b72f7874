import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { awaitListings, lockVerified } from '#modules/identity/server/service.ts';
import { type Database, transaction } from '#platform/database/database.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { updateSellerVerified } from './products.store.ts';

/** The job that tells a seller's things whether they are verified; the database adds it when that changes. */
export const SYNC_SELLER_VERIFIED = 'tick-products';

/** So many things at a time, so that neither they nor other jobs wait. */
const BATCH = 500;
/** Letters and refunds go first. */
const LATER = { priority: 10 };

const payload = z.object({ sellerId: z.uuid(), after: z.object({ at: z.string(), id: z.uuid() }).optional() });

/** Lists tell of sellers themselves, and are right at once; what is looked for by it follows. */
export function syncSellerVerifiedTask({ db }: { db: Database }): Task {
  return async (given) => {
    const { sellerId, after } = payload.parse(given);
    // A listing that began before the verification may not have seen it.
    if (!after) await awaitListings(db, sellerId);
    await transaction(db, async (db) => {
      const verified = await lockVerified(db, sellerId);
      const next = await updateSellerVerified(db, { sellerId, verified }, BATCH, after);
      if (next)
        await addJob(db, SYNC_SELLER_VERIFIED, { sellerId, after: next }, `${SYNC_SELLER_VERIFIED}-${sellerId}`, LATER);
    });
  };
}
