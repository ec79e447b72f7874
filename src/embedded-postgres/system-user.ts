import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { PostgresProblem } from './postgres-problem.ts';

/** The system user that PostgreSQL runs as; undefined for the user of this process. */
export type SystemUser = { uid: number; gid: number } | undefined;

const STORE_USER = 'dolna';

/** Returns the user for PostgreSQL, which refuses to run as root: the owner of its files, or an unprivileged user. */
export function systemUserFor(cluster: string): SystemUser {
  if (process.getuid?.() !== 0) return undefined;
  const user =
    ownerOf(cluster) ?? userNamed('postgres') ?? userNamed(STORE_USER) ?? createUser() ?? userNamed('nobody');
  if (!user) {
    throw new PostgresProblem('PostgreSQL does not run as root, and this system has no other user to run it as.');
  }
  return user;
}

/** Whether the user can write to a folder. The check covers parent folders, access lists and mounts. */
export function canEnter(user: SystemUser, folder: string): boolean {
  return succeeds('/bin/sh', ['-c', 'test -x "$1" && test -w "$1"', 'sh', folder], user);
}

function ownerOf(path: string): SystemUser {
  const owner = statSync(path, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : undefined;
}

function userNamed(name: string): SystemUser {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

function createUser(): SystemUser {
  const made =
    succeeds('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', STORE_USER]) ||
    succeeds('adduser', ['-S', '-D', '-H', STORE_USER]);
  return made ? userNamed(STORE_USER) : undefined;
}

function succeeds(command: string, args: string[], user?: SystemUser): boolean {
  return spawnSync(command, args, { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}
