import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENVIRONMENT } from './binaries.ts';
import type { Home } from './data-folder.ts';
import { PostgresProblem } from './postgres-problem.ts';
import type { Account } from './system-account.ts';

export const SUPERUSER = 'postgres';

/** Lies in the cluster, so that neither can be without the other. */
const PASSWORD = 'password';
const STAGING = 'postgres.new-';

/**
 * Makes the cluster. It grows under another name and gets its own when it is whole: a start that is cut off leaves
 * nothing that looks like a cluster.
 */
export async function createCluster(initdb: string, { folder, cluster, account }: Home): Promise<void> {
  await clearLeftovers(folder);
  const staging = await mkdtemp(join(folder, STAGING));
  const passwordFile = join(staging, PASSWORD);
  const growing = join(staging, 'cluster');
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account) {
    await chown(staging, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  await run(initdb, account, [
    `--pgdata=${growing}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    // PostgreSQL's own collation and C for the rest: a cluster must open on every system, whatever locales it has.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--set=max_connections=100',
    '--set=timezone=UTC',
    '--set=log_timezone=UTC',
    '--no-instructions',
  ]);
  await rename(passwordFile, join(growing, PASSWORD));
  await rename(growing, cluster);
  await rm(staging, { recursive: true, force: true });
}

/** What earlier attempts have left; an initdb that outlived its start may still write to its own, so no name is used twice. */
async function clearLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(STAGING)) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function passwordOf(cluster: string): Promise<string> {
  try {
    return (await readFile(join(cluster, PASSWORD), 'utf8')).trim();
  } catch (error) {
    throw new PostgresProblem(`The database's password cannot be read from ${join(cluster, PASSWORD)}.`, {
      cause: error,
    });
  }
}

async function run(command: string, account: Account, args: string[]): Promise<void> {
  const child = spawn(command, args, { ...account, cwd: '/', env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      said += part;
    });
  }
  const failure = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? undefined : said.trim()));
  });
  if (failure !== undefined) throw new PostgresProblem(`The database could not be created: ${failure}`);
}
