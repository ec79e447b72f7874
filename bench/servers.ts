import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../src/embedded-postgres/postmaster.ts';

const ROOT = join(import.meta.dirname, '..');
/** The measured server and its database run on the first core, the load generator on the second. */
export const SERVER_CORE = '0';
export const CLIENT_CORE = '1';
/** The unit of times in /proc, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Without `taskset` all processes share all cores, and the ratios are noisier. */
export const canPin = spawnSync('taskset', ['-p', String(process.pid)]).status === 0;

/** Pins a process and its later children to one core. */
export function pin(pid: number, core: string): void {
  if (canPin) spawnSync('taskset', ['-apc', core, String(pid)]);
}

/** A server under measurement. */
export interface BenchServer {
  address: string;
  /** From the spawn to the first answer. */
  startMs: number;
  /** CPU time since the start. */
  cpuMs(): number;
  /** Resident memory. */
  memoryMb(): number;
  stop(): Promise<void>;
}

const READY_TIMEOUT_MS = 60_000;

/** Starts a program of this repository on a free port and waits until `path` answers. */
export async function startServer(
  program: string,
  path: string,
  settings: Record<string, string>,
  core: string | undefined = SERVER_CORE,
): Promise<BenchServer> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const command = [process.execPath, program];
  const [file = '', ...args] = canPin && core ? ['taskset', '-c', core, ...command] : command;
  const child = spawn(file, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await answers(address + path))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    if (performance.now() - startedAt > READY_TIMEOUT_MS) throw new Error(`${program} did not answer in time`);
    await pause(5);
  }
  return { address, startMs: performance.now() - startedAt, ...readUsage(child), stop: () => stop(child) };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (answer) => answer.arrayBuffer().then(() => answer.ok),
    () => false,
  );
}

function readUsage({ pid }: ChildProcess) {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  return {
    cpuMs() {
      // The name in brackets may hold spaces; user and system time are the 14th and 15th field (proc(5)).
      const fields = read('stat').split(') ')[1]?.split(' ') ?? [];
      return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
    },
    memoryMb: () => Math.round(Number(/VmRSS:\s+(\d+)/.exec(read('status'))?.[1]) / 1024),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
