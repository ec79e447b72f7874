import { sql } from 'kysely';
import { vi } from 'vitest';
import { RECONCILE } from '#modules/payments/server/reconcile.job.ts';
import type { Database } from '#platform/database/database.ts';

let tables: string[] | undefined;

/** Returns every row of every table of the store, as text. */
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

/** Returns the rows of allRows but the provider's events, whose messages come at any time. */
export async function ownRows(db: Database): Promise<string[]> {
  return (await allRows(db)).filter((row) => !row.startsWith('provider_events '));
}

/** Waits until no job is left, except the reconciliation and failed jobs. */
export async function untilIdle(db: Database): Promise<void> {
  if (await isIdle(db)) return;
  await wakeWorkers(db);
  await vi.waitUntil(() => isIdle(db), { timeout: 10_000, interval: 20 });
}

/** Makes the workers look for jobs now. They look every two seconds, and at jobs that notify: the one of a booking does not. */
export async function wakeWorkers(db: Database): Promise<void> {
  await sql`select pg_notify('jobs:insert', '{"count":2}')`.execute(db);
}

async function isIdle(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.jobs where task_identifier <> ${RECONCILE} and attempts < max_attempts limit 1`.execute(
    db,
  );
  return rows.length === 0;
}
