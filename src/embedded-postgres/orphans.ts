import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PostgresProblem } from './postgres-problem.ts';
import { isPostmasterOf, processExists, sendSignal } from './system-processes.ts';

/** Contents of postmaster.pid; the lines are defined in PostgreSQL's src/include/utils/pidfile.h. */
export interface PidFile {
  pid: number | undefined;
  port: number | undefined;
  ready: boolean;
}

const FAST_STOP_TIMEOUT_MS = 20_000;
const IMMEDIATE_STOP_TIMEOUT_MS = 10_000;
const STOP_POLL_MS = 25;

/** Reads the postmaster.pid of a cluster. Without the file, or in lines that are not written yet, the values are undefined. */
export async function readPidFile(cluster: string): Promise<PidFile> {
  const text = await readFile(pidFileOf(cluster), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, , , port, , , , status] = lines;
  const number = (line = '') => Number.parseInt(line, 10) || undefined;
  return { pid: number(pid), port: number(port), ready: status?.trim() === 'ready' };
}

/** Stops the PostgreSQL of this cluster that a killed process left running. No other process is signalled. */
export async function stopOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const { pid } = await readPidFile(cluster);
  if (pid === undefined) return;
  if (isPostmasterOf(pid, cluster)) {
    log('Stopping the PostgreSQL that an earlier process left running.');
    sendSignal(pid, 'SIGINT');
    if (!(await hasEnded(pid, cluster, FAST_STOP_TIMEOUT_MS))) sendSignal(pid, 'SIGQUIT');
    if (!(await hasEnded(pid, cluster, IMMEDIATE_STOP_TIMEOUT_MS))) {
      throw new PostgresProblem(`The PostgreSQL in ${cluster} (process ${pid}) does not stop. Kill it.`);
    }
  } else if (processExists(pid)) {
    // The id belongs to another process or a zombie now, and PostgreSQL would refuse to start. The key of its shared memory
    // still prevents a second server. Another container has another IPC namespace, where nothing prevents it.
    await rm(pidFileOf(cluster), { force: true });
  }
}

async function hasEnded(pid: number, cluster: string, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (isPostmasterOf(pid, cluster)) {
    if (Date.now() > end) return false;
    await pause(STOP_POLL_MS);
  }
  return true;
}

function pidFileOf(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}
