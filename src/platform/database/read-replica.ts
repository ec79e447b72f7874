import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { readCookie } from '#platform/contract/request-cookie.ts';
import { type Database, type Db, sqlState } from './database.ts';
import type { DB } from './database.types.ts';
import { preparedAs } from './prepared.ts';
import { withinDeadline } from './request-deadline.ts';
import { requestPool } from './request-pool.ts';
import { SQL_STATES } from './sql-states.ts';

/** Returns the database that a request's lists are read from: a replica, or the primary. It takes no transactions. */
export type Reads = (request: Pick<FastifyRequest, 'headers'>) => Db;

/** Greatest age of data that a replica may return. */
const READ_MAX_AGE_MS = 10_000;
/** How often a process asks for the primary's position, and each of its replica connections for the replayed one. */
const POSITION_CHECK_INTERVAL_MS = 1000;
/** How long a replica is not used after it failed. */
const REPLICA_RETRY_DELAY_MS = 5000;

/** How long a browser gets fresh pages and reads from the primary after a change. Longer than READ_MAX_AGE_MS. */
const OWN_WRITE_COOKIE_MAX_AGE_S = 15;
const OWN_WRITE_COOKIE = 'own';

// The flushed end of the log: every acknowledged change is before it.
const WRITTEN_POSITION = "select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0') as position";
// Not part of the statement that reads: its snapshot could be older than the position.
const REPLAYED_POSITION = "select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as position";

/** A position of the log at an instant of this process's clock. */
interface LogPosition {
  at: number;
  position: number;
}

interface ReadsParts {
  primary: pg.Pool;
  /** One replica, or several behind one name: each connection is checked by itself. */
  replica: pg.Pool | undefined;
  onError: (error: unknown) => void;
  maxAgeMs?: number;
  retryDelayMs?: number;
}

/**
 * Returns `reads`, and how many statements each database has run. `reads` returns the replica, or the primary for a
 * visitor that has just changed something. While the replica is unavailable or too far behind, statements run on the
 * primary. A connection is fresh when it has replayed a position of the primary of the last ten seconds.
 */
export function createReads(db: Database, parts: ReadsParts) {
  const { primary, replica, onError, maxAgeMs = READ_MAX_AGE_MS, retryDelayMs = REPLICA_RETRY_DELAY_MS } = parts;
  const counts = { primary: 0, replica: 0 };
  const replayedPositions = new WeakMap<pg.PoolClient, LogPosition>();
  let primaryPositions: LogPosition[] = [];
  let checkedAt = -POSITION_CHECK_INTERVAL_MS;
  let unusedUntil = 0;

  function checkPrimary(now: number): void {
    if (now - checkedAt < POSITION_CHECK_INTERVAL_MS) return;
    checkedAt = now;
    primary.query<{ position: number }>(WRITTEN_POSITION).then(
      ({ rows }) => {
        primaryPositions = [
          ...primaryPositions.filter(({ at }) => now - at < maxAgeMs),
          { at: now, position: rows[0]?.position ?? Number.POSITIVE_INFINITY },
        ];
      },
      // A request that reads from the primary reports it.
      () => undefined,
    );
  }

  async function isFresh(client: pg.PoolClient): Promise<boolean> {
    const now = performance.now();
    let replayedPosition = replayedPositions.get(client);
    if (!replayedPosition || now - replayedPosition.at > POSITION_CHECK_INTERVAL_MS) {
      const { rows } = await client.query<{ position: number | null }>(REPLAYED_POSITION);
      replayedPosition = { at: now, position: rows[0]?.position ?? -1 };
      replayedPositions.set(client, replayedPosition);
    }
    const { position } = replayedPosition;
    return primaryPositions.some(
      (primaryPosition) => now - primaryPosition.at < maxAgeMs && primaryPosition.position <= position,
    );
  }

  /** Returns undefined when the replica cannot answer. */
  async function queryReplica(pool: pg.Pool, query: pg.QueryConfig): Promise<pg.QueryResult | undefined> {
    const now = performance.now();
    checkPrimary(now);
    if (now < unusedUntil || primaryPositions.length === 0) return undefined;
    let client: pg.PoolClient | undefined;
    try {
      client = await pool.connect();
      const answer = (await isFresh(client)) ? await client.query(query) : undefined;
      client.release();
      return answer;
    } catch (error) {
      client?.release(true);
      // A slow statement does not mean that the replica is down.
      if (sqlState(error) !== SQL_STATES.queryCanceled) unusedUntil = performance.now() + retryDelayMs;
      onError(error);
      return undefined;
    }
  }

  /** Runs each statement on the replica, or on the primary where the replica cannot answer. */
  function replicaPool(pool: pg.Pool): PostgresPool {
    const primaryPool = requestPool(primary);
    const query = async (text: string, values: readonly unknown[] = []) => {
      if (text === 'begin') throw new Error('Lists must be read outside of transactions');
      // The replica's own timeouts end it. Its time counts, so that the primary has only the rest.
      const querying = queryReplica(pool, { text, values: [...values], ...preparedAs(text) });
      const answer = await withinDeadline(querying, (late) => late);
      counts[answer ? 'replica' : 'primary'] += 1;
      if (answer) return answer;
      const client = await primaryPool.connect();
      try {
        return await client.query(text, values);
      } finally {
        client.release();
      }
    };
    const client: PostgresPoolClient = { query: query as PostgresPoolClient['query'], release: () => undefined };
    return { options: pool.options, connect: async () => client, end: async () => undefined };
  }

  const fromReplica = replica && new Kysely<DB>({ dialect: new PostgresDialect({ pool: replicaPool(replica) }) });
  const reads: Reads = (request) => {
    if (fromReplica && !mustReadPrimary(request)) return fromReplica;
    counts.primary += 1;
    return db;
  };
  return { reads, counts };
}

/** Whether the visitor has just changed something; or is a program, which sends a token and keeps no cookies. */
function mustReadPrimary(request: Pick<FastifyRequest, 'headers'>): boolean {
  const { authorization, cookie } = request.headers;
  return hasRecentWrite(request) || (authorization !== undefined && cookie === undefined);
}

/**
 * Marks the browser of a user after a change, also after an error, because an error may follow a commit. With a replica
 * it marks visitors too.
 */
export function markOwnWrites(app: FastifyInstance, { https, visitors }: { https: boolean; visitors: boolean }): void {
  const cookie = `${OWN_WRITE_COOKIE}=1; Path=/; Max-Age=${OWN_WRITE_COOKIE_MAX_AGE_S}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  app.addHook('onSend', async ({ method, session }, reply) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(method) && (visitors || session)) reply.header('set-cookie', cookie);
  });
}

/** Whether this browser has changed something in the last 15 seconds, and must show it. */
export const hasRecentWrite = (request: Pick<FastifyRequest, 'headers'>) =>
  readCookie(request, OWN_WRITE_COOKIE) !== undefined;

/** The headers of a call that reads its visitor's own changes. */
export const OWN_WRITE_HEADERS = { cookie: `${OWN_WRITE_COOKIE}=1` };

/** Returns the headers by which the calls of a rendered page read as its visitor does. */
export function ownWriteHeaders(request: Pick<FastifyRequest, 'headers'>): { cookie?: string } {
  return hasRecentWrite(request) ? OWN_WRITE_HEADERS : {};
}
