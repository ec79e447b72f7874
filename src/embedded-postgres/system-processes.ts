import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Whether a process with this id exists, zombies included. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Sends a signal. Ignores a process that has ended. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Whether a process is the PostgreSQL server of this cluster. Process ids are reused, so its command line is compared. */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  const words = commandOf(pid);
  return /(^|\/)postgres$/.test(words[0] ?? '') && words.includes(cluster);
}

function commandOf(pid: number): string[] {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    } catch {
      return [];
    }
  }
  const seen = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  const [program = '', folder = ''] = seen.trim().split(/ -D | -c /);
  return [program, folder];
}
