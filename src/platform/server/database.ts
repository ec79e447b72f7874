import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './database.types.ts';

export type Database = Kysely<DB>;
/** The database, or a transaction that the caller has open. First argument of every store function. */
export type Db = Kysely<DB> | Transaction<DB>;

const BIGINT = 20;
const NUMERIC = 1700;

const types = new pg.TypeOverrides();
// Money (poisha) and counters stay far below 2^53; `numeric` is only used for years of use.
types.setTypeParser(BIGINT, Number);
types.setTypeParser(NUMERIC, Number);

/**
 * Opens the pool. Every wait has an end, in milliseconds, because a hung database must not hang the store; the pool's
 * own errors (a connection that broke while idle) are the caller's to log. `wait` is how long a query may queue for one
 * of the `max` connections.
 */
export function openPool(
  url: string,
  onError: (error: Error) => void,
  { max, wait = 2000 }: { max: number; wait?: number },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: wait,
    statement_timeout: 5000,
    query_timeout: 6000,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    // Cursors carry instants as PostgreSQL writes them; they must not depend on the server's zone.
    options: '-c timezone=UTC',
    application_name: 'dolna',
  });
  pool.on('error', onError);
  // A connection can break while a transaction has it, too.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** Runs a transaction; inside one that is already open, it joins it. */
export function transaction<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? run(db) : db.transaction().execute(run);
}

/** SQLSTATE of a database error, if it is one. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
