import pg from 'pg';
import { openPool } from './database.ts';
import type { Reader } from './reads.ts';

/** So many questions may be on the way at once; more of them do better on other connections, and the database's other cores. */
const AT_ONCE = 16;
/** When no answer has come for so long, in milliseconds, the one in front takes long, and others go around it. */
const STUCK = 20;

export interface Lane extends Reader {
  close(): Promise<void>;
}

/**
 * One connection for questions that an index answers at once. Each is sent without waiting for the answer to the one before
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING), so that in a crowd neither side has
 * to be woken for each. It is a shorter way, not another one: whatever finds it closed, full or stuck goes through `pool`.
 */
export function openLane(url: string, pool: pg.Pool, onError: (error: Error) => void): Lane {
  const own = openPool(url, onError, { max: 1, pipelined: true });
  let client: pg.PoolClient | undefined;
  let opening: Promise<void> | undefined;
  let asked = 0;
  let heard = 0;

  function drop(lost: pg.PoolClient): void {
    if (client !== lost) return;
    client = undefined;
    lost.release(true);
  }

  async function open(): Promise<void> {
    try {
      const opened = await own.connect();
      opened.on('error', () => drop(opened)).on('end', () => drop(opened));
      client = opened;
    } catch {
      // Those who ask through the pool are told what is wrong.
    }
    opening = undefined;
  }

  async function ask<Row extends pg.QueryResultRow>(by: pg.PoolClient, question: pg.QueryConfig) {
    if (asked === 0) heard = performance.now();
    asked += 1;
    try {
      return await by.query<Row>(question);
    } catch (error) {
      // The database says farewell before it hangs up.
      if (error instanceof pg.DatabaseError && error.severity === 'FATAL') drop(by);
      throw error;
    } finally {
      asked -= 1;
      heard = performance.now();
    }
  }

  return {
    query(question) {
      if (!client) opening ??= open();
      const isStuck = asked > 0 && performance.now() - heard > STUCK;
      return client && asked < AT_ONCE && !isStuck ? ask(client, question) : pool.query(question);
    },
    async close() {
      await opening;
      const last = client;
      client = undefined;
      last?.release();
      await own.end();
    },
  };
}
