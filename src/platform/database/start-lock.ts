import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Longest total time that a start waits for another process. */
export const START_LOCK_WAIT_MS = 120_000;
const POLL_INTERVAL_MS = 200;

/** Another process holds a lock that the start needs. The message is the one line that the start prints. */
export class StartLockError extends Error {}

/** Prints a line for the operator. */
export function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Runs a statement in the open transaction. */
export type Query = <Row extends pg.QueryResultRow>(sql: string, values: unknown[]) => Promise<{ rows: Row[] }>;

export interface StartLockOptions {
  /** Prints a line for the operator; standard error by default. */
  log?: ((line: string) => void) | undefined;
  waitMs?: number | undefined;
}

/**
 * Returns a function that takes an advisory lock until the open transaction ends. The lock is never taken for the session:
 * behind a transaction pooler a session lock stays with the pooler's connection when this process has ended.
 * All calls of the function share one wait of `waitMs`, and print one line when it begins.
 * @throws StartLockError that names the session that holds the lock
 */
export function createStartLock(
  key: number,
  work: string,
  { log = printLine, waitMs = START_LOCK_WAIT_MS }: StartLockOptions,
): (query: Query) => Promise<void> {
  let waitedMs = 0;
  let isAnnounced = false;
  return async (query) => {
    for (;;) {
      const { rows } = await query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1::bigint) as taken', [key]);
      if (rows[0]?.taken) return;
      if (waitedMs >= waitMs) throw new StartLockError(await describeHolder(query, key, work, waitMs));
      if (!isAnnounced) log(`Waiting for another process that is ${work}, for ${seconds(waitMs)} at most.`);
      isAnnounced = true;
      const startedAt = performance.now();
      await pause(POLL_INTERVAL_MS);
      waitedMs += performance.now() - startedAt;
    }
  };
}

async function describeHolder(query: Query, key: number, work: string, waitMs: number): Promise<string> {
  // A key of 64 bits is shown in two halves (https://www.postgresql.org/docs/current/view-pg-locks.html).
  const { rows } = await query<{ pid: number; application: string; state: string | null }>(
    `select pid, application_name as application, state from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and objsubid = 1 and (classid::bigint << 32) | objid::bigint = $1::bigint
        and database = (select oid from pg_database where datname = current_database())`,
    [key],
  );
  const [holder] = rows;
  const session = holder
    ? `PostgreSQL session ${holder.pid} ("${holder.application}", ${holder.state ?? 'state not visible'})`
    : 'A session';
  const remedy = holder ? `: select pg_terminate_backend(${holder.pid})` : '';
  return (
    `${session} has held the lock for ${work} for more than ${seconds(waitMs)}. ` +
    `If no other process of the store is starting, end that session${remedy}. Then start again.`
  );
}

const seconds = (milliseconds: number) => `${Math.round(milliseconds / 1000)} seconds`;
