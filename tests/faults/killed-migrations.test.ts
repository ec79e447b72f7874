import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { schemaDigest } from './schema-digest.ts';
import { aFolder, aServer, ask, printCounts, randomBetween } from './server-processes.ts';

const KILL_COUNT = 12;

let whole: string;
let took: number;
const databases: TestDatabase[] = [];
beforeAll(async () => {
  const database = await anEmptyDatabase();
  const begun = performance.now();
  expect(await migrating(database.url).ended).toBe(0);
  took = performance.now() - begun;
  whole = await schemaDigest(database.url);
});
afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function anEmptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase({ empty: true });
  databases.push(database);
  return database;
}

/** The operator's command. */
function migrating(url: string) {
  const script = join(import.meta.dirname, '..', '..', 'scripts', 'migrate-command.ts');
  const child = spawn(process.execPath, [script], { env: { ...process.env, DATABASE_URL: url }, stdio: 'ignore' });
  return { child, ended: once(child, 'exit').then(([code]) => code as number | null) };
}

test('a killed migration can be run again, and results in the same schema [P14]', async () => {
  const counted = { 'killed before anything': 0, 'killed in between': 0, 'killed when all was done': 0 };
  for (let kill = 0; kill < KILL_COUNT; kill += 1) {
    const { url } = await anEmptyDatabase();
    const { child, ended } = migrating(url);
    // The first half of the time is the start of the process.
    await pause(randomBetween(0.4 * took, took));
    child.kill('SIGKILL');
    await ended;
    const [row] = await ask<{ tables: number }>(
      url,
      "select count(*)::int as tables from pg_tables where schemaname in ('public', 'graphile_worker')",
    );
    const isWhole = (await schemaDigest(url)) === whole;
    counted[isWhole ? 'killed when all was done' : row?.tables ? 'killed in between' : 'killed before anything'] += 1;
    expect(await migrating(url).ended).toBe(0);
    expect(await schemaDigest(url)).toBe(whole);
  }
  printCounts('P14', { kills: KILL_COUNT, ...counted });
});

test('two servers that start at once on an empty database both open, on one schema and one demo [P14]', async () => {
  const { url } = await anEmptyDatabase();
  const folders = [await aFolder(), await aFolder()];
  const servers = await Promise.all(
    // This database is deleted afterwards, so it runs without fsync.
    folders.map(({ path }) => aServer({ DATABASE_URL: url, DATA_DIR: path, NODE_ENV: 'test' })),
  );
  try {
    await Promise.all(servers.map((server) => server.start()));
    expect(await schemaDigest(url)).toBe(whole);
    const [row] = await ask<{ people: number; admins: number }>(
      url,
      "select count(*)::int as people, count(*) filter (where email = 'admin@example.com')::int as admins from users",
    );
    expect(row?.admins).toBe(1);
    printCounts('P14, two at once', { servers: servers.length, people: row?.people ?? 0 });
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    await Promise.all(folders.map((folder) => folder.remove()));
  }
});
