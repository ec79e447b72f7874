import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { readCookie } from '#platform/http/language.ts';
import { sqlState } from './database.ts';

/** Where a list is read: the database, or a replica of it. */
export interface Reader {
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

/** Where it is read from, while that is there. */
type Source = Reader & { from: 'primary' | 'replica' };

/** For lists that may be a moment old to who reads them, but never older than what they changed themselves. */
export interface Reads {
  of(request: Pick<FastifyRequest, 'headers'>): Source;
  /** For what an index answers at once: on the primary it goes by the lane. */
  quick(request: Pick<FastifyRequest, 'headers'>): Source;
  /** How many were read where, for the metrics. */
  counts: Record<Source['from'], number>;
}

/** Nothing is read that is older than this, in milliseconds. */
const OLDEST = 10_000;
/** How often a process asks where the primary is, and each of its connections to a replica how far that has come. */
const LOOK = 1000;
/** How long a replica that failed is left alone. */
const REST = 5000;

/** SQLSTATE of a statement that the database gave up at the time-out. */
const TOOK_TOO_LONG = '57014';

/** For so many seconds who changed something reads from the primary: longer than anything that is read is old. */
const OWN_SECONDS = 15;
const OWN = 'own';

// The flushed end of the log: whatever was acknowledged lies before it.
const WRITTEN = "select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0') as place";
// Not in the statement that reads: its snapshot could be taken before, and this be asked after, a write was replayed.
const REPLAYED = "select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as place";

/** Where the primary was at some instant: whatever was acknowledged before `at` lies before `place`. */
interface Mark {
  at: number;
  place: number;
}

interface ReadsParts {
  primary: pg.Pool;
  lane?: Reader;
  /** One replica, or several behind one name: each connection is looked at by itself. */
  replica: pg.Pool | undefined;
  onTrouble: (error: unknown) => void;
  oldest?: number;
  rest?: number;
}

/**
 * Reads from the replica what may be a moment old, and from the primary whatever else, or while the replica is away or too
 * far behind. There is no clock in it but this process's own: a connection to a replica is good when it has replayed what
 * the primary had written at some instant of the last ten seconds.
 */
export function createReads({
  primary,
  lane = primary,
  replica,
  onTrouble,
  oldest = OLDEST,
  rest = REST,
}: ReadsParts): Reads {
  const counts = { primary: 0, replica: 0 };
  const replayed = new WeakMap<pg.PoolClient, Mark>();
  let marks: Mark[] = [];
  let lookedAt = -LOOK;
  let restsUntil = 0;

  function look(now: number): void {
    if (now - lookedAt < LOOK) return;
    lookedAt = now;
    primary.query<{ place: number }>(WRITTEN).then(
      ({ rows }) => {
        marks = [...marks.filter(({ at }) => now - at < oldest), { at: now, place: rows[0]?.place ?? Infinity }];
      },
      // Who reads from the primary will be told.
      () => undefined,
    );
  }

  async function isFresh(client: pg.PoolClient): Promise<boolean> {
    const now = performance.now();
    let known = replayed.get(client);
    if (!known || now - known.at > LOOK) {
      const { rows } = await client.query<{ place: number | null }>(REPLAYED);
      known = { at: now, place: rows[0]?.place ?? -1 };
      replayed.set(client, known);
    }
    const { place } = known;
    return marks.some((mark) => now - mark.at < oldest && mark.place <= place);
  }

  async function askReplica<Row extends pg.QueryResultRow>(pool: pg.Pool, query: pg.QueryConfig) {
    const now = performance.now();
    look(now);
    if (now < restsUntil || marks.length === 0) return undefined;
    let client: pg.PoolClient | undefined;
    try {
      client = await pool.connect();
      const answer = (await isFresh(client)) ? await client.query<Row>(query) : undefined;
      client.release();
      return answer;
    } catch (error) {
      // Away, hung, or it cancelled the query because the row was just removed: the primary knows.
      client?.release(true);
      // One question that takes long is no reason not to ask others: a search may be odd.
      if (sqlState(error) !== TOOK_TOO_LONG) restsUntil = performance.now() + rest;
      onTrouble(error);
      return undefined;
    }
  }

  const source = (first: Reader): Reads['of'] => {
    const fromPrimary: Source = {
      from: 'primary',
      query(query) {
        counts.primary += 1;
        return first.query(query);
      },
    };
    const fromReplica: Source = {
      from: 'replica',
      async query<Row extends pg.QueryResultRow>(query: pg.QueryConfig) {
        const answer = replica && (await askReplica<Row>(replica, query));
        if (!answer) return fromPrimary.query<Row>(query);
        counts.replica += 1;
        return answer;
      },
    };
    return (request) => (replica && !mustBeNewest(request) ? fromReplica : fromPrimary);
  };
  return { counts, of: source(primary), quick: source(lane) };
}

/** Who has just changed something; and a program, which has a token but keeps no cookies, so that we cannot know. */
function mustBeNewest(request: Pick<FastifyRequest, 'headers'>): boolean {
  const { authorization, cookie } = request.headers;
  return hasChanged(request) || (authorization !== undefined && cookie === undefined);
}

/** Marks the browser of whoever changes something, whatever came of it: an error is not a no. */
export function markOwnWrites(app: FastifyInstance, https: boolean): void {
  const cookie = `${OWN}=1; Path=/; Max-Age=${OWN_SECONDS}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  app.addHook('onSend', async (request, reply) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) reply.header('set-cookie', cookie);
  });
}

/** Who has changed something a moment ago, and must see it. */
export const hasChanged = (request: Pick<FastifyRequest, 'headers'>) => readCookie(request, OWN) !== undefined;

/** What a page that is rendered for somebody sends along with the calls that it makes for them. */
export function carryMark(request: Pick<FastifyRequest, 'headers'>): { cookie?: string } {
  return hasChanged(request) ? { cookie: `${OWN}=1` } : {};
}
