import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

const WEEK_DAYS = 7;

/** Starts or ends weekly payouts. Returns how many accounts changed; undefined without an account. */
export async function updateWeekly(db: Db, userId: string, weekly: boolean): Promise<number | undefined> {
  const { rows } = await sql<{ changed: boolean }>`
    with before as (select weekly_next_at from payout_accounts where user_id = ${userId})
    update payout_accounts set weekly_next_at = case when ${weekly}
      then coalesce(payout_accounts.weekly_next_at, now() + make_interval(days => ${WEEK_DAYS})) end
    from before where user_id = ${userId}
    returning (before.weekly_next_at is not null) <> ${weekly} as changed`.execute(db);
  return rows[0] && Number(rows[0].changed);
}

/** Selects the sellers whose weekly payout is due, to an account whose wait after a change is over. */
export async function selectWeeklyDue(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payout_accounts')
    .select('user_id')
    .where('weekly_next_at', '<=', sql<Date>`now()`)
    .where('payable_from', '<=', sql<Date>`now()`)
    .orderBy('weekly_next_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
}

/** Sets the next weekly payout of a seller to the same hour of a coming week. */
export async function updateWeeklyNext(db: Db, userId: string): Promise<void> {
  await sql`update payout_accounts set weekly_next_at = weekly_next_at + make_interval(days => ${WEEK_DAYS}
      * (1 + floor(extract(epoch from now() - weekly_next_at) / (${WEEK_DAYS} * 86400.0))::int))
    where user_id = ${userId} and weekly_next_at <= now()`.execute(db);
}
