import { AsyncLocalStorage } from 'node:async_hooks';
import { PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
import { isContended } from '#platform/database/transaction-retry.ts';

/** Of one question to the identity provider: how the database failed it, if it did. */
const asked = new AsyncLocalStorage<{ outage?: unknown }>();

/**
 * The database for the identity provider, which makes of a database that is away whatever it likes: a 500, "no session",
 * even a sign-out that succeeded. So it is noted here, for `orOutage`. And when it is away, those who queue for a
 * connection learn it with the first.
 */
export function watchedDialect(pool: pg.Pool): PostgresDialect {
  const queue = new Set<(error: unknown) => void>();

  function note(error: unknown): never {
    const question = asked.getStore();
    if (question && (isDatabaseUnavailable(error) || isContended(error))) question.outage ??= error;
    throw error;
  }

  function tell(error: unknown): never {
    if (isDatabaseUnavailable(error)) for (const leave of queue) leave(error);
    return note(error);
  }

  async function connect(): Promise<PostgresPoolClient> {
    // One of its own for each: what waits for a promise that lives as long as the process is kept as long.
    const outage = Promise.withResolvers<never>();
    queue.add(outage.reject);
    const coming = pool.connect();
    coming.catch(tell).catch(() => undefined);
    const client = await Promise.race([coming, outage.promise])
      .catch((error) => {
        const release = (late: pg.PoolClient) => late.release();
        coming.then(release, () => undefined);
        return note(error);
      })
      .finally(() => queue.delete(outage.reject));
    const query = (...args: [string, unknown[]]) => client.query(...args).catch(tell);
    return { query: query as unknown as PostgresPoolClient['query'], release: (error) => client.release(error) };
  }

  return new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } });
}

/** Asks the identity provider. @throws what the database failed with, whatever the provider made of it. */
export async function orOutage<T>(ask: () => Promise<T>): Promise<T> {
  const question: { outage?: unknown } = {};
  const [answer] = await Promise.allSettled([asked.run(question, ask)]);
  if (question.outage) throw question.outage;
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}
