import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { SettingsError } from './settings.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);

/** Any number will do, as long as every process of the store takes the same. */
const LOCK = 7_274_656_201;

/**
 * Brings a database to the newest schema: each file of `migrations/` once, in the order of their numbers, each in a
 * transaction of its own. Two processes that start at once take turns. A file that was changed after it ran is refused.
 * With `only`, those named and no others.
 */
export async function migrate(url: string, only?: ReadonlySet<string>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // A connection that breaks fails the query that runs, which is enough.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await refuseOld(client);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, at timestamptz not null default now())',
    );
    const done = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
    const checksums = new Map(done.rows.map((row) => [row.name, row.checksum]));
    for (const name of await migrationFiles())
      if (!only || only.has(name)) await runOnce(client, name, checksums.get(name));
    await runMigrations({ connectionString: url });
  } finally {
    await client.end();
  }
}

/** Whether every migration of this release has run on the database. */
export async function isMigrated(db: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await db.query<{ name: string }>('select name from migrations');
  const done = new Set(rows.map((row) => row.name));
  return (await migrationFiles()).every((name) => done.has(name));
}

const OLDEST = 15;

async function refuseOld(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) >= OLDEST) return;
  throw new SettingsError(`The database is PostgreSQL ${version}; ${OLDEST} or newer is needed.`);
}

async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
}

/** The migrations of this release by name, with their checksums. */
export async function migrationsOfRelease(): Promise<Map<string, string>> {
  const names = await migrationFiles();
  return new Map(await Promise.all(names.map(async (name) => [name, (await read(name)).checksum] as const)));
}

async function read(name: string): Promise<{ sql: string; checksum: string }> {
  const sql = await readFile(new URL(name, FOLDER), 'utf8');
  return { sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

async function runOnce(client: pg.Client, name: string, known: string | undefined): Promise<void> {
  const { sql, checksum } = await read(name);
  if (known === checksum) return;
  if (known) throw new Error(`migrations/${name} was changed after it had run on this database`);
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migrations/${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
