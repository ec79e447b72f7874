import pg from 'pg';
import { isDatabaseUnavailable, poolConfig, watchPool } from '#platform/database/database.ts';
import { isContended } from '#platform/database/transaction-retry.ts';

/** Each set of workers listens on one connection, and two connections look for jobs. */
export const JOB_CONNECTIONS = 6;

/** An error code after which graphile-worker retries; any other rejection in its loop would end the process. */
const RETRYABLE_CODE = 'ETIMEDOUT';

class JobClient extends pg.Client {
  override query(...args: unknown[]): never {
    return retryable(Reflect.apply(super.query, this, args));
  }
}

class JobPool extends pg.Pool {
  override connect(...args: unknown[]): never {
    return retryable(Reflect.apply(super.connect, this, args));
  }
}

/** Opens connections for the workers alone, so that jobs do not wait while there are many requests. */
export function openJobPool(url: string, onError: (error: Error) => void): pg.Pool {
  return watchPool(new JobPool({ ...poolConfig(url, { max: JOB_CONNECTIONS }), Client: JobClient }), onError);
}

/** Makes graphile-worker retry all errors that PostgreSQL has not reported. The driver's overloads allow no other type. */
function retryable(result: unknown): never {
  return (result instanceof Promise ? result.catch(throwRetryable) : result) as never;
}

function throwRetryable(error: unknown): never {
  if (error instanceof pg.DatabaseError && isDefect(error)) throw error;
  throw Object.assign(new Error(String(error), { cause: error }), { code: RETRYABLE_CODE });
}

/** Whether an error of a job is a defect of the store, which no retry fixes. */
export function isDefect(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return !isDatabaseUnavailable(error) && !isContended(error);
  return [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
}
