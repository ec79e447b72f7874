import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { DB } from '#platform/database/database.types.ts';
import { deleteFailedJobs, unlockAbandonedJobs } from './job-runner.ts';

/** Deletes expired rows, and unlocks abandoned jobs. Runs every minute. */
export const CLEANUP = 'tidy';

/** Rows that one statement deletes at most, so that it does not delay requests. */
const BATCH_MAX_ROWS = 1000;

/** Maximum duration of a run. With one statement timeout it stays below the shutdown timeout. */
const RUN_MAX_MS = 5000;

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

/**
 * Deletes each table's expired rows in batches, until none is left or `maxMs` have passed, and unlocks abandoned jobs.
 * The next run deletes the rest. Two processes may run it at once.
 */
export async function deleteExpiredRows(
  db: Database,
  tables: readonly ExpiringTable[],
  maxMs = RUN_MAX_MS,
): Promise<void> {
  await unlockAbandonedJobs(db);
  await deleteFailedJobs(db, BATCH_MAX_ROWS);
  const end = performance.now() + maxMs;
  let unfinished = [...OWN_TABLES, ...tables];
  do {
    const full: ExpiringTable[] = [];
    for (const table of unfinished) if ((await deleteBatch(db, table)) === BATCH_MAX_ROWS) full.push(table);
    unfinished = full;
  } while (unfinished.length > 0 && performance.now() < end);
}

/** Returns the number of deleted rows. */
async function deleteBatch(db: Database, { table, since, kept }: ExpiringTable): Promise<number> {
  // Ordered, because PostgreSQL may otherwise collect all expired rows first.
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
    select ctid from ${sql.table(table)} where ${sql.ref(since)} < now() - ${sql.lit(kept)}::interval
    order by ${sql.ref(since)} limit ${BATCH_MAX_ROWS} for update skip locked))`.execute(db);
  return Number(numAffectedRows);
}
