import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#embedded-postgres/postmaster.ts';

/** Version of the installed PgBouncer, such as 1.21; undefined without one. */
export const PGBOUNCER = /PgBouncer (\d+\.\d+)/.exec(
  spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '',
)?.[1];

/** Starts PgBouncer in front of a database, with these lines in its settings. */
export async function openPgBouncer(url: string, settings: string[]): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'dolna-pgbouncer-'));
  await chmod(folder, 0o777);
  const [own, file] = [await freePort(), join(folder, 'pgbouncer.ini')];
  const database = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  const lines = ['[databases]', `* = ${database}`, '[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${own}`];
  await writeFile(file, [...lines, 'auth_type = any', 'unix_socket_dir =', ...settings, ''].join('\n'));
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  for await (const part of child.stderr) if (String(part).includes('process up')) break;
  return {
    url: `postgresql://${username}@127.0.0.1:${own}${pathname}`,
    async close() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
