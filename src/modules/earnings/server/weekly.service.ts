import { Problem } from '#platform/contract/problem.ts';
import type { Db } from '#platform/database/database.ts';
import type { EarningsDeps } from './earnings-deps.ts';
import { updateWeekly } from './weekly.store.ts';

/** Starts or ends weekly payouts. @throws Problem (409) where the store has none, and without an account. */
export async function changeWeekly(
  { db, settings }: Pick<EarningsDeps, 'settings'> & { db: Db },
  userId: string,
  weekly: boolean,
): Promise<number> {
  if (weekly && !settings.weekly) throw new Problem('conflict', 'not-offered', 'earn.e.weeklyOff');
  const changed = await updateWeekly(db, userId, weekly);
  if (changed === undefined) throw new Problem('conflict', 'no-account', 'earn.e.noAccount');
  return changed;
}
