import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Running } from '#platform/operations/supervisor.ts';
import { ENVIRONMENT } from './binaries.ts';
import { readPidFile } from './orphans.ts';
import { PostgresProblem } from './postgres-problem.ts';
import type { Account } from './system-account.ts';
import { signal } from './system-processes.ts';

export interface LaunchOptions {
  postgres: string;
  cluster: string;
  port: number;
  account: Account;
  logFile: string;
  /** Parameters of the server that win over its configuration file. */
  parameters: Record<string, string>;
}

/** A running PostgreSQL server. */
export interface Postmaster extends Running {
  pid: number;
}

/** How long clients that are about to leave may take, and then the server itself, in milliseconds. */
const LEAVE_TAKING = 700;
const FAST_STOP = 8000;
const LOG_LIMIT = 10_000_000;

/** Starts PostgreSQL and resolves when it takes connections. @throws PostgresProblem with its last words */
export async function launch(options: LaunchOptions): Promise<Postmaster> {
  const { cluster, logFile } = options;
  const log = openLog(logFile);
  const logStart = statSync(logFile).size;
  const fixed = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(options.port) };
  const parameters = Object.entries({ ...options.parameters, ...fixed }).flatMap(([name, is]) => [
    '-c',
    `${name}=${is}`,
  ]);
  const child = spawn(options.postgres, ['-D', cluster, ...parameters], {
    ...options.account,
    cwd: '/',
    env: ENVIRONMENT,
    // A session of its own: the terminal's Ctrl-C is for us, and PostgreSQL must last until we have drained.
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);

  let running = true;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      running = false;
      process.off('exit', interrupt);
      resolve();
    };
    child.once('error', end);
    child.once('exit', end);
  });
  // Whatever way we end, except by a kill that nobody survives, it ends too.
  function interrupt(): void {
    if (running && child.pid) signal(child.pid, 'SIGINT');
  }
  process.once('exit', interrupt);

  // Each way to stop is ruder than the one before: https://www.postgresql.org/docs/18/server-shutdown.html
  async function stop(): Promise<void> {
    const ways = [
      setTimeout(() => child.kill('SIGINT'), LEAVE_TAKING),
      setTimeout(() => child.kill('SIGQUIT'), FAST_STOP),
    ];
    if (running) child.kill('SIGTERM');
    await ended;
    for (const way of ways) clearTimeout(way);
  }

  while (running) {
    const seen = await readPidFile(cluster);
    if (running && child.pid && seen.pid === child.pid && seen.ready) return { pid: child.pid, ended, stop };
    await Promise.race([pause(20), ended]);
  }
  throw new PostgresProblem(`PostgreSQL did not start. ${logFile} says:\n${lastWords(logFile, logStart)}`);
}

/** A port of the loopback address that nobody uses. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT) renameSync(path, `${path}.old`);
  return openSync(path, 'a', 0o600);
}

function lastWords(path: string, from: number): string {
  return readFileSync(path).subarray(from).toString().trim().split('\n').slice(-8).join('\n');
}
