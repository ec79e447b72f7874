import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { databaseTimeLeft } from './request-deadline.ts';
import { SQL_STATES } from './sql-states.ts';

/** Deadlock and serialization failure: PostgreSQL has rolled the transaction back, and it may be repeated. */
const CONFLICT = /^(40P01|40001)$/;

const RETRIES_MAX_COUNT = 3;
/** Doubled with each retry; half of it is random. */
const RETRY_DELAY_MS = 40;

/** Whether PostgreSQL gave a transaction up because of concurrent ones. Returns false for a lock timeout. */
function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && CONFLICT.test(error.code ?? '');
}

/** Whether a transaction failed because of concurrent ones: by a conflict, or by a lock timeout. */
export function isContended(error: unknown): boolean {
  return isConflict(error) || (error instanceof pg.DatabaseError && error.code === SQL_STATES.lockNotAvailable);
}

/**
 * Runs a transaction or a single statement, and again after a conflict, up to three times. Returns its result.
 * @throws the last error, when no retry or no time of the request is left.
 */
export async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isConflict(error) || retries === RETRIES_MAX_COUNT || databaseTimeLeft() <= 0) throw error;
      await pause(RETRY_DELAY_MS * 2 ** retries * (0.5 + Math.random() / 2));
    }
  }
}
