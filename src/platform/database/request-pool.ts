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

async function connect(pool: pg.Pool): Promise<PostgresPoolClient> {
  const isWaiting = pool.idleCount === 0;
  const coming = pool.connect();
  const client = await (isWaiting ? withinDeadline(coming, giveUp) : coming);
  return connectionOf(client);

  function giveUp(late: Error): Error {
    coming.then(
      (client) => client.release(),
      () => undefined,
    );
    return late;
  }
}

/** Kysely keeps state for each connection that it gets, so it gets the same object for the same client. */
const connections = new WeakMap<pg.PoolClient, PostgresPoolClient>();

function connectionOf(client: pg.PoolClient): PostgresPoolClient {
  const known = connections.get(client);
  if (known) return known;
  let failure: Error | undefined;

  async function run(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (failure) throw failure;
    try {
      return await withinDeadline(client.query({ text, values: values as unknown[], ...preparedAs(text) }), (late) => {
        failure = late;
        // With a statement under way this closes the socket at once.
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
  const connection: PostgresPoolClient = {
    query: query as unknown as PostgresPoolClient['query'],
    release: (discard) => client.release(discard || failure),
  };
  connections.set(client, connection);
  return connection;
}
