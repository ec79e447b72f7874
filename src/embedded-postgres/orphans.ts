import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PostgresProblem } from './postgres-problem.ts';
import { exists, isPostmasterOf, signal } from './system-processes.ts';

/** What PostgreSQL says in postmaster.pid; the meaning of its lines is in pg_ctl's source. */
export interface PidFile {
  pid: number | undefined;
  port: number | undefined;
  ready: boolean;
}

const PORT_LINE = 3;
const STATUS_LINE = 7;
const FAST_STOP = 20_000;
const IMMEDIATE_STOP = 10_000;

export async function readPidFile(cluster: string): Promise<PidFile> {
  const text = await readFile(pidFileOf(cluster), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const numberIn = (line: number) => Number.parseInt(lines[line] ?? '', 10) || undefined;
  return { pid: numberIn(0), port: numberIn(PORT_LINE), ready: lines[STATUS_LINE]?.trim() === 'ready' };
}

/** Ends the PostgreSQL that an earlier start, which was killed, has left running; never anybody else's process. */
export async function endOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const { pid } = await readPidFile(cluster);
  if (pid === undefined) return;
  if (isPostmasterOf(pid, cluster)) {
    log('Stopping the PostgreSQL that an earlier start has left running.');
    signal(pid, 'SIGINT');
    if (!(await hasEnded(pid, cluster, FAST_STOP))) signal(pid, 'SIGQUIT');
    if (!(await hasEnded(pid, cluster, IMMEDIATE_STOP))) {
      throw new PostgresProblem(`The PostgreSQL in ${cluster} (process ${pid}) does not stop. End it by hand.`);
    }
  } else if (exists(pid)) {
    // The number now belongs to another process, or to a dead one that nobody fetched: PostgreSQL would refuse to
    // start for it. Its own guard against a second server, the shared memory's key, does not need this file.
    await rm(pidFileOf(cluster), { force: true });
  }
}

async function hasEnded(pid: number, cluster: string, within: number): Promise<boolean> {
  const end = Date.now() + within;
  while (isPostmasterOf(pid, cluster)) {
    if (Date.now() > end) return false;
    await pause(25);
  }
  return true;
}

function pidFileOf(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}
