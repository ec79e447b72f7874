import { rmSync } from 'node:fs';
import { access, chmod, constants, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts';
import { ensureSynonyms } from '#modules/search/server/synonyms.store.ts';
import { succeeds } from '#platform/contract/succeeds.ts';
import { createDatabase, openPool, transaction } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A server whose user may create databases, and the migrated database that tests copy. */
    databaseServer: { url: string; template: string };
  }
}

const SHARED_FOLDER_MODE = 0o755;
/** Test data need not survive a power cut. */
const UNSAFE_PARAMETERS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };
/** A folder in memory. A new database has 800 files, and creating one on a disk takes 0.4 ms. */
const MEMORY_FOLDER = '/dev/shm';
const FREE_MEMORY_MIN_BYTES = 4 * 1024 ** 3;

/** Starts one PostgreSQL in `folder` for the whole run, with the schema made once. TEST_DATABASE_URL names another server. */
export default async function setup(project: TestProject, folder?: string): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const own = given ? undefined : await startThrowaway(folder ?? (await fastFolder()));
  const url = given ?? own?.url ?? '';
  const template = `dolna_template_${process.pid}`;
  await run(url, `create database ${template}`);
  await migrate(withDatabase(url, template));
  await addSynonyms(withDatabase(url, template));
  project.provide('databaseServer', { url, template });
  return async () => {
    if (own) await own.stop();
    else await run(url, `drop database if exists ${template} with (force)`);
  };
}

/** Returns the folder in memory if it can be written and memory is free; otherwise the system's temporary folder. */
async function fastFolder(): Promise<string> {
  const isWritable = await succeeds(access(MEMORY_FOLDER, constants.W_OK));
  if (!isWritable) return tmpdir();
  const { bavail, bsize } = await statfs(MEMORY_FOLDER);
  return Math.min(bavail * bsize, process.availableMemory()) < FREE_MEMORY_MIN_BYTES ? tmpdir() : MEMORY_FOLDER;
}

/** Starts a PostgreSQL on temporary data. Returns its URL. */
export async function startThrowaway(folder = tmpdir()): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(folder, 'dolna-test-'));
  // PostgreSQL may run as another user, which needs access.
  await chmod(dataDir, SHARED_FOLDER_MODE);
  const clear = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  // An interrupted run does not call stop.
  process.once('exit', clear);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    parameters: UNSAFE_PARAMETERS,
    diskReserveBytes: 0,
  });
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await rm(postgres.location, { recursive: true, force: true });
      process.off('exit', clear);
      clear();
    },
  };
}

/** Adds the synonyms of a new store. */
async function addSynonyms(url: string): Promise<void> {
  const db = createDatabase(openPool(url, () => undefined, { max: 1 }));
  await transaction(db, ensureSynonyms);
  await db.destroy();
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
