import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { deleteFailedJobs, unlockAbandonedJobs } from './job-runner.ts';

/** The job that forgets what nobody will ask for again, and what nobody works at any more; it runs every minute. */
export const CLEANUP = 'tidy';

/** At most this many rows of a kind go in one run, so that no run holds up the store. */
const BATCH = 1000;

/** What is kept for a while only: by which column, and for how long after what that says. */
const KEPT_FOR_A_WHILE = [
  { table: 'limit_counts', since: 'resets_at', kept: '0' },
  // A browser repeats what was cut off within minutes; a day covers a laptop that slept.
  { table: 'idempotency_keys', since: 'created_at', kept: '1 day' },
  { table: 'known_networks', since: 'seen_at', kept: '90 days' },
  { table: 'sessions', since: 'expires_at', kept: '0' },
  { table: 'verifications', since: 'expires_at', kept: '0' },
  // As the privacy policy says.
  { table: 'contact_messages', since: 'created_at', kept: '12 months' },
] as const;

/** Deletes what is over, and frees what is abandoned. Run twice or at once by two processes, it does no harm. */
export async function deleteExpiredRows(db: Database): Promise<void> {
  // In order, or the database may first gather all that is over.
  for (const { table, since, kept } of KEPT_FOR_A_WHILE)
    await sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${sql.ref(since)} < now() - ${sql.lit(kept)}::interval
      order by ${sql.ref(since)} limit ${BATCH} for update skip locked))`.execute(db);
  await unlockAbandonedJobs(db);
  await deleteFailedJobs(db, BATCH);
}
