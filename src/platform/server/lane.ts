import type pg from 'pg';
import { hangUp, hangUpIdle, isAway, openPool } from './database.ts';
import { SILENCE, unhurried } from './patience.ts';
import type { Reader } from './reads.ts';

/** So many questions may be on the way at once: the last of them waits for all before. */
const AT_ONCE = 16;
/** An answer that is not there after so long, in milliseconds, takes long, and others go around it. */
const LATE = 20;
/** A connection that lay idle is not trusted, as the pool does not; one that grew old may lead to what was the primary once. */
const IDLE = 10_000;
const LIFE = 60_000;
/** After an attempt that failed, in milliseconds. */
const REST = 1000;
/** Those who wait for an answer are told within five seconds that none comes; nobody needs the connection after that. */
const LAST = 8000;

export interface Lane extends Reader {
  /** What its connection comes from, to be counted. */
  pool: pg.Pool;
  close(): Promise<void>;
}

interface Line {
  client: pg.PoolClient;
  opened: number;
  /** How many questions are on the way. */
  asked: number;
  /** When the last answer came, and whether it came late. */
  heard: number;
  late: boolean;
}

interface LaneParts {
  url: string;
  /** What goes around the lane goes here. */
  around: pg.Pool;
  onError: (error: Error) => void;
  late?: number;
  idle?: number;
  life?: number;
}

/**
 * One connection for questions that an index answers at once. Each is sent without waiting for the answer to the one before
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING), so that in a crowd neither side has
 * to be woken for each. It is a shorter way, not another one: whatever finds it closed, full or slow goes around it, and so
 * does, once more, what was refused on it, as it may be refused for what others did: prepare a statement, or fail to.
 */
export function openLane({ url, around, onError, late = LATE, idle = IDLE, life = LIFE }: LaneParts): Lane {
  const pool = openPool(url, onError, { max: 1, pipelined: true });
  let line: Line | undefined;
  let opening: Promise<void> | undefined;
  let notBefore = 0;
  let closed = false;

  /** What is on its way is still answered. */
  function leave(left: Line): void {
    if (line !== left) return;
    line = undefined;
    const { client } = left;
    const cut = setTimeout(() => hangUp(client, new Error(SILENCE)), LAST).unref();
    client.once('end', () => clearTimeout(cut));
    client.release(true);
  }

  async function open(): Promise<void> {
    try {
      const client = await pool.connect();
      const now = performance.now();
      const opened = { client, opened: now, asked: 0, heard: now, late: false };
      client.on('end', () => leave(opened));
      client.on('error', (error) => {
        leave(opened);
        if (error.message === SILENCE) hangUpIdle(around, error);
      });
      line = opened;
    } catch {
      // Those who go around are told what is wrong.
      notBefore = performance.now() + REST;
    }
    opening = undefined;
  }

  function lineFor(now: number): Line | undefined {
    if (line && (now - line.opened > life || (line.asked === 0 && now - line.heard > idle))) leave(line);
    if (!line && !closed && now > notBefore) opening ??= unhurried(open);
    if (!line || line.asked === AT_ONCE) return undefined;
    return line.asked > 0 && (line.late || now - line.heard > late) ? undefined : line;
  }

  async function ask<Row extends pg.QueryResultRow>(by: Line, question: pg.QueryConfig, begun: number) {
    if (by.asked === 0) by.heard = begun;
    by.asked += 1;
    try {
      const answer = await by.client.query<Row>(question);
      by.heard = performance.now();
      by.late = by.heard - begun > late;
      return answer;
    } catch (error) {
      // As the pool does with what failed: nobody knows what it is still at.
      leave(by);
      if (isAway(error)) throw error;
      return await around.query<Row>(question);
    } finally {
      by.asked -= 1;
    }
  }

  return {
    pool,
    query(question) {
      const now = performance.now();
      const by = lineFor(now);
      return by ? ask(by, question, now) : around.query(question);
    },
    async close() {
      closed = true;
      await opening;
      if (line) leave(line);
      await pool.end();
    },
  };
}
