import type { Task } from 'graphile-worker';
import { type Database, isDatabaseUnavailable } from '#platform/database/database.ts';
import { selectDueDisputes } from './disputes.store.ts';
import { advanceDispute } from './service.ts';

/** Applies the passed deadlines of disputes. Runs every minute; a call applies those of its dispute itself. */
export const DISPUTE_DEADLINES = 'dispute-deadlines';

const BATCH_MAX_DISPUTES = 200;

/** Advances each due dispute in its own transaction. A dispute that fails blocks no other. */
export function disputeDeadlinesTask({ db }: { db: Database }): Task {
  return async (_payload, { logger }) => {
    for (const id of await selectDueDisputes(db, BATCH_MAX_DISPUTES)) {
      try {
        await advanceDispute({ db }, id);
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        logger.error(`${id}: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
}
