import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { DB } from '#platform/database/database.types.ts';
import { deleteFailedJobs, unlockAbandonedJobs } from './job-runner.ts';

/** Deletes expired rows, and unlocks abandoned jobs. Runs every minute. */
export const CLEANUP = 'tidy';

/** Rows of a table that one run deletes at most, so that a run does not delay requests. */
const BATCH_MAX_ROWS = 1000;

/** A table whose rows are deleted `kept`, an interval of PostgreSQL, after the instant in the column `since`. */
export interface ExpiringTable {
  table: keyof DB;
  since: string;
  kept: string;
}

const OWN_TABLES: ExpiringTable[] = [
  { table: 'limit_counts', since: 'resets_at', kept: '0' },
  // A browser repeats a request within minutes; a day covers a laptop that slept.
  { table: 'idempotency_keys', since: 'created_at', kept: '1 day' },
];

/** Deletes a batch of each table's expired rows and unlocks abandoned jobs. Two processes may run it at once. */
export async function deleteExpiredRows(db: Database, tables: readonly ExpiringTable[]): Promise<void> {
  // Ordered, because PostgreSQL may otherwise collect all expired rows first.
  for (const { table, since, kept } of [...OWN_TABLES, ...tables])
    await sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${sql.ref(since)} < now() - ${sql.lit(kept)}::interval
      order by ${sql.ref(since)} limit ${BATCH_MAX_ROWS} for update skip locked))`.execute(db);
  await unlockAbandonedJobs(db);
  await deleteFailedJobs(db, BATCH_MAX_ROWS);
}
