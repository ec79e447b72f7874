import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PostgresProblem } from './postgres-problem.ts';

/** The process that holds the lock may be about to end. */
const LOCK_TIMEOUT_MS = 6000;
const LOCK_POLL_MS = 100;
const HOLDER_TIMEOUT_MS = 1000;

/**
 * Locks a data folder for this process and returns the function that unlocks it. The lock is a socket whose name is made from
 * the folder: the system releases it however the process ends, so no stale lock remains.
 * @throws PostgresProblem when another process still holds the lock after `timeoutMs`.
 */
export async function lockFolder(
  folder: string,
  log: (line: string) => void,
  timeoutMs = LOCK_TIMEOUT_MS,
): Promise<() => void> {
  const address = addressOf(folder);
  const end = Date.now() + timeoutMs;
  let isWaitLogged = false;
  for (;;) {
    const server = await listen(address);
    if (server) return () => server.close();
    const holder = await findHolderPid(address);
    if (holder === undefined) {
      // On systems where the socket is a file, a killed process leaves it.
      if (address.startsWith(tmpdir())) await rm(address, { force: true });
    } else if (Date.now() > end) {
      throw new PostgresProblem(
        `Process ${holder} already uses the data directory ${folder}. Stop it, or set another DATA_DIR and PORT.`,
      );
    } else if (!isWaitLogged) {
      isWaitLogged = true;
      log(`Process ${holder} still uses the data directory ${folder}. Waiting for it to end.`);
    }
    await pause(LOCK_POLL_MS);
  }
}

/** Returns whether a process holds the lock. */
export async function isLocked(folder: string): Promise<boolean> {
  return (await findHolderPid(addressOf(folder))) !== undefined;
}

/**
 * Device and inode identify the folder under all its paths. On Linux each network namespace has its own names of sockets.
 * Containers with separate networks do not see each other's lock, and must not share the folder.
 */
function addressOf(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  const name = `dolna-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((client) => client.on('error', () => client.destroy()).end(String(process.pid)));
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => resolve(server.unref()));
  });
}

/** Returns the id of the process that holds the lock; undefined when there is none. */
function findHolderPid(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let pid = '';
    const socket = connect(address);
    socket.setTimeout(HOLDER_TIMEOUT_MS, () => socket.destroy());
    socket.on('data', (part) => {
      pid += part;
    });
    socket.once('error', () => resolve(undefined));
    socket.once('close', () => resolve(pid || 'unknown'));
  });
}
