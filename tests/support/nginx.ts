import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether nginx is installed. */
export const HAS_NGINX = spawnSync('nginx', ['-v']).status === 0;

const GUIDE = new URL('../../docs/operations.md', import.meta.url);
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Starts nginx in front of a store, with the configuration in docs/operations.md. */
export async function openNginx(port: number, store: string): Promise<{ close(): Promise<void> }> {
  const [, block = ''] = /```nginx\n([\s\S]*?)```/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  const documented = 'http://127.0.0.1:3000';
  if (!block.includes(`proxy_pass ${documented};`)) throw new Error('docs/operations.md has no block for nginx');
  const folder = await mkdtemp(join(tmpdir(), 'dolna-nginx-'));
  const paths = TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  const lines = [
    'daemon off;',
    // The master process only: as root it would run workers as another user.
    'master_process off;',
    `pid ${folder}/nginx.pid;`,
    'error_log stderr;',
    'events {}',
    `http { access_log off; ${paths} server { listen 127.0.0.1:${port}; ${block.replace(documented, store)} } }`,
  ];
  const file = join(folder, 'nginx.conf');
  await writeFile(file, lines.join('\n'));
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (!(await listens(port))) if (child.exitCode !== null) throw new Error('nginx stopped');
  return {
    async close() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });
}
