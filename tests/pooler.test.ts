import pg from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { checkPooler, checkSameDatabase } from '#platform/database/database-checks.ts';
import { migrate } from '#platform/database/migrate.ts';
import { migrationsOfRelease } from '#platform/database/migration-files.ts';
import { SettingsError } from '#platform/operations/settings.ts';
import { seedDemo } from '../src/demo/seed-demo.ts';
import { ask } from './faults/server-processes.ts';
import { createTestDatabase } from './support/postgres.ts';
import { openTransactionPooler } from './support/transaction-pooler.ts';

/** The locks of a release that took them for the session. */
const LOCKS = { migrations: 7_274_656_201, demo: 7_274_656_202 };

const closing: (() => Promise<unknown>)[] = [];
const close = async () => {
  for (const end of closing.splice(0).reverse()) await end();
};
afterEach(close);
afterAll(close);

async function aDatabase(options?: { empty: boolean }): Promise<string> {
  const database = await createTestDatabase(options);
  closing.push(database.drop);
  return database.url;
}

/** A session with a lock that a pooler keeps after its process has ended. */
async function leaveLock(url: string, key: number): Promise<{ pid: number; end(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url, application_name: 'an older release' });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid, pg_advisory_lock($1)', [key]);
  const end = () => client.end().catch(() => undefined);
  closing.push(end);
  return { pid: rows[0].pid, end };
}

async function aPooler(url: string): Promise<string> {
  const pooler = await openTransactionPooler(url);
  closing.push(pooler.close);
  return pooler.url;
}

const locksOf = (url: string) =>
  ask(
    url,
    "select * from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );

test('a start without migrations and seeding takes no lock', async () => {
  const url = await aDatabase();
  await seedDemo(url);
  await leaveLock(url, LOCKS.migrations);
  await leaveLock(url, LOCKS.demo);
  const lines: string[] = [];
  const options = { log: (line: string) => lines.push(line), waitMs: 0 };
  await migrate(url, options);
  expect(await seedDemo(url, options)).toBe(false);
  expect(lines).toEqual([]);
});

test('a waiting start logs the lock, and then the session that holds it', async () => {
  const url = await aDatabase({ empty: true });
  const { pid, end } = await leaveLock(url, LOCKS.migrations);
  const lines: string[] = [];
  const options = { log: (line: string) => lines.push(line), waitMs: 500 };
  await expect(migrate(url, options)).rejects.toThrow(
    new RegExp(
      `^PostgreSQL session ${pid} \\("an older release", idle\\) has held the lock for migrating the database .*pg_terminate_backend\\(${pid}\\)`,
    ),
  );
  expect(lines).toEqual(['Waiting for another process that is migrating the database, for 1 seconds at most.']);
  await end();
  await migrate(url, options);

  await leaveLock(url, LOCKS.demo);
  await expect(seedDemo(url, options)).rejects.toThrow('has held the lock for filling the database with the demo');
});

test('a start through a transaction pooler leaves no lock behind', async () => {
  const url = await aDatabase({ empty: true });
  const through = await aPooler(url);
  await migrate(through);
  expect(await locksOf(url)).toEqual([]);
  await migrate(url, { waitMs: 0 });
});

test('a pooler that does not keep prepared statements is named in one line', async () => {
  const url = await aDatabase();
  const error = await checkPooler(await aPooler(url)).catch((error) => error);
  expect(error).toBeInstanceOf(SettingsError);
  expect(error.message).toMatch(
    /^The pooler at DATABASE_URL does not keep prepared statements: .*max_prepared_statements.*\.$/,
  );
  await checkPooler(url);
});

test('a pooler that drops the session settings is named in one line', async () => {
  const url = await aDatabase();
  // The driver replaces our `options` by those of the URL.
  const without = `${url}?options=${encodeURIComponent('-c timezone=Asia/Dhaka')}`;
  await expect(checkPooler(without)).rejects.toThrow(
    /drops the session setting timezone: alter role … set timezone = 'UTC'/,
  );
});

test('a DATABASE_LISTEN_URL that leads to another database is refused', async () => {
  const [one, another] = [await aDatabase(), await aDatabase()];
  await expect(checkSameDatabase(one, another)).rejects.toThrow(SettingsError);
  await checkSameDatabase(one, one);
  await checkSameDatabase(await aPooler(one), one);
});

test('a migration that waits for a table logs the session that uses it', async () => {
  const url = await aDatabase({ empty: true });
  const [platform = '', identity = '', audit = ''] = (await migrationsOfRelease()).map(({ name }) => name);
  await migrate(url, { only: new Set([platform, identity]) });
  const reader = new pg.Client({ connectionString: url, application_name: 'a long backup' });
  reader.on('error', () => undefined);
  await reader.connect();
  closing.push(() => reader.end().catch(() => undefined));
  const { rows } = await reader
    .query('begin; select pg_backend_pid() as pid; lock table users in access exclusive mode')
    .then((results) => (results as unknown as pg.QueryResult<{ pid: number }>[])[1] ?? { rows: [] });
  const lines: string[] = [];
  const migrated = migrate(url, { only: new Set([audit]), log: (line) => lines.push(line) });
  await vi.waitUntil(() => lines.length > 0, { timeout: 10_000 });
  await reader.query('rollback');
  await migrated;
  expect(lines).toEqual([
    `migrations/${audit} waits for session ${rows[0]?.pid} ("a long backup"), for 120 seconds at most.`,
  ]);
});
