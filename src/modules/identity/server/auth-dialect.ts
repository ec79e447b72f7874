import { AsyncLocalStorage } from 'node:async_hooks';
import { PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
import { requestPool } from '#platform/database/request-pool.ts';
import { isContended } from '#platform/database/transaction-retry.ts';

/** The error of the current call of the identity provider that the provider may hide, if any. */
const currentCall = new AsyncLocalStorage<{ hidden?: unknown }>();

/**
 * Returns the identity provider's Kysely dialect. The provider turns a database outage into a 500, "no session" or
 * even a successful sign-out. So the dialect stores the error for `rethrowHidden`. An outage fails all calls
 * that wait for a connection.
 */
export function createAuthDialect(pool: pg.Pool): PostgresDialect {
  const requests = requestPool(pool);
  const waiting = new Set<(error: unknown) => void>();

  function recordOutage(error: unknown): never {
    if (isDatabaseUnavailable(error) || isContended(error)) recordHidden(error);
    throw error;
  }

  function failWaiting(error: unknown): never {
    if (isDatabaseUnavailable(error)) for (const reject of waiting) reject(error);
    return recordOutage(error);
  }

  async function connect(): Promise<PostgresPoolClient> {
    // A promise for each call: reactions to a process-long promise would never be freed.
    const outage = Promise.withResolvers<never>();
    waiting.add(outage.reject);
    const connecting = requests.connect();
    connecting.catch(failWaiting).catch(() => undefined);
    const client = await Promise.race([connecting, outage.promise])
      .catch((error) => {
        connecting.then(
          (late) => late.release(),
          () => undefined,
        );
        return recordOutage(error);
      })
      .finally(() => waiting.delete(outage.reject));
    const query = (...args: [string, unknown[]]) => client.query(...args).catch(failWaiting);
    return { query: query as PostgresPoolClient['query'], release: (discard) => client.release(discard) };
  }

  return new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } });
}

function recordHidden(error: unknown): void {
  const call = currentCall.getStore();
  if (call) call.hidden ??= error;
}

/** Runs a callback of the identity provider, such as the sending of a link. Its error fails the call that caused it. */
export async function exposeErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    recordHidden(error);
    throw error;
  }
}

/** Calls the identity provider and returns its result. @throws the database's or a callback's error, which the provider may hide. */
export async function rethrowHidden<T>(run: () => Promise<T>): Promise<T> {
  const call: { hidden?: unknown } = {};
  const [result] = await Promise.allSettled([currentCall.run(call, run)]);
  if (call.hidden) throw call.hidden;
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
