import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { preparedAs } from './prepared.ts';
import { withinDeadline } from './request-deadline.ts';
import { retryConflicts } from './transaction-retry.ts';

/**
 * Wraps a pool for Kysely. Every wait counts towards the deadline of the request. A connection that failed or was given up is
 * closed and not used again. A statement outside of a transaction is retried after a conflict.
 */
export function requestPool(pool: pg.Pool): PostgresPool {
  return { options: pool.options, connect: () => connect(pool), end: () => pool.end() };
}

/** Runs one statement on a connection of the pool, as requestPool does. */
export async function queryPool(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<{ rows: unknown[] }> {
  const client = await connect(pool);
  try {
    return await client.query<unknown>(text, values);
  } finally {
    client.release();
  }
}

async function connect(pool: pg.Pool): Promise<PostgresPoolClient> {
  const connecting = pool.connect();
  const client = await withinDeadline(connecting, (late) => {
    connecting.then(
      (client) => client.release(),
      () => undefined,
    );
    return late;
  });
  let failure: Error | undefined;

  async function run(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (failure) throw failure;
    try {
      return await withinDeadline(client.query({ text, values: values as unknown[], ...preparedAs(text) }), (late) => {
        failure = late;
        // During a statement this closes the socket at once.
        client.end().catch(() => undefined);
        return late;
      });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) failure ??= error as Error;
      throw error;
    }
  }

  const query = (text: string, values: readonly unknown[] = []) =>
    client.getTransactionStatus() === 'I' ? retryConflicts(() => run(text, values)) : run(text, values);
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (discard) => client.release(discard || failure),
  };
}
