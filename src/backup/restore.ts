import { posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withClient } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import {
  isBaseline,
  isBeforeBaseline,
  migrationsBeforeBaseline,
  migrationsOfRelease,
} from '#platform/database/migration-files.ts';
import { BackupProblem, type Manifest, readArchive, verifyArchive } from './archive.ts';
import type { BackupReport, StoreStorage } from './backup.ts';
import { copyTarget, JOBS_FILE, type Table, tableFile, tablesInOrder } from './tables.ts';

/**
 * Fills an empty database and photo storage from a backup. Checks them and the whole archive before it writes anything.
 * Writes all rows in one transaction, under all constraints. An interrupted restore can be repeated: its photos stay.
 * @throws BackupProblem for a damaged archive, one of a newer release, a database that is not empty, or a storage with
 * photos that the archive lacks.
 */
export async function restore(file: string, place: StoreStorage): Promise<BackupReport> {
  const manifest = await verifyArchive(file);
  const migrations = await migrationsOf(manifest);
  await withClient(place.databaseUrl, (client) => assertUnused(client, migrations));
  await assertNoOtherPhotos(place.files, manifest);
  await migrate(place.databaseUrl, { only: new Set(migrations) });
  return withClient(place.databaseUrl, async (client) => {
    // The role may carry timeouts that are meant for requests.
    await client.query(
      'begin; set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    );
    // Again: another process may have filled it since.
    const tables = await assertUnused(client, migrations);
    const report = await fill(client, tables, manifest, file, place.files);
    await advanceSequences(client);
    await client.query('commit');
    await migrate(place.databaseUrl);
    return report;
  });
}

/** Returns the names of the migrations that create the tables of a backup. */
async function migrationsOf(manifest: Manifest): Promise<string[]> {
  const [release, old] = await Promise.all([migrationsOfRelease(), migrationsBeforeBaseline()]);
  const known = new Map([...release, ...old].map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of manifest.migrations)
    if (known.get(name) !== checksum)
      throw new BackupProblem(`The backup is of another release of the store: migration ${name} differs here.`);
  const names = manifest.migrations.map(({ name }) => name);
  if (!names.some(isBeforeBaseline)) return names;
  if (old.some(({ name }) => !names.includes(name)))
    throw new BackupProblem(
      `The backup is too old for this release. Restore it with the last release that has migrations/${old.at(-1)?.name}, ` +
        'then upgrade that database.',
    );
  // All old migrations together create the tables of the baseline.
  return [...release.map(({ name }) => name).filter(isBaseline), ...names];
}

/** Returns the tables of a database without rows. */
async function assertUnused(client: pg.Client, migrations: string[]): Promise<Table[]> {
  await assertNotNewer(client, migrations);
  const tables = await tablesInOrder(client);
  await assertEmpty(client, tables);
  return tables;
}

/** Later migrations must still change the rows of the backup. */
async function assertNotNewer(client: pg.Client, migrations: string[]): Promise<void> {
  const { rows: found } = await client.query<{ isNew: boolean }>(
    `select to_regclass('public.migrations') is null as "isNew"`,
  );
  if (found[0]?.isNew) return;
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  const newer = rows.find(({ name }) => !isBeforeBaseline(name) && !migrations.includes(name));
  if (newer)
    throw new BackupProblem(`The database is newer than the backup (${newer.name}). Restore into a new database.`);
}

async function assertEmpty(client: pg.Client, tables: Table[]): Promise<void> {
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from ${client.escapeIdentifier(name)} limit 1`);
    if (rowCount) throw new BackupProblem(`The database is not empty (${name}). Restore into an empty one.`);
  }
}

/** Photos of the archive may be there already. They never change, so the restore writes the same again. */
async function assertNoOtherPhotos(files: StoreStorage['files'], { entries }: Manifest): Promise<void> {
  const names = new Set(entries.map(({ name }) => name));
  for await (const key of files.keys())
    if (!names.has(`photos/${key}`))
      throw new BackupProblem(`The photo storage is not empty (${key}). Restore into an empty one.`);
}

async function fill(
  client: pg.Client,
  tables: Table[],
  { entries }: Manifest,
  file: string,
  files: StoreStorage['files'],
): Promise<BackupReport> {
  const report: BackupReport = { rows: {}, files: 0 };
  const targets = new Map(tables.map((table) => [tableFile(table.name), table]));
  for await (const { name, body } of readArchive(file)) {
    const table = targets.get(name);
    if (table) report.rows[table.name] = await copyRows(client, copyTarget(table), body);
    else if (name === JOBS_FILE) await addJobs(client, body);
    else {
      await files.put(photoKey(name), await buffer(body));
      report.files += 1;
    }
  }
  for (const { name, rows } of entries) {
    const table = targets.get(name);
    if (table && report.rows[table.name] !== rows)
      throw new BackupProblem(`${name}: the database has fewer rows than the backup.`);
  }
  return report;
}

async function copyRows(client: pg.Client, target: string, rows: AsyncIterable<Buffer>): Promise<number> {
  const copy = client.query(copyFrom(`copy ${target} from stdin (format csv, header match)`));
  await pipeline(rows, copy);
  return copy.rowCount;
}

async function addJobs(client: pg.Client, rows: AsyncIterable<Buffer>): Promise<void> {
  await client.query(
    `create temp table restored_jobs (identifier text, payload json, key text, run_at timestamptz, max_attempts int,
      priority int) on commit drop`,
  );
  await copyRows(client, 'restored_jobs', rows);
  await client.query(
    `select graphile_worker.add_job(identifier, payload, job_key := key, run_at := run_at, max_attempts := max_attempts,
      priority := priority) from restored_jobs`,
  );
}

function photoKey(name: string): string {
  const [, key] = /^photos\/(.+)$/.exec(name) ?? [];
  if (!key || posix.normalize(`/${key}`) !== `/${key}`)
    throw new BackupProblem(`${name} is neither a table of this release nor a photo.`);
  return key;
}

/** Sets each sequence to the highest number in use. */
async function advanceSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`,
  );
  for (const { table, column } of rows) {
    const [t, c] = [client.escapeIdentifier(table), client.escapeIdentifier(column)];
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), m) from (select max(${c}) as m from ${t}) as s where m is not null`,
      [t, column],
    );
  }
}
