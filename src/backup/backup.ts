import { existsSync } from 'node:fs';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withClient } from '#platform/database/database.ts';
import type { Files } from '#platform/files/file-store.ts';
import { type AddFile, BackupProblem, type Manifest, writeArchive } from './archive.ts';
import { copyTarget, JOBS_FILE, tableFile, tablesInOrder } from './tables.ts';

export interface StoreStorage {
  databaseUrl: string;
  files: Pick<Files, 'keys' | 'open' | 'put'>;
}

export interface BackupReport {
  rows: Record<string, number>;
  files: number;
}

/**
 * Writes the database and the photos into one archive while the store runs. All rows are of one snapshot. A file never
 * changes; the sizes of a photo may replace its original meanwhile.
 * @throws BackupProblem when the file exists.
 */
export async function backUp(place: StoreStorage, file: string): Promise<BackupReport> {
  if (existsSync(file)) throw new BackupProblem(`${file} exists; a backup never overwrites a file.`);
  const report: BackupReport = { rows: {}, files: 0 };
  return withClient(place.databaseUrl, async (client) => {
    // The role may carry timeouts that are meant for requests.
    await client.query(
      'begin isolation level repeatable read read only; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    );
    // Another database may have other defaults.
    await client.query(`set local datestyle = iso; set local intervalstyle = iso_8601; set local timezone = 'UTC'`);
    const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
      'select name, checksum from migrations order by name',
    );
    await writeArchive(file, migrations, async (add) => {
      for (const table of await tablesInOrder(client))
        report.rows[table.name] = await addRows(client, copyTarget(table), tableFile(table.name), add);
      await addRows(client, `(${PENDING_JOBS})`, JOBS_FILE, add);
      // Copying the photos may take hours, and a snapshot keeps deleted rows and a lock on every table.
      await client.query('commit');
      report.files = await addPhotos(place.files, add);
    });
    return report;
  });
}

/** Jobs that wait or run, from graphile-worker's private tables, with the attempt of a running job counted already. */
const PENDING_JOBS = `select t.identifier, j.payload, j.key, j.run_at, j.max_attempts, j.priority
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.attempts < j.max_attempts or j.locked_at is not null`;

/** Copies the rows twice: a tar header needs the size before the content. The snapshot makes both copies equally long. */
async function addRows(client: pg.Client, source: string, file: string, add: AddFile): Promise<number> {
  const copy = `copy ${source} to stdout (format csv, header)`;
  let bytes = 0;
  for await (const chunk of client.query(copyTo(copy))) bytes += chunk.length;
  const rows = client.query(copyTo(copy));
  const entry = await add(file, bytes, rows);
  entry.rows = rows.rowCount;
  return rows.rowCount;
}

/** Lists the files again when one was deleted after the list was read: the sizes may have replaced an original. */
async function addPhotos(files: StoreStorage['files'], add: AddFile): Promise<number> {
  const listed = new Set<string>();
  let count = 0;
  let isComplete: boolean;
  do {
    isComplete = true;
    for await (const key of files.keys()) {
      if (listed.has(key)) continue;
      listed.add(key);
      const photo = await files.open(key);
      if (photo) {
        await add(`photos/${key}`, photo.size, photo.stream);
        count += 1;
      } else isComplete = false;
    }
  } while (!isComplete);
  return count;
}
