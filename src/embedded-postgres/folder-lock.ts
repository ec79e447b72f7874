import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PostgresProblem } from './postgres-problem.ts';

/** How long we wait for another start, which may be about to end, in milliseconds. */
const PATIENCE = 6000;

/**
 * Makes us the only ones to use a data folder, until the returned function is called or our process ends. We listen
 * on a name made from the folder: the system gives it to one process and takes it back however that process ends, so
 * nothing stale is ever left. @throws PostgresProblem when another process keeps it
 */
export async function holdFolder(
  folder: string,
  log: (line: string) => void,
  patience = PATIENCE,
): Promise<() => void> {
  const address = addressOf(folder);
  const end = Date.now() + patience;
  let told = false;
  for (;;) {
    const server = await listen(address);
    if (server) return () => server.close();
    const holder = await askHolder(address);
    if (holder === undefined) {
      // Only where the name is a file: its process was killed.
      if (address.startsWith(tmpdir())) await rm(address, { force: true });
    } else if (Date.now() > end) {
      throw new PostgresProblem(
        `The data in ${folder} is already in use by process ${holder}. Stop it, or give this start a DATA_DIR and PORT of its own.`,
      );
    } else if (!told) {
      told = true;
      log(`Process ${holder} still uses the data in ${folder}; waiting for it to end.`);
    }
    await pause(100);
  }
}

/** Whether a process uses the folder right now. */
export async function isHeld(folder: string): Promise<boolean> {
  return (await askHolder(addressOf(folder))) !== undefined;
}

/** The folder's number on its disk tells it apart under all its names, also between containers. */
function addressOf(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  const name = `dolna-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((asker) => asker.on('error', () => asker.destroy()).end(String(process.pid)));
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => resolve(server.unref()));
  });
}

/** The number of the process that holds the folder; undefined when it has gone. */
function askHolder(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(address);
    socket.setTimeout(1000, () => socket.destroy());
    socket.on('data', (part) => {
      answer += part;
    });
    socket.once('error', () => resolve(undefined));
    socket.once('close', () => resolve(answer || 'unknown'));
  });
}
