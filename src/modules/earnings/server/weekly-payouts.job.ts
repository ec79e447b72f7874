import type { JobHelpers } from 'graphile-worker';
import { Problem } from '#platform/contract/problem.ts';
import { type Database, isDatabaseUnavailable } from '#platform/database/database.ts';
import type { PayoutSettings } from './earnings-deps.ts';
import { requestPayout } from './service.ts';
import { selectWeeklyDue, updateWeeklyNext } from './weekly.store.ts';

export const WEEKLY_PAYOUTS = 'weekly-payouts';

const SELLERS_MAX_COUNT = 50;

/** Makes due weekly payouts. A refused one waits a week; a failed one is retried in the next run. */
export function weeklyPayoutsTask({ db, settings }: { db: Database; settings: PayoutSettings }) {
  return async (_payload: unknown, { logger }: Pick<JobHelpers, 'logger'>): Promise<void> => {
    if (!settings.weekly) return;
    for (const sellerId of await selectWeeklyDue(db, SELLERS_MAX_COUNT)) {
      try {
        await requestPayout(db, sellerId, settings);
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        // A failure of one seller does not stop the others.
        if (!(error instanceof Problem)) {
          logger.error(`The weekly payout of ${sellerId} failed: ${error}`);
          continue;
        }
      }
      await updateWeeklyNext(db, sellerId);
    }
  };
}
