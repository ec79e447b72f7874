import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BackupProblem } from '#backup/archive.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts';
import { PostgresProblem } from '#embedded-postgres/postgres-problem.ts';
import { readSettings } from '#modules/payments/server/store-settings.ts';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
import { StartLockError } from '#platform/database/start-lock.ts';
import { SettingsError } from '#platform/operations/settings.ts';

/**
 * Runs the work with the URL of the store's database: DATABASE_LISTEN_URL, DATABASE_URL, or the embedded one, which is
 * started for that time when no store runs. Prints errors that an operator can fix as one line.
 */
export async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  try {
    await withUrl(work);
  } catch (error) {
    if (isDatabaseUnavailable(error))
      exitWithError(`The database does not answer (${codeOf(error)}). Is it running, and is DATABASE_URL right?`);
    const isExpected = [PostgresProblem, SettingsError, StartLockError, BackupProblem].some(
      (one) => error instanceof one,
    );
    if (!isExpected || !(error instanceof Error)) throw error;
    exitWithError(error.message);
  }
}

function codeOf(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
}

/** Prints a line and exits with code 1. */
export function exitWithError(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

async function withUrl(work: (url: string) => Promise<void>): Promise<void> {
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
