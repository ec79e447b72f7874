import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

const FOLDER = new URL('../../../migrations/', import.meta.url);
/** Holds migrations of releases before the baseline, and the checksums of all of them. */
const OLD_FOLDER = new URL('before-baseline/', FOLDER);
/** Baseline files have numbers from 1000 on. Later migrations have numbers from 2000 on. */
const BASELINE_START = '1000';
const BASELINE_END = '2000';

export interface Migration {
  name: string;
  checksum: string;
  /** Undefined when this release no longer has the file. */
  sql?: string | undefined;
}

/** Returns the migrations of a new database, in their order. */
export async function migrationsOfRelease(): Promise<Migration[]> {
  return readFolder(FOLDER);
}

/**
 * Returns the migrations for a database that has run `applied`, in their order. After migrations from before the baseline,
 * the baseline is empty: it is only recorded.
 */
export async function migrationsFor(applied: Iterable<string>): Promise<Migration[]> {
  const release = await readFolder(FOLDER);
  if (![...applied].some(isBeforeBaseline)) return release;
  return [
    ...(await migrationsBeforeBaseline()),
    ...release.map((one) => (isBaseline(one.name) ? { ...one, sql: '' } : one)),
  ];
}

/** Returns all migrations from before the baseline, in their order. */
export async function migrationsBeforeBaseline(): Promise<Migration[]> {
  const files = new Map((await readFolder(OLD_FOLDER)).map((file) => [file.name, file]));
  const list = await readFile(new URL('checksums.sha256', OLD_FOLDER), 'utf8');
  return list
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [checksum = '', name = ''] = line.split('  ');
      return files.get(name) ?? { name, checksum };
    });
}

/** Whether a migration is of a release before the baseline. */
export function isBeforeBaseline(name: string): boolean {
  return name < BASELINE_START;
}

/** Whether a migration is a part of the baseline. */
export function isBaseline(name: string): boolean {
  return !isBeforeBaseline(name) && name < BASELINE_END;
}

async function readFolder(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
