import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BackupProblem } from '#backup/archive.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts';
import { PostgresProblem } from '#embedded-postgres/postgres-problem.ts';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
import { StartLockError } from '#platform/database/start-lock.ts';
import { readSettings, SettingsError } from '#platform/operations/settings.ts';

/**
 * Does some work on the store's database: the one at DATABASE_LISTEN_URL or DATABASE_URL, the embedded one of a store
 * that runs, or the embedded one started for as long as it takes. What the person at the keyboard can mend is said in a line.
 */
export async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  try {
    await onDatabase(work);
  } catch (error) {
    if (isDatabaseUnavailable(error))
      refuse(`The database does not answer (${codeOf(error)}). Is it running, and is DATABASE_URL right?`);
    const plain = [PostgresProblem, SettingsError, StartLockError, BackupProblem].some((one) => error instanceof one);
    if (!plain || !(error instanceof Error)) throw error;
    refuse(error.message);
  }
}

function codeOf(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
}

/** Says in a line why not, and ends. */
export function refuse(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

async function onDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const settings = readSettings(process.env);
  const given = settings.DATABASE_LISTEN_URL ?? settings.DATABASE_URL;
  if (given) return work(given);
  const dataDir = resolve(settings.DATA_DIR);
  await mkdir(dataDir, { recursive: true });
  const running = await findRunningPostgres(dataDir);
  if (running) return work(running);
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => process.stdout.write(`${line}\n`) });
  try {
    await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}
