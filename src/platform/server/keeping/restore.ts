import { once } from 'node:events';
import { posix } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, migrationsOfRelease } from '../migrate.ts';
import type { BackupPlace, BackupReport } from './backup.ts';
import { BackupProblem, type Frame, readFrames } from './frames.ts';
import { COMES_FILLED, tablesInOrder } from './tables.ts';

/**
 * Fills an empty database, and the store of photos, from a backup. The file is read once as a whole before anything is
 * written; the rows come in one transaction, in which every constraint of the database holds.
 * @throws BackupProblem for a damaged file, one of a newer release, or a database that has something in it.
 */
export async function restore(file: string, place: BackupPlace): Promise<BackupReport> {
  const head = await checkWhole(file);
  await mustKnow(head.migrations);
  await migrate(place.databaseUrl, new Set(head.migrations.map(({ name }) => name)));
  const client = new pg.Client({ connectionString: place.databaseUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    await client.query('begin');
    await mustBeAsOld(client, head.migrations);
    await mustBeEmpty(client);
    await emptyFilled(client);
    const report = await fill(client, file, place.files);
    await advanceIdentities(client);
    await client.query('commit');
    await migrate(place.databaseUrl);
    return report;
  } finally {
    await client.end();
  }
}

async function checkWhole(file: string): Promise<Extract<Frame, { kind: 'head' }>> {
  let head: Frame | undefined;
  for await (const { frame } of readFrames(file)) head ??= frame;
  if (head?.kind !== 'head') throw new BackupProblem(`${file} has no beginning.`);
  return head;
}

async function mustKnow(migrations: { name: string; checksum: string }[]): Promise<void> {
  const known = await migrationsOfRelease();
  for (const { name, checksum } of migrations)
    if (known.get(name) !== checksum)
      throw new BackupProblem(
        `The backup was made by another release of the store: it has ${name}, which differs here.`,
      );
}

/** What later migrations do to rows, they would never do to these. */
async function mustBeAsOld(client: pg.Client, migrations: { name: string }[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from migrations where name <> all ($1)', [
    migrations.map(({ name }) => name),
  ]);
  if (rows[0])
    throw new BackupProblem(
      `The database is newer than the backup (${rows[0].name}). Give it one that was just created.`,
    );
}

async function mustBeEmpty(client: pg.Client): Promise<void> {
  for (const { name } of await tablesInOrder(client)) {
    if (COMES_FILLED.includes(name)) continue;
    const { rowCount } = await client.query(`select from ${client.escapeIdentifier(name)} limit 1`);
    if (rowCount)
      throw new BackupProblem(`The database is not empty (${name}). A backup is restored into an empty one.`);
  }
}

/** A backup of an older release does without those that came later. */
async function emptyFilled(client: pg.Client): Promise<void> {
  for (const { name } of await tablesInOrder(client))
    if (COMES_FILLED.includes(name)) await client.query(`delete from ${client.escapeIdentifier(name)}`);
}

interface Copying {
  table: string;
  stream: Writable & { rowCount: number };
  done: Promise<void>;
  /** Why the database takes no more rows. */
  refusal?: Error;
}

function beginTable(client: pg.Client, frame: { table: string; columns: string[] }): Copying {
  const stream = client.query(copyFrom(copySql(client, frame)));
  const copying: Copying = { table: frame.table, stream, done: finished(stream) };
  // It is heard of where it is waited for, or before the next row is written.
  copying.done.catch((error: Error) => {
    copying.refusal = error;
  });
  return copying;
}

async function fill(client: pg.Client, file: string, files: BackupPlace['files']): Promise<BackupReport> {
  const report: BackupReport = { rows: {}, files: 0 };
  let copying: Copying | undefined;
  const finishTable = async () => {
    if (!copying) return;
    copying.stream.end();
    await copying.done;
    report.rows[copying.table] = copying.stream.rowCount;
    copying = undefined;
  };
  let growing: { name: string; parts: Buffer[] } | undefined;
  const finishFile = async () => {
    if (!growing) return;
    await files.put(growing.name, Buffer.concat(growing.parts));
    report.files += 1;
    growing = undefined;
  };
  for await (const { frame, data } of readFrames(file)) {
    if (copying && !(frame.kind === 'rows' && frame.table === copying.table)) await finishTable();
    if (growing && !(frame.kind === 'file' && frame.name === growing.name)) await finishFile();
    if (frame.kind === 'rows') {
      copying ??= beginTable(client, frame);
      const { stream, done, refusal } = copying;
      if (refusal) throw refusal;
      // A row that the database refuses ends the stream, which then never drains.
      if (!stream.write(data)) await Promise.race([once(stream, 'drain'), done]);
    } else if (frame.kind === 'jobs') {
      await addJobs(client, data);
    } else if (frame.kind === 'file') {
      growing ??= { name: insideName(frame.name), parts: [] };
      growing.parts.push(data);
    } else if (frame.kind === 'end') {
      for (const [table, count] of Object.entries(frame.rows))
        if ((report.rows[table] ?? 0) !== count) throw new BackupProblem(`${table} has lost rows on the way.`);
      report.rows = frame.rows;
    }
  }
  return report;
}

function copySql(client: pg.Client, { table, columns }: { table: string; columns: string[] }): string {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  return `copy ${client.escapeIdentifier(table)} (${list}) from stdin`;
}

async function addJobs(client: pg.Client, data: Buffer): Promise<void> {
  await client.query(
    `select graphile_worker.add_job(j.identifier, j.payload, job_key := j.key, run_at := j.run_at, max_attempts := j.max_attempts,
      priority := j.priority)
      from json_to_recordset($1::json) as j(identifier text, payload json, key text, run_at timestamptz, max_attempts int,
      priority int)`,
    [data.toString()],
  );
}

function insideName(name: string): string {
  if (posix.normalize(`/${name}`) !== `/${name}`) throw new BackupProblem(`${name} would lie outside of the folder.`);
  return name;
}

/** Numbers that the database gives go on after the last one that it gave. */
async function advanceIdentities(client: pg.Client): Promise<void> {
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
