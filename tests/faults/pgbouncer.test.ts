import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPgBouncer, PGBOUNCER } from '../support/pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { aFolder, aServer, ask } from './server-processes.ts';

const IGNORED = 'options, statement_timeout, lock_timeout, idle_in_transaction_session_timeout';
/** The settings of docs/scaling.md. */
const SETTINGS = ['pool_mode = transaction', `ignore_startup_parameters = ${IGNORED}`];
const ROLE = [
  "timezone = 'UTC'",
  "statement_timeout = '3.5s'",
  "lock_timeout = '2s'",
  "idle_in_transaction_session_timeout = '10s'",
];

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof aFolder>>;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  folder = await aFolder();
  const name = new URL(database.url).pathname.slice(1);
  // Set on the database and not on the role, because the tests' role has other databases too.
  for (const setting of ROLE) await ask(database.url, `alter database ${name} set ${setting}`);
});
afterAll(async () => {
  await folder.remove();
  await database.drop();
});

describe.skipIf(!PGBOUNCER)(`a store behind PgBouncer (${PGBOUNCER ?? 'skipped: pgbouncer is not installed'})`, () => {
  test('does not start when startup parameters are refused, and names the reason in one line', async () => {
    const pooler = await openPgBouncer(database.url, ['pool_mode = transaction']);
    const server = await aServer({ DATABASE_URL: pooler.url, DATA_DIR: folder.path, NODE_ENV: 'test' });
    await expect(server.start()).rejects.toThrow('The server ended');
    expect(server.complaints()).toMatch(
      /^The pooler at DATABASE_URL refuses a connection of the store: .*startup parameter.*\n$/,
    );
    await pooler.close();
  });

  test('does not start without prepared statements, and names the reason in one line', async () => {
    const isNew = Number(PGBOUNCER?.split('.')[1]) >= 21;
    const pooler = await openPgBouncer(database.url, [...SETTINGS, ...(isNew ? ['max_prepared_statements = 0'] : [])]);
    const server = await aServer({ DATABASE_URL: pooler.url, DATA_DIR: folder.path, NODE_ENV: 'test' });
    await expect(server.start()).rejects.toThrow('The server ended');
    expect(server.complaints()).toMatch(/^The pooler at DATABASE_URL does not keep prepared statements: .*\n$/);
    await pooler.close();
  });

  test('migrates and seeds over DATABASE_LISTEN_URL, and answers', async () => {
    const isNew = Number(PGBOUNCER?.split('.')[1]) >= 21;
    // Older versions support prepared statements in session mode only.
    const mode = isNew
      ? [...SETTINGS, 'max_prepared_statements = 200']
      : ['pool_mode = session', SETTINGS[1] ?? '', 'default_pool_size = 50'];
    const pooler = await openPgBouncer(database.url, mode);
    const settings = { DATABASE_URL: pooler.url, DATABASE_LISTEN_URL: database.url };
    const server = await aServer({ ...settings, DATA_DIR: folder.path, NODE_ENV: 'test' });
    try {
      await server.start();
      const answer = await fetch(`${server.address}/api/categories`);
      expect(await answer.json()).toHaveLength(10);
      const names = await ask<{ name: string }>(
        database.url,
        "select distinct application_name as name from pg_stat_activity where query ilike 'listen%'",
      );
      expect(names.length).toBeGreaterThan(0);
    } finally {
      await server.end();
      await pooler.close();
    }
  });
});
