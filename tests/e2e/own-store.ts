import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../src/embedded-postgres/postmaster.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const OPEN_TIMEOUT_MS = 90_000;

/** Opens another store with other settings, on temporary data. */
export async function openOwnStore(settings: Record<string, string>) {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'throwaway'], {
    cwd: ROOT,
    stdio: ['pipe', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      APP_MODE: 'demo',
      NODE_ENV: 'production',
      DATABASE_URL: '',
      PUBLIC_URL: '',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ...settings,
    },
  });
  const ended = once(child, 'exit');
  await isOpen(address);
  return {
    address,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function isOpen(address: string): Promise<void> {
  const until = Date.now() + OPEN_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > until) throw new Error(`${address} does not open`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Opens a server that any page may call (CORS). Collects its requests. */
export async function openListener() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization');
    response.setHeader('access-control-allow-methods', 'POST, DELETE');
    if (request.method !== 'OPTIONS') heard.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    heard,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
