import type pg from 'pg';
import { hangUp, hangUpIdle, openPool, sqlState } from './database.ts';
import type { Reader } from './read-replica.ts';
import { SILENCE, unhurried } from './request-deadline.ts';

/** So many questions may be on the way at once: the last of them waits for all before. */
const AT_ONCE = 16;
/** When no answer comes for so long, in milliseconds, the one in front takes long, and others go around it. */
const LATE = 20;
/** In milliseconds. What lay idle may be forgotten on the way; what grew old may lead to what was the primary once. */
const IDLE = 10_000;
const LIFE = 60_000;
/** After an attempt that failed, or a question, in milliseconds. */
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
  /** When the last answer came, and whether it was long in coming. */
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
 * does, once more, what failed on it, as that may be for what befell others, unless it took its time already. So it is for
 * reads alone: on its connection nothing can be changed.
 */
export function openLane({ url, around, onError, late = LATE, idle = IDLE, life = LIFE }: LaneParts): Lane {
  const pool = openPool(url, onError, { max: 2, pipelined: true });
  let line: Line | undefined;
  let opening: Promise<void> | undefined;
  let notBefore = 0;
  let closed = false;

  /** One that broke while it was asked may break again at once: a login for each question helps nobody. */
  function lose(lost: Line): void {
    if (line === lost && lost.asked > 0) notBefore = performance.now() + REST;
    leave(lost);
  }

  /** What is on its way is still answered. */
  function leave(left: Line): void {
    if (line !== left) return;
    line = undefined;
    const { client } = left;
    const cut = setTimeout(() => hangUp(client, new Error('Connection terminated: nobody waits for it')), LAST).unref();
    client.once('end', () => clearTimeout(cut));
    client.release(true);
  }

  async function open(): Promise<void> {
    try {
      const client = await pool.connect();
      const now = performance.now();
      const opened = { client, opened: now, asked: 0, heard: now, late: false };
      client.on('end', () => lose(opened));
      client.on('error', (error) => {
        lose(opened);
        if (error.message === SILENCE) hangUpIdle(around, error);
      });
      if (line) leave(line);
      line = opened;
    } catch {
      // Those who go around are told what is wrong.
      notBefore = performance.now() + REST;
    }
    opening = undefined;
  }

  function lineFor(now: number): Line | undefined {
    if (line?.asked === 0 && now - line.heard > idle) leave(line);
    // One that is old is good until there is another: a crowd need not go around.
    const isOld = line && now - line.opened > life;
    if ((!line || isOld) && !closed && now > notBefore) opening ??= unhurried(open);
    if (!line || line.asked === AT_ONCE) return undefined;
    return line.asked > 0 && (line.late || now - line.heard > late) ? undefined : line;
  }

  async function ask<Row extends pg.QueryResultRow>(by: Line, question: pg.QueryConfig, begun: number) {
    if (by.asked === 0) by.heard = begun;
    by.asked += 1;
    try {
      const answer = await by.client.query<Row>(question);
      const now = performance.now();
      by.late = now - Math.max(begun, by.heard) > late;
      by.heard = now;
      return answer;
    } catch (error) {
      // As the pool does with what failed: nobody knows what it is still at.
      lose(by);
      if (tookItsTime(error)) throw error;
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

/** Given up by us, or by the database: a statement, or one that waited for a lock. */
function tookItsTime(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqlState(error) ?? (error as NodeJS.ErrnoException).code ?? '';
  return error.message === SILENCE || ['ETIMEDOUT', '57014', '55P03'].includes(code);
}
