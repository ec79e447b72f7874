import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { SettingsError } from '#platform/operations/settings.ts';
import { sqlState, withClient } from './database.ts';
import {
  isBaseline,
  isBeforeBaseline,
  type Migration,
  migrationsBeforeBaseline,
  migrationsFor,
  migrationsOfRelease,
} from './migration-files.ts';
import { SQL_STATES } from './sql-states.ts';
import {
  createStartLock,
  printLine,
  type Query,
  START_LOCK_WAIT_MS,
  StartLockError,
  type StartLockOptions,
} from './start-lock.ts';

/** An arbitrary number, which all processes of the store share. */
const LOCK_KEY = 7_274_656_201;
/** How often a migration that runs is checked for a session that blocks it. */
const BLOCKED_CHECK_INTERVAL_MS = 1000;

export interface MigrateOptions extends StartLockOptions {
  /** Of the migrations from the baseline on, runs those with these names and no others. */
  only?: ReadonlySet<string>;
}

/**
 * Brings a database to the newest schema: each file of `migrations/` once, in the order of their numbers, each in a
 * transaction of its own. Takes no lock when no file is due. Concurrent processes run one after the other.
 * @throws SettingsError when PostgreSQL or the database's release is too old
 * @throws StartLockError when another session holds the lock, or a table that a file changes, for more than two minutes
 * @throws Error when a file was changed after it had run
 */
export async function migrate(url: string, { only, ...lockOptions }: MigrateOptions = {}): Promise<void> {
  await withClient(
    url,
    async (client) => {
      await refuseOld(client);
      const checksums = await appliedMigrations(client);
      const lock = createStartLock(LOCK_KEY, 'migrating the database', lockOptions);
      const wait: LockWait = {
        url,
        waitMs: lockOptions.waitMs ?? START_LOCK_WAIT_MS,
        log: lockOptions.log ?? printLine,
      };
      for (const migration of await migrationsFor(checksums.keys())) {
        const { name } = migration;
        if (!only || isBeforeBaseline(name) || only.has(name))
          await runOnce(client, migration, checksums.get(name), { lock, wait });
      }
    },
    { application_name: 'dolna migrations' },
  );
  // graphile-worker serializes its own migrations.
  await runMigrations({ connectionString: url });
}

/** The checksums of the migrations that have run, by name; empty for a new database. */
async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  try {
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
    return new Map(rows.map((row) => [row.name, row.checksum]));
  } catch (error) {
    if (sqlState(error) === SQL_STATES.undefinedTable) return new Map();
    throw error;
  }
}

/** Whether every migration of this release has run on the database. */
export async function isMigrated(db: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await db.query<{ name: string }>('select name from migrations');
  const done = new Set(rows.map((row) => row.name));
  return (await migrationsOfRelease()).every(({ name }) => done.has(name));
}

const POSTGRES_MIN_VERSION = 15;

async function refuseOld(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) >= POSTGRES_MIN_VERSION) return;
  throw new SettingsError(`The database is PostgreSQL ${version}; ${POSTGRES_MIN_VERSION} or newer is needed.`);
}

/** How a migration waits for a table that another session uses. */
interface LockWait {
  url: string;
  waitMs: number;
  log: (line: string) => void;
}

async function runOnce(
  client: pg.Client,
  { name, sql, checksum }: Migration,
  knownChecksum: string | undefined,
  turn: { lock: (query: Query) => Promise<void>; wait: LockWait },
): Promise<void> {
  if (isApplied(name, checksum, knownChecksum)) return;
  if (sql === undefined) throw await tooOld(name);
  const { waitMs } = turn.wait;
  try {
    await client.query('begin');
    await setTimeouts(client, waitMs);
    await turn.lock((text, values) => client.query(text, values));
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, at timestamptz not null default now())',
    );
    // Another process may have run it since.
    const applied = await appliedMigrations(client);
    if (!isApplied(name, checksum, applied.get(name))) {
      if (isBaseline(name) && sql && [...applied.keys()].some(isBeforeBaseline))
        throw new StartLockError(
          'A release from before the baseline migrates this database. Let it finish, then start this release again.',
        );
      await runAnnounced(client, name, turn.wait, () => client.query(sql));
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    if (error instanceof StartLockError) throw error;
    if (sqlState(error) === SQL_STATES.lockNotAvailable)
      throw new StartLockError(
        `migrations/${name} needs a table that another session has locked for more than ${Math.round(waitMs / 1000)} seconds. ` +
          'End the session that uses it, then start again.',
      );
    throw new Error(`migrations/${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** Runs a migration. If another session blocks it, prints one line that names the session. */
async function runAnnounced(
  client: pg.Client,
  name: string,
  { url, waitMs, log }: LockWait,
  run: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  let isAnnounced = false;
  const timer = setInterval(async () => {
    const blocker = await findBlocker(url, rows[0]?.pid ?? 0).catch(() => undefined);
    if (!blocker || isAnnounced) return;
    isAnnounced = true;
    log(
      `migrations/${name} waits for session ${blocker.pid} ("${blocker.application}"), for ${Math.round(waitMs / 1000)} seconds at most.`,
    );
  }, BLOCKED_CHECK_INTERVAL_MS);
  try {
    await run();
  } finally {
    clearInterval(timer);
  }
}

/** Finds the session that blocks another one, on a separate connection. */
async function findBlocker(url: string, pid: number): Promise<{ pid: number; application: string } | undefined> {
  const query =
    'select pid, application_name as application from pg_stat_activity where pid = any(pg_blocking_pids($1)) limit 1';
  const { rows } = await withClient(url, (client) => client.query<{ pid: number; application: string }>(query, [pid]));
  return rows[0];
}

async function tooOld(missing: string): Promise<SettingsError> {
  const last = (await migrationsBeforeBaseline()).at(-1)?.name;
  return new SettingsError(
    `The database is too old for this release: it lacks migrations/${missing}. Start the last release that has ` +
      `migrations/${last} on it, then this one.`,
  );
}

function isApplied(name: string, checksum: string, knownChecksum: string | undefined): boolean {
  if (knownChecksum && knownChecksum !== checksum)
    throw new Error(`migrations/${name} was changed after it had run on this database`);
  return knownChecksum === checksum;
}

/** The role may carry timeouts that are meant for requests. */
async function setTimeouts(client: pg.Client, lockTimeoutMs: number): Promise<void> {
  await client.query(
    `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
      set_config('lock_timeout', $1, true)`,
    [String(Math.max(1, lockTimeoutMs))],
  );
}
