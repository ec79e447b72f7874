import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../src/embedded-postgres/postmaster.ts';

const ROOT = join(import.meta.dirname, '..');
/** What is measured has the first core to itself, with its database; who asks has the second. */
export const MEASURED = '0';
export const ASKING = '1';
/** In /proc times are in hundredths of a second, on every Linux that Node runs on. */
const TICKS = 100;

/** Without `taskset` all share all cores; the ratios are then noisier, and still ratios of one run. */
export const canPin = spawnSync('taskset', ['-p', String(process.pid)]).status === 0;

/** Keeps a process, and what it starts from now on, on one core. */
export function pin(pid: number, core: string): void {
  if (canPin) spawnSync('taskset', ['-apc', core, String(pid)]);
}

/** A server under measurement. */
export interface Machine {
  address: string;
  /** From being started to answering, in milliseconds. */
  started: number;
  /** CPU time so far, in milliseconds. */
  cpu(): number;
  /** Memory in use, in MB. */
  memory(): number;
  stop(): Promise<void>;
}

const READY = 60_000;

/** Starts one of our programs on a port of its own and waits until `path` answers. */
export async function startMachine(
  program: string,
  path: string,
  settings: Record<string, string>,
  core: string | undefined = MEASURED,
): Promise<Machine> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const command = [process.execPath, program];
  const [file = '', ...args] = canPin && core ? ['taskset', '-c', core, ...command] : command;
  const child = spawn(file, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await answers(address + path))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    if (performance.now() - begun > READY) throw new Error(`${program} did not get ready`);
    await pause(5);
  }
  return { address, started: performance.now() - begun, ...gauges(child), stop: () => stop(child) };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (answer) => answer.arrayBuffer().then(() => answer.ok),
    () => false,
  );
}

function gauges({ pid }: ChildProcess) {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  return {
    cpu() {
      // The name in brackets may hold spaces; user and system time are the 14th and 15th field (proc(5)).
      const fields = read('stat').split(') ')[1]?.split(' ') ?? [];
      return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
    },
    memory: () => Math.round(Number(/VmRSS:\s+(\d+)/.exec(read('status'))?.[1]) / 1024),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
