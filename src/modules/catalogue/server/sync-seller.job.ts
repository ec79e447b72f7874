import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { awaitTransactionsOf, lockUserShared } from '#modules/identity/server/service.ts';
import { type Database, transaction } from '#platform/database/database.ts';
import { addJob, LOW_PRIORITY } from '#platform/jobs/job-runner.ts';
import { updateSellerColumns } from './products.store.ts';

/**
 * Copies a seller's name, e-mail and verification to their products. The trigger seller_changed adds the job and
 * changes the newest products itself. Queues of earlier releases know the job by this identifier.
 */
export const SYNC_SELLER = 'tick-products';

const BATCH_MAX_ROWS = 500;

const payload = z.object({ sellerId: z.uuid(), after: z.object({ at: z.string(), id: z.uuid() }).optional() });

/** Returns the task of SYNC_SELLER. It changes a batch of products and adds a job for the next batch. */
export function syncSellerTask({ db }: { db: Database }): Task {
  return async (given) => {
    const { sellerId, after } = payload.parse(given);
    // A listing that began before the change may have copied the old values.
    if (!after) await awaitTransactionsOf(db, sellerId);
    await transaction(db, async (db) => {
      const seller = await lockUserShared(db, sellerId);
      const next = seller && (await updateSellerColumns(db, sellerId, seller, BATCH_MAX_ROWS, after));
      // A key of its own: the trigger's key would replace a job that a later change has added.
      if (next)
        await addJob(db, SYNC_SELLER, { sellerId, after: next }, `${SYNC_SELLER}-${sellerId}-${next.id}`, {
          priority: LOW_PRIORITY,
        });
    });
  };
}
