import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SESSION_OPTIONS } from '../src/platform/database/database.ts';
import { CONNECTIONS } from './load.ts';
import { ASKING, canPin } from './machines.ts';

/** PostgreSQL's own measure comes with PostgreSQL, not with the embedded binaries: without it its rows are left out. */
export const hasPgbench = spawnSync('pgbench', ['--version']).status === 0;

/** How long a script is run that is not told how often. */
const SECONDS = 4;

/** Runs a script of SQL over and over, or so often by `each` client, and gives how often a second. @throws when a transaction failed. */
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
    `${CONNECTIONS}`,
    ...(each ? ['-t', `${each}`] : ['-T', `${SECONDS}`]),
    '-f',
    path,
    ...variables,
    url,
  ];
  const env = { ...process.env, PGOPTIONS: SESSION_OPTIONS };
  const [program = '', ...rest] = canPin ? ['taskset', '-c', ASKING, 'pgbench', ...args] : ['pgbench', ...args];
  const child = spawn(program, rest, { env });
  const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const perSecond = Number(/tps = ([\d.]+) \(without/.exec(said)?.[1]);
  const failed = Number(/number of failed transactions: (\d+)/.exec(said)?.[1] ?? 0);
  if (Number.isNaN(perSecond) || failed > 0) throw new Error(`pgbench: ${complaints}${said}`);
  return perSecond;
}
