import { Problem } from '#platform/contract/problem.ts';
import type { Database } from '#platform/database/database.ts';
import type { PayoutSettings } from './earnings-deps.ts';
import { requestPayout } from './service.ts';
import { selectWeeklyDue, updateWeeklyNext } from './weekly.store.ts';

/** The job that makes the weekly payouts. */
export const WEEKLY_PAYOUTS = 'weekly-payouts';

const SELLERS_MAX_COUNT = 50;

/** Makes the payouts of the sellers whose week is over. A balance below the minimum waits for the next week. */
export function weeklyPayoutsTask({ db, settings }: { db: Database; settings: PayoutSettings }) {
  return async (): Promise<void> => {
    if (!settings.weekly) return;
    for (const sellerId of await selectWeeklyDue(db, SELLERS_MAX_COUNT)) {
      await requestPayout(db, sellerId, settings).catch(allowRefusal);
      await updateWeeklyNext(db, sellerId);
    }
  };
}

function allowRefusal(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
}
