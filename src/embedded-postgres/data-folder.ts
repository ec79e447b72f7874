import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeEnterable, SHARED_HOME } from './binaries.ts';
import { PostgresProblem } from './postgres-problem.ts';
import { type Account, accountFor, canEnter } from './system-account.ts';

/** Where one data folder's PostgreSQL lives, and as whom it runs. */
export interface Home {
  /** Its parent folder, which the account may enter. */
  folder: string;
  cluster: string;
  account: Account;
}

/** In a data folder that PostgreSQL's user cannot reach: the path of the home outside it. */
const POINTER = 'postgres.path';
/** In a home outside: the path of the data folder that it belongs to. */
const BACK = 'data.path';

/**
 * Finds the home: in the data folder, unless we are root and the user that PostgreSQL runs as cannot get there (a
 * checkout in /root, say); then in a folder of its own under /var/lib, which the data folder names.
 */
export function findHome(dataDir: string, log: (line: string) => void): Home {
  const outside = existsSync(join(dataDir, 'postgres')) ? undefined : homeOutside(dataDir);
  const folder = outside ?? dataDir;
  const cluster = join(folder, 'postgres');
  const account = accountFor(cluster);
  if (existsSync(cluster)) {
    takeFromRoot(cluster, account);
    if (!canEnter(account, cluster)) {
      throw new PostgresProblem(
        `PostgreSQL's user cannot reach its data in ${cluster}, which belongs to another user.`,
      );
    }
    return { folder, cluster, account };
  }
  if (outside || canLiveIn(dataDir, account)) return { folder, cluster, account };
  if (!account) throw new PostgresProblem(`The folder ${dataDir} cannot be written to.`);
  const made = makeOutside(dataDir, account);
  log(`PostgreSQL's user cannot reach ${dataDir}, so the database lies in ${made}.`);
  return { folder: made, cluster: join(made, 'postgres'), account };
}

/** Files that root has copied or restored belong to root, where PostgreSQL's user cannot use them. */
function takeFromRoot(cluster: string, account: Account): void {
  if (!account || statSync(cluster).uid !== 0) return;
  spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, cluster]);
}

/** The home outside that the data folder names, if it is this folder's and not the one of the folder it was copied from. */
function homeOutside(dataDir: string): string | undefined {
  const home = readPath(join(dataDir, POINTER));
  if (!home || !existsSync(home)) return undefined;
  const owner = readPath(join(home, BACK));
  if (owner === dataDir) return home;
  if (owner && readPath(join(owner, POINTER)) === home) return undefined;
  writeWhole(join(home, BACK), dataDir);
  return home;
}

function canLiveIn(folder: string, account: Account): boolean {
  const trial = join(folder, `postgres.${randomBytes(4).toString('hex')}`);
  try {
    mkdirSync(trial, { mode: 0o700 });
    if (account) chownSync(trial, account.uid, account.gid);
    return canEnter(account, trial);
  } catch {
    return false;
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
}

function makeOutside(dataDir: string, account: { uid: number; gid: number }): string {
  const home = join(SHARED_HOME, randomBytes(6).toString('hex'));
  makeEnterable(SHARED_HOME);
  makeEnterable(home);
  if (!canLiveIn(home, account)) throw new PostgresProblem(`PostgreSQL's user cannot reach ${home} either.`);
  writeWhole(join(home, BACK), dataDir);
  writeWhole(join(dataDir, POINTER), home);
  return home;
}

function readPath(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function writeWhole(file: string, path: string): void {
  writeFileSync(`${file}.new`, `${path}\n`);
  renameSync(`${file}.new`, file);
}
