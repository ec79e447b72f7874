import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENVIRONMENT } from './binaries.ts';
import type { ClusterLocation } from './data-folder.ts';
import { PostgresProblem } from './postgres-problem.ts';
import type { SystemUser } from './system-user.ts';

export const SUPERUSER = 'postgres';

/** The file is part of the cluster, so copies include it. */
const PASSWORD_FILE = 'password';
const STAGING_PREFIX = 'postgres.new-';

/** Creates the cluster under a temporary name and renames it at the end: an interrupted start leaves no partial one. */
export async function createCluster(initdb: string, { folder, cluster, user }: ClusterLocation): Promise<void> {
  await clearLeftovers(folder);
  const staging = await mkdtemp(join(folder, STAGING_PREFIX));
  const passwordFile = join(staging, PASSWORD_FILE);
  const unfinished = join(staging, 'cluster');
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user) {
    await chown(staging, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  await run(initdb, user, [
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    // Independent of the system's locales, so that the cluster opens on every system.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--set=max_connections=100',
    '--set=timezone=UTC',
    '--set=log_timezone=UTC',
    '--no-instructions',
  ]);
  await rename(passwordFile, join(unfinished, PASSWORD_FILE));
  await rename(unfinished, cluster);
  await rm(staging, { recursive: true, force: true });
}

/** Deletes unfinished clusters. An initdb may outlive its start and still write, so no name is used twice. */
async function clearLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(STAGING_PREFIX)) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns the password of the cluster’s superuser. @throws PostgresProblem when its file cannot be read */
export async function passwordOf(cluster: string): Promise<string> {
  try {
    return (await readFile(join(cluster, PASSWORD_FILE), 'utf8')).trim();
  } catch (error) {
    throw new PostgresProblem(`The database's password cannot be read from ${join(cluster, PASSWORD_FILE)}.`, {
      cause: error,
    });
  }
}

async function run(command: string, user: SystemUser, args: string[]): Promise<void> {
  const child = spawn(command, args, { ...user, cwd: '/', env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      output += part;
    });
  }
  const failure = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? undefined : output.trim()));
  });
  if (failure !== undefined) throw new PostgresProblem(`The database could not be created: ${failure}`);
}
