import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { SettingsError } from '#platform/operations/settings.ts';
import { openPool, sqlState, withClient } from './database.ts';

const GUIDE = 'docs/scaling.md, "Connections", says what a pooler needs';
const PROTOCOL_VIOLATION = '08P01';
/** SQLSTATEs of a prepared statement that is missing, or that another client of the pooler has prepared. */
const LOST_STATEMENT = new Set(['26000', '42P05']);
const STATEMENT = { name: 'dolna-pooler-check', text: 'select 1' };
/** Index of the connection that runs each statement. The order differs from the round robin of a pooler. */
const CLIENT_ORDER = [0, 1, 0, 0, 1, 1, 0, 1, 1, 0] as const;
/** Session settings that requests need: cursors are written in UTC, and every statement ends. */
const NEEDED_SETTINGS = { timezone: 'UTC', statement_timeout: '3.5s', lock_timeout: '2s' };

/** Settings without which a confirmed change could be lost in a power failure. */
const DURABILITY_SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit'];

/** Checks that a power failure loses no confirmed change. @throws SettingsError that names the setting that is off */
export async function assertDurable(url: string): Promise<void> {
  const query = "select name from pg_settings where name = any($1) and setting = 'off' order by name";
  const select = (client: pg.Client) => client.query<{ name: string }>(query, [DURABILITY_SETTINGS]);
  const { rows } = await withClient(url, select, { query_timeout: 5000 });
  if (rows[0])
    throw new SettingsError(
      `The database has ${rows[0].name} off: a power failure could lose confirmed changes. Turn it on first.`,
    );
}

/**
 * Checks that the connections of `url` keep prepared statements and session settings, which a pooler may not.
 * @throws SettingsError when a pooler before the database does not fit
 */
export async function checkPooler(url: string): Promise<void> {
  const pool = openPool(url, () => undefined, { max: 2 });
  try {
    const clients = [await pool.connect(), await pool.connect()] as const;
    try {
      await checkStatements(clients);
      await checkSettings(clients[0]);
    } finally {
      for (const client of clients) client.release(true);
    }
  } catch (error) {
    throw explain(error);
  } finally {
    await pool.end();
  }
}

async function checkStatements(clients: readonly [pg.PoolClient, pg.PoolClient]): Promise<void> {
  for (const index of CLIENT_ORDER) await clients[index].query(STATEMENT);
  // A pooler that may change the connection after each statement refuses this.
  await clients[0].query('begin');
  await clients[0].query(STATEMENT);
  await clients[0].query('commit');
}

async function checkSettings(client: pg.PoolClient): Promise<void> {
  for (const [name, needed] of Object.entries(NEEDED_SETTINGS)) {
    const { rows } = await client.query<{ value: string }>('select current_setting($1) as value', [name]);
    const value = rows[0]?.value ?? '';
    if (name === 'timezone' ? value !== needed : value === '0')
      throw new SettingsError(
        `The pooler at DATABASE_URL drops the session setting ${name}: alter role … set ${name} = '${needed}' (${GUIDE}).`,
      );
  }
}

/**
 * Checks that two addresses lead to one database: a lock that is held at `directUrl` is visible at `url`.
 * @throws SettingsError when they refer to different databases
 */
export async function checkSameDatabase(url: string, directUrl: string): Promise<void> {
  const pools = [openPool(url, () => undefined, { max: 1 }), openPool(directUrl, () => undefined, { max: 1 })] as const;
  const [pool, direct] = pools;
  const key = randomInt(2 ** 31);
  try {
    const client = await direct.connect();
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock($1::bigint)', [key]);
      const { rowCount } = await pool.query(
        `select from pg_locks where locktype = 'advisory' and classid = 0 and objid::bigint = $1::bigint
          and database = (select oid from pg_database where datname = current_database())`,
        [key],
      );
      if (!rowCount) throw new SettingsError('DATABASE_URL and DATABASE_LISTEN_URL refer to different databases.');
    } finally {
      client.release(true);
    }
  } finally {
    await Promise.all(pools.map((one) => one.end()));
  }
}

function explain(error: unknown): unknown {
  const state = sqlState(error) ?? '';
  const message = error instanceof Error ? error.message : String(error);
  if (LOST_STATEMENT.has(state))
    return new SettingsError(
      'The pooler at DATABASE_URL does not keep prepared statements: PgBouncer 1.21 or newer with max_prepared_statements ' +
        `above 0 does (${GUIDE}).`,
    );
  if (state === PROTOCOL_VIOLATION)
    return new SettingsError(`The pooler at DATABASE_URL refuses a connection of the store: ${message} (${GUIDE}).`);
  return error;
}
