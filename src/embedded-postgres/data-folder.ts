import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTraversableFolder, SHARED_FOLDER } from './binaries.ts';
import { PostgresProblem } from './postgres-problem.ts';
import { canEnter, type SystemUser, systemUserFor } from './system-user.ts';

/** The location of a data folder's PostgreSQL cluster, and the user that runs it. */
export interface ClusterLocation {
  /** Its parent folder, which the user may enter. */
  folder: string;
  cluster: string;
  user: SystemUser;
}

/** In a data folder that PostgreSQL's user cannot reach: the path of the home outside it. */
const POINTER = 'postgres.path';
/** In a home outside: the path of the data folder that it belongs to. */
const BACK_POINTER = 'data.path';

/**
 * Finds the home: the data folder, or a folder under /var/lib whose path the data folder stores. The latter is for root with a
 * data folder that PostgreSQL's user cannot reach, such as a checkout in /root.
 */
export function findClusterLocation(dataDir: string, log: (line: string) => void): ClusterLocation {
  const outside = existsSync(join(dataDir, 'postgres')) ? undefined : findOutsideHome(dataDir);
  const folder = outside ?? dataDir;
  const cluster = join(folder, 'postgres');
  const user = systemUserFor(cluster);
  if (existsSync(cluster)) {
    chownFromRoot(cluster, user);
    if (!canEnter(user, cluster)) {
      throw new PostgresProblem(
        `PostgreSQL's user cannot reach its data in ${cluster}, which belongs to another user.`,
      );
    }
    return { folder, cluster, user };
  }
  if (outside || isUsable(dataDir, user)) return { folder, cluster, user };
  if (!user) throw new PostgresProblem(`The folder ${dataDir} cannot be written to.`);
  const made = createOutsideHome(dataDir, user);
  log(`PostgreSQL's user cannot reach ${dataDir}, so the database is in ${made}.`);
  return { folder: made, cluster: join(made, 'postgres'), user };
}

/** Assigns files that root has copied or restored to PostgreSQL's user. */
function chownFromRoot(cluster: string, user: SystemUser): void {
  if (!user || statSync(cluster).uid !== 0) return;
  spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, cluster]);
}

/** Returns the outside home of a data folder, unless it belongs to the folder that this one was copied from. */
function findOutsideHome(dataDir: string): string | undefined {
  const home = readPath(join(dataDir, POINTER));
  if (!home || !existsSync(home)) return undefined;
  const owner = readPath(join(home, BACK_POINTER));
  if (owner === dataDir) return home;
  if (owner && readPath(join(owner, POINTER)) === home) return undefined;
  writePathAtomically(join(home, BACK_POINTER), dataDir);
  return home;
}

function isUsable(folder: string, user: SystemUser): boolean {
  const trial = join(folder, `postgres.${randomBytes(4).toString('hex')}`);
  try {
    mkdirSync(trial, { mode: 0o700 });
    if (user) chownSync(trial, user.uid, user.gid);
    return canEnter(user, trial);
  } catch {
    return false;
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
}

function createOutsideHome(dataDir: string, user: { uid: number; gid: number }): string {
  const home = join(SHARED_FOLDER, randomBytes(6).toString('hex'));
  makeTraversableFolder(SHARED_FOLDER);
  makeTraversableFolder(home);
  if (!isUsable(home, user)) throw new PostgresProblem(`PostgreSQL's user cannot reach ${home} either.`);
  writePathAtomically(join(home, BACK_POINTER), dataDir);
  writePathAtomically(join(dataDir, POINTER), home);
  return home;
}

function readPath(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function writePathAtomically(file: string, path: string): void {
  writeFileSync(`${file}.new`, `${path}\n`);
  renameSync(`${file}.new`, file);
}
