import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Running } from '#platform/operations/supervisor.ts';
import { ENVIRONMENT } from './binaries.ts';
import { readPidFile } from './orphans.ts';
import { PostgresProblem } from './postgres-problem.ts';
import { sendSignal } from './system-processes.ts';
import type { SystemUser } from './system-user.ts';

export interface LaunchOptions {
  postgres: string;
  cluster: string;
  port: number;
  user: SystemUser;
  logFile: string;
  /** Server parameters; they override the configuration file. */
  parameters: Record<string, string>;
}

export interface Postmaster extends Running {
  pid: number;
}

/** Times after which a stop becomes fast, then immediate. */
const FAST_STOP_AFTER_MS = 700;
const IMMEDIATE_STOP_AFTER_MS = 8000;
const READY_POLL_MS = 20;
const LOG_MAX_BYTES = 10_000_000;
const LOG_TAIL_LINES = 8;

/** Starts PostgreSQL and resolves when it accepts connections. @throws PostgresProblem with the end of its log. */
export async function launch(options: LaunchOptions): Promise<Postmaster> {
  const { cluster, logFile } = options;
  const log = openLog(logFile);
  const logStart = statSync(logFile).size;
  const fixed = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(options.port) };
  const parameters = Object.entries({ ...options.parameters, ...fixed }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn(options.postgres, ['-D', cluster, ...parameters], {
    ...options.user,
    cwd: '/',
    env: ENVIRONMENT,
    // Its own session: a Ctrl-C in the terminal must not reach it before the store is closed.
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
  // It ends with this process, except after a SIGKILL.
  function interrupt(): void {
    if (running && child.pid) sendSignal(child.pid, 'SIGINT');
  }
  process.once('exit', interrupt);

  // Smart, fast, immediate: https://www.postgresql.org/docs/18/server-shutdown.html
  async function stop(): Promise<void> {
    const timers = [
      setTimeout(() => child.kill('SIGINT'), FAST_STOP_AFTER_MS),
      setTimeout(() => child.kill('SIGQUIT'), IMMEDIATE_STOP_AFTER_MS),
    ];
    if (running) child.kill('SIGTERM');
    await ended;
    for (const timer of timers) clearTimeout(timer);
  }

  while (running) {
    const pidFile = await readPidFile(cluster);
    if (running && child.pid && pidFile.pid === child.pid && pidFile.ready) return { pid: child.pid, ended, stop };
    await Promise.race([pause(READY_POLL_MS), ended]);
  }
  throw new PostgresProblem(`PostgreSQL did not start. The end of ${logFile}:\n${endOfLog(logFile, logStart)}`);
}

/** Below the ports of outgoing connections, one of which could take the port before its server opens it. */
const [PORT_MIN, PORT_MAX] = [20_000, 32_000];
const PORT_TRIES_MAX = 100;

/** Returns a free port of the loopback address. @throws Error when 100 random ports are in use */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORT_TRIES_MAX; tries += 1) {
    const port = randomInt(PORT_MIN, PORT_MAX);
    if (await isFree(port)) return port;
  }
  throw new Error(`None of ${PORT_TRIES_MAX} ports from ${PORT_MIN} to ${PORT_MAX} is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_MAX_BYTES) renameSync(path, `${path}.old`);
  return openSync(path, 'a', 0o600);
}

function endOfLog(path: string, from: number): string {
  return readFileSync(path).subarray(from).toString().trim().split('\n').slice(-LOG_TAIL_LINES).join('\n');
}
