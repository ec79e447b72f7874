import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './database.types.ts';
import { SILENCE, startWaiting } from './request-deadline.ts';
import { retryConflicts } from './transaction-retry.ts';

export type Database = Kysely<DB>;
/** The database, or a transaction that the caller has open. First argument of every store function. */
export type Db = Kysely<DB> | Transaction<DB>;

const BIGINT = 20;
const NUMERIC = 1700;

const types = new pg.TypeOverrides();
// Money (poisha) and counters stay far below 2^53; `numeric` is only used for years of use.
types.setTypeParser(BIGINT, Number);
types.setTypeParser(NUMERIC, Number);

/** How long a connection may take to come about, in milliseconds. */
const CONNECT = 2000;
/**
 * How long a statement may take, in milliseconds, before the database gives it up, and how much longer its answer, so that
 * only a database that has gone silent is hung up on. Together they let us say within five seconds that it is away.
 */
const STATEMENT = 3500;
const GRACE = 500;

/**
 * What every connection asks of PostgreSQL. Cursors carry instants as it writes them, which must not depend on the server's
 * zone. The rest is for pages of some rows out of very many, found by indexes that lie in memory: to compile such a plan, or
 * to make room to remember all sellers where a page has 24, takes longer than the page, and one row is read at its place
 * as quickly as in its turn (decision 21).
 */
export const SESSION_OPTIONS = ['timezone=UTC', 'jit=off', 'enable_memoize=off', 'random_page_cost=1.1']
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** However long a query may queue for it, the connection itself comes about soon or not at all. */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT });
  }
}

/**
 * Opens the pool. Every wait has an end, in milliseconds, because a hung database must not hang the store; the pool's
 * own errors (a connection that broke while idle) are the caller's to log. `wait` is how long a query may queue for one
 * of the `max` connections, `statement` how long one may take that nobody waits for at a screen. On a connection that is
 * `pipelined` several may ask at once, none in a transaction, and change nothing.
 */
export function openPool(
  url: string,
  onError: (error: Error) => void,
  {
    max,
    wait = CONNECT,
    statement = STATEMENT,
    pipelined = false,
  }: { max: number; wait?: number; statement?: number; pipelined?: boolean },
): pg.Pool {
  const pool = new pg.Pool({
    Client,
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: wait,
    statement_timeout: statement,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    options: pipelined ? `${SESSION_OPTIONS} -c default_transaction_read_only=on` : SESSION_OPTIONS,
    application_name: 'dolna',
    pipeline: pipelined,
  });
  pool.on('error', onError);
  // A connection can break while a transaction has it, too.
  pool.on('connect', (client) => client.on('error', onError));
  watchConnecting(pool);
  watchQueries(pool, statement + GRACE, pipelined);
  return pool;
}

/** However many statements a request needs: who has waited too long in all for a connection is told so. */
function watchConnecting(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  pool.connect = ((done?: Parameters<typeof connect>[0]) => {
    if (done) return connect(done);
    return new Promise<pg.PoolClient>((resolve, reject) => {
      let gaveUp = false;
      const stop = startWaiting((error) => {
        gaveUp = true;
        reject(error);
      });
      connect((error, client) => {
        stop();
        if (gaveUp) client?.release();
        else if (client) resolve(client);
        else reject(error);
      });
    });
  }) as typeof pool.connect;
}

/** The connections of a pool on which nobody asks. */
const idleOf = new WeakMap<pg.Pool, Set<pg.PoolClient>>();

/** Where another connection fell silent: who takes one of these next would wait in vain, too. */
export function hangUpIdle(pool: pg.Pool, error: Error): void {
  for (const client of idleOf.get(pool) ?? []) hangUp(client, error);
}

/**
 * Every query ends: with its answer; when the request that asks has waited too long in all; or when no answer came for
 * `silence` milliseconds. A connection that was given up is cut, as nobody knows what it is still at. After a silence those
 * that lie idle are cut, too: behind a database that hung, or a network that forgot them, the next to take one would wait in
 * vain as well, long after the database is back. On a connection that is `shared` who has waited too long just goes, as others
 * still wait for theirs; it is cut when nothing was heard on it for half of that.
 *
 * The driver is asked by callback: what its promises and its own time-out keep of an answer makes the collector carry each
 * answer into the old generation, which cost a tenth of all time.
 */
function watchQueries(pool: pg.Pool, silence: number, shared: boolean): void {
  const idle = new Set<pg.PoolClient>();
  idleOf.set(pool, idle);
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  pool.on('release', (error, client) => {
    if (!error) idle.add(client);
  });
  pool.on('connect', (client) => {
    const ask = client.query.bind(client) as (...args: unknown[]) => unknown;
    let heard = 0;
    client.query = ((...args: unknown[]) => {
      // Who hears of the answer in another way is let through.
      if (args.some((each) => typeof each === 'function' || isSubmittable(each))) return ask(...args);
      const [query, values] = args as [string | pg.QueryConfig, unknown[]?];
      const config = typeof query === 'string' ? named(query) : query;
      const askOnce = () =>
        new Promise((resolve, reject) => {
          const begun = performance.now();
          const stop = startWaiting((error) => {
            const isSilent = error.message === SILENCE && performance.now() - Math.max(heard, begun) > silence / 2;
            if (shared && !isSilent) return hear(error);
            hangUp(client, error);
            if (isSilent) hangUpIdle(pool, error);
          }, silence);
          const hear = (error: Error | undefined, answer?: pg.QueryResult) => {
            stop();
            if (error) reject(error);
            else resolve(answer);
          };
          try {
            ask(config, values, (error: Error | undefined, answer?: pg.QueryResult) => {
              heard = performance.now();
              hear(error, answer);
            });
          } catch (error) {
            hear(error as Error);
          }
        });
      // A statement outside of a transaction is one by itself.
      const isAlone = !shared && client.getTransactionStatus() === 'I';
      return (isAlone ? retryConflicts(askOnce) : askOnce()).catch(toldHere);
    }) as typeof client.query;
  });
  // The pool's own way of asking goes past that.
  pool.query = (async (...args: [string, unknown[]]) => {
    const client = await pool.connect();
    try {
      const answer = await client.query(...args);
      client.release();
      return answer;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }) as typeof pool.query;
}

const isSubmittable = (query: unknown) => typeof (query as pg.Submittable | null)?.submit === 'function';

/**
 * A statement that begins with its name in a comment, as the query builder has no other place for it, is planned once for
 * each connection: to plan the most frequent ones costs as much as to run them.
 */
function named(text: string): string | pg.QueryConfig {
  const name = /^\s*\/\* ([\w-]+) \*\//.exec(text)?.[1];
  return name ? { name, text } : text;
}

/** An error that came over the wire knows nothing of who asked; its stack now does. */
function toldHere(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}

/** Without a farewell, which nobody would hear. As the pool does it itself when connecting takes too long. */
export function hangUp(client: pg.ClientBase, error: Error): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  connection.stream.destroy(error);
}

export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** What is to be done when a transaction that is open has been committed. */
const due = new WeakMap<Db, ((db: Db) => void)[]>();

/**
 * Runs a transaction; inside one that is already open, it joins it. After a deadlock or a serialization failure `run` is
 * called again, up to three times, so it must not change anything outside of the database.
 */
export async function transaction<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return run(db);
  const { result, deeds } = await retryConflicts(async () => {
    const deeds: ((db: Db) => void)[] = [];
    const result = await db.transaction().execute((open) => {
      due.set(open, deeds);
      return run(open);
    });
    return { result, deeds };
  });
  for (const deed of deeds) deed(db);
  return result;
}

/**
 * Does something that nobody waits for, with the database itself, once what was done with `db` is committed: at once where no
 * transaction is open, and never where it is rolled back.
 */
export function afterCommit(db: Db, deed: (db: Db) => void): void {
  const deeds = due.get(db);
  if (deeds) deeds.push(deed);
  else if (!db.isTransaction) deed(db);
  else throw new Error('A transaction that transaction() did not open cannot say when it is committed');
}

/** SQLSTATE of a database error, if it is one. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** SQLSTATEs and errors of the system that mean "the database is away", not "we are wrong". */
const AWAY = /^(08|53|57P|57014|25P03)|^ECONN|^ETIMEDOUT|^EPIPE|^EHOST|^ENET|^EAI_AGAIN/;

/** The driver's own refusals, which carry no code. */
const DRIVER_AWAY =
  /^(timeout exceeded when trying to connect|timeout expired|No answer from the database|Connection terminated|Client (was closed|has encountered a connection error) and is not queryable)/;

/** Whether an error means that the database is away or overloaded. What was asked may have been done all the same. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return AWAY.test((error as NodeJS.ErrnoException).code ?? '') || DRIVER_AWAY.test(error.message);
}
