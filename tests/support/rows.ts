import { sql } from 'kysely';
import { vi } from 'vitest';
import { RECONCILE } from '#modules/payments/server/reconcile.job.ts';
import type { Database } from '#platform/database/database.ts';

let tables: string[] | undefined;

/** Every row of every table of the store, as text: what a call that is refused must leave as it was. */
export async function allRows(db: Database): Promise<string[]> {
  tables ??= (
    await sql<{ tablename: string }>`select tablename from pg_tables where schemaname = 'public'`.execute(db)
  ).rows.map((row) => row.tablename);
  const each = tables.map(
    (name) => sql`select ${sql.lit(name)} || ' ' || to_jsonb(t) as line from ${sql.table(name)} t`,
  );
  const { rows } = await sql<{ line: string }>`${sql.join(each, sql` union all `)} order by 1`.execute(db);
  return rows.map(({ line }) => line);
}

/** Waits until no job is left that could still write; those that run by the clock, or were given up, do not count. */
export async function untilIdle(db: Database): Promise<void> {
  if (!(await isIdle(db))) await vi.waitUntil(() => isIdle(db), 10_000);
}

async function isIdle(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.jobs where task_identifier <> ${RECONCILE} and attempts < max_attempts limit 1`.execute(
    db,
  );
  return rows.length === 0;
}
