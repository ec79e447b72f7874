import { existsSync } from 'node:fs';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Files } from '../files.ts';
import { BackupProblem, FORMAT, FRAME_MAX, type Frame, type Put, writeFrames } from './frames.ts';
import { type Table, tablesInOrder } from './tables.ts';

/** Small enough to be held, large enough not to matter. */
const PART = FRAME_MAX / 4;

export interface BackupPlace {
  databaseUrl: string;
  /** What people sent. */
  files: Pick<Files, 'keys' | 'open' | 'put'>;
}

export interface BackupReport {
  rows: Record<string, number>;
  files: number;
}

/**
 * Writes everything that the store keeps into one file, as it was at one instant, while the store is in use: rows from
 * one snapshot of the database, jobs that wait, and photos, whose files never change once they are there.
 */
export async function backUp(place: BackupPlace, file: string): Promise<BackupReport> {
  if (existsSync(file)) throw new BackupProblem(`${file} is there already; a backup never overwrites one.`);
  const client = new pg.Client({ connectionString: place.databaseUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  const report: BackupReport = { rows: {}, files: 0 };
  try {
    await client.query('begin isolation level repeatable read read only');
    await writeFrames(file, async (put, digest) => {
      const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
        'select name, checksum from migrations order by name',
      );
      await put({ kind: 'head', format: FORMAT, at: new Date().toISOString(), migrations, bytes: 0 });
      for (const table of await tablesInOrder(client)) report.rows[table.name] = await putRows(client, table, put);
      await putJobs(client, put);
      report.files = await putFiles(place.files, put);
      await put({ kind: 'end', rows: report.rows, sha256: digest(), bytes: 0 });
    });
    return report;
  } finally {
    await client.end();
  }
}

async function putRows(client: pg.Client, { name, columns }: Table, put: Put): Promise<number> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const stream = client.query(copyTo(`copy ${client.escapeIdentifier(name)} (${list}) to stdout`));
  await putParts(stream, (bytes) => ({ kind: 'rows', table: name, columns, bytes }), put);
  return stream.rowCount;
}

/**
 * Jobs that wait or are at work, in the words of graphile-worker's add_job; its tables are its own business. Its public
 * view leaves out what a job carries, so they are read all the same.
 */
async function putJobs(client: pg.Client, put: Put): Promise<void> {
  const { rows } = await client.query(
    // One that is at work counts its attempt already.
    `select t.identifier, j.payload, j.key, j.run_at, j.max_attempts, j.priority
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.attempts < j.max_attempts or j.locked_at is not null`,
  );
  for (let start = 0; start < rows.length; start += 500) {
    const data = Buffer.from(JSON.stringify(rows.slice(start, start + 500)));
    await put({ kind: 'jobs', bytes: data.length }, data);
  }
}

async function putFiles(files: BackupPlace['files'], put: Put): Promise<number> {
  let count = 0;
  for await (const name of files.keys()) {
    const file = await files.open(name);
    // One that was deleted since is in no listing any more.
    if (!file) continue;
    await putParts(file.stream, (bytes) => ({ kind: 'file', name, bytes }), put);
    count += 1;
  }
  return count;
}

async function putParts(stream: AsyncIterable<Buffer>, frameOf: (bytes: number) => Frame, put: Put): Promise<void> {
  let parts: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    if (size > 0) await put(frameOf(size), Buffer.concat(parts));
    parts = [];
    size = 0;
  };
  for await (const chunk of stream) {
    for (let start = 0; start < chunk.length; start += PART) {
      const piece = chunk.subarray(start, start + PART);
      if (size + piece.length > PART) await flush();
      parts.push(piece);
      size += piece.length;
    }
  }
  await flush();
}
