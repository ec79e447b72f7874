import { sql } from 'kysely';
import type { Database } from './database.ts';
import { deleteFailedJobs, freeAbandonedJobs } from './jobs.ts';

/** The job that forgets what nobody will ask for again, and what nobody works at any more; it runs every minute. */
export const TIDY = 'tidy';

/** At most this many rows of a kind go in one run, so that no run holds up the store. */
const BATCH = 1000;

/** What is kept for a while only: until when it is needed, in SQL. */
const KEPT_FOR_A_WHILE = [
  { table: 'limit_counts', over: 'resets_at < now()' },
  // A browser repeats what was cut off within minutes; a day covers a laptop that slept.
  { table: 'idempotency_keys', over: "created_at < now() - interval '1 day'" },
  { table: 'sessions', over: 'expires_at < now()' },
  { table: 'verifications', over: 'expires_at < now()' },
  // As the privacy policy says.
  { table: 'contact_messages', over: "created_at < now() - interval '12 months'" },
] as const;

/** Deletes what is over, and frees what is abandoned. Run twice or at once by two processes, it does no harm. */
export async function tidy(db: Database): Promise<void> {
  for (const { table, over } of KEPT_FOR_A_WHILE)
    await sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${sql.raw(over)} limit ${BATCH} for update skip locked))`.execute(db);
  await freeAbandonedJobs(db);
  await deleteFailedJobs(db, BATCH);
}
