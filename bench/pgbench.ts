import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SESSION_OPTIONS } from '../src/platform/database/database.ts';
import { CONNECTIONS_COUNT } from './load.ts';
import { CLIENT_CORE, canPin } from './servers.ts';

/** The embedded binaries have no pgbench. Without it the report leaves out its rows. */
export const hasPgbench = spawnSync('pgbench', ['--version']).status === 0;

const DURATION_S = 4;

/** Runs a SQL script for some seconds, or `each` times per client. Returns runs per second. @throws Error when one failed. */
export async function pgbench(
  url: string,
  folder: string,
  script: string,
  { each, define = {} }: { each?: number; define?: Record<string, string> } = {},
): Promise<number> {
  const path = join(folder, 'pgbench.sql');
  await writeFile(path, script);
  const variables = Object.entries(define).map(([name, value]) => `--define=${name}=${value}`);
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    `${CONNECTIONS_COUNT}`,
    ...(each ? ['-t', `${each}`] : ['-T', `${DURATION_S}`]),
    '-f',
    path,
    ...variables,
    url,
  ];
  const env = { ...process.env, PGOPTIONS: SESSION_OPTIONS };
  const [program = '', ...rest] = canPin ? ['taskset', '-c', CLIENT_CORE, 'pgbench', ...args] : ['pgbench', ...args];
  const child = spawn(program, rest, { env });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const perSecond = Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1]);
  const failed = Number(/number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0);
  if (Number.isNaN(perSecond) || failed > 0) throw new Error(`pgbench: ${stderr}${stdout}`);
  return perSecond;
}
