import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './database.types.ts';
import { NUMBER_PARSERS, setDirectQuery } from './prepared.ts';
import { queryPool, requestPool } from './request-pool.ts';
import { retryConflicts } from './transaction-retry.ts';

export type Database = Kysely<DB>;
/** The database, a replica of it, or an open transaction. First argument of every store function. */
export type Db = Kysely<DB> | Transaction<DB>;

/** Timeouts of pooled connections. With the request deadline, an outage is reported within five seconds. */
const CONNECT_TIMEOUT_MS = 2000;
/** Connect timeout of a connection outside the pools. */
const DIRECT_CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 3500;
const LOCK_TIMEOUT_MS = 2000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
/** Time that the driver waits beyond PostgreSQL's own timeout. Without an answer by then, the connection is lost. */
const ANSWER_GRACE_MS = 500;
/** Short, because the network may drop an idle connection, and its server may hang. */
const IDLE_CONNECTION_MS = 5000;

/**
 * Session settings of every connection. Cursors carry instants as PostgreSQL writes them, which must not depend on the
 * server's zone. The other settings suit pages of few rows out of many, found by indexes in memory (decision 21).
 */
export const SESSION_OPTIONS = ['timezone=UTC', 'jit=off', 'enable_memoize=off', 'random_page_cost=1.1']
  .map((setting) => `-c ${setting}`)
  .join(' ');

interface PoolLimits {
  max: number;
  /** How long a query may wait for one of the `max` connections. */
  connectTimeoutMs?: number;
  statementTimeoutMs?: number;
}

/**
 * Returns the settings of a pool, in which every wait has an end. `onError` receives errors of idle connections.
 * Sources: https://node-postgres.com/apis/pool, https://www.postgresql.org/docs/current/runtime-config-client.html
 */
export function poolConfig(
  url: string,
  { max, connectTimeoutMs = CONNECT_TIMEOUT_MS, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: PoolLimits,
): pg.PoolConfig {
  return {
    connectionString: url,
    max,
    types: NUMBER_PARSERS,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + ANSWER_GRACE_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    options: SESSION_OPTIONS,
    application_name: 'dolna',
  };
}

/** Opens a pool. Calls `onError` for each broken connection. */
export function openPool(url: string, onError: (error: Error) => void, limits: PoolLimits): pg.Pool {
  return watchPool(new pg.Pool(poolConfig(url, limits)), onError);
}

/** Reports connections that break, idle or in use, instead of ending the process. Returns the pool. */
export function watchPool(pool: pg.Pool, onError: (error: Error) => void): pg.Pool {
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** Runs `work` with a new connection, and closes it. Returns the result of `work`. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  config: pg.ClientConfig = {},
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: DIRECT_CONNECT_TIMEOUT_MS,
    ...config,
  });
  // A connection that breaks fails the running query, which is enough.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the query builder over a pool, with the deadlines and retries of requestPool. */
export function createDatabase(pool: pg.Pool): Database {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: requestPool(pool) }) });
  setDirectQuery(db, (text, values) => queryPool(pool, text, values));
  return db;
}

/** The callbacks of afterCommit, by open transaction. */
const callbacksOf = new WeakMap<Db, ((db: Db) => void)[]>();

/**
 * Runs a transaction, or joins the open one. Returns the result of `run`. After a deadlock or a serialization failure
 * `run` is called again, up to three times. It must not change anything outside of the database.
 */
export async function transaction<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return run(db);
  const { result, callbacks } = await retryConflicts(async () => {
    const callbacks: ((db: Db) => void)[] = [];
    const result = await db.transaction().execute((open) => {
      callbacksOf.set(open, callbacks);
      return run(open);
    });
    return { result, callbacks };
  });
  for (const callback of callbacks) callback(db);
  return result;
}

/**
 * Calls `callback` with the database after the commit of `db`'s transaction: at once without a transaction, never after a
 * rollback. The callback is not awaited.
 */
export function afterCommit(db: Db, callback: (db: Db) => void): void {
  const callbacks = callbacksOf.get(db);
  if (callbacks) callbacks.push(callback);
  else if (!db.isTransaction) callback(db);
  else throw new Error('afterCommit needs a transaction that transaction() has opened');
}

/** Returns the SQLSTATE of an error of PostgreSQL; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** SQLSTATEs and system errors that mean that the database is unavailable. */
const UNAVAILABLE = /^(08|53|57P|57014|25P03)|^ECONN|^ETIMEDOUT|^EPIPE|^EHOST|^ENET|^EAI_AGAIN/;

/** Errors of the driver, which carry no code. */
const DRIVER_UNAVAILABLE =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client (was closed|has encountered a connection error) and is not queryable)/;

/** Whether an error means that the database is unavailable or overloaded. The statement may have taken effect. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return UNAVAILABLE.test((error as NodeJS.ErrnoException).code ?? '') || DRIVER_UNAVAILABLE.test(error.message);
}
