import { afterAll, expect, test } from 'vitest';
import { withClient } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { schemaDigest } from './faults/schema-digest.ts';
import { ask } from './faults/server-processes.ts';
import { createTestDatabase, type TestDatabase } from './support/postgres.ts';

const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function aDatabase(options?: { empty: boolean }): Promise<string> {
  const database = await createTestDatabase(options);
  databases.push(database);
  return database.url;
}

test('an interrupted migration can be run again, and results in the same schema', async () => {
  const whole = await schemaDigest(await aDatabase());
  const url = await aDatabase({ empty: true });
  // Killed at another moment each time. The last run completes.
  const ends: string[] = [];
  for (const tables of [1, 8, 14]) {
    const cut = migrate(url).then(
      () => 'done',
      () => 'cut off',
    );
    for (;;) {
      const [row] = await ask<{ count: number }>(url, 'select count(*)::int from pg_locks where relation >= 16384');
      if ((row?.count ?? 0) >= tables) break;
      if ((await Promise.race([cut, 'goes on'])) === 'done') break;
    }
    await ask(
      url,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    ends.push(await cut);
  }
  expect(ends).toContain('cut off');
  await migrate(url);
  expect(await schemaDigest(url)).toBe(whole);
});

test('a release that starts while one from before the baseline migrates an empty database stops, and writes nothing', async () => {
  const url = await aDatabase({ empty: true });
  await ask(url, 'create table migrations (name text primary key, checksum text not null)');
  await withClient(url, async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(7274656201)');
    const waits = Promise.withResolvers<string>();
    const started = migrate(url, { log: waits.resolve });
    await waits.promise;
    await client.query("insert into migrations values ('0001_identity.sql', '')");
    await client.query('commit');
    await expect(started).rejects.toThrow('A release from before the baseline migrates this database.');
  });
  expect(await ask(url, 'select name from migrations')).toEqual([{ name: '0001_identity.sql' }]);
});

test('two concurrent migrations run one after the other', async () => {
  const url = await aDatabase({ empty: true });
  await Promise.all([migrate(url), migrate(url)]);
  expect(await schemaDigest(url)).toBe(await schemaDigest(await aDatabase()));
});
