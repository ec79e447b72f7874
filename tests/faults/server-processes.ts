import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts';
import { freePort } from '#embedded-postgres/postmaster.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** The store's public origin, shared by several processes. */
export const ORIGIN = 'http://store.test';

/** Creates an empty folder that PostgreSQL's user may enter. */
export async function aFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'dolna-faults-'));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Starts a PostgreSQL with fsync, as in production. */
export async function aDatabase(): Promise<EmbeddedPostgres & { port: number }> {
  const folder = await aFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: () => undefined, diskReserveBytes: 0 });
  return {
    ...postgres,
    port: Number(new URL(postgres.url).port),
    async stop() {
      await postgres.stop();
      await folder.remove();
    },
  };
}

/** Runs a query on its own connection and returns the rows. */
export async function ask<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** The server as a separate process. */
export interface Server {
  address: string;
  /** Process id of the last start. */
  pid(): number;
  start(): Promise<void>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM. Returns the exit code. */
  end(): Promise<number | null>;
  isRunning(): boolean;
  /** Its error output. */
  complaints(): string;
}

const START_TIMEOUT_MS = 60_000;

/** Starts the server as a separate process with these settings. @throws Error when it does not get ready. */
export async function aServer(settings: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let said = '';

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  async function gone(): Promise<number | null> {
    if (child && isRunning()) await once(child, 'exit');
    return child?.exitCode ?? null;
  }

  return {
    address,
    pid: () => child?.pid ?? 0,
    isRunning,
    complaints: () => said,
    async start() {
      child = spawn(process.execPath, ['src/main.ts'], {
        cwd: ROOT,
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          PORT: String(port),
          HOST: '127.0.0.1',
          PUBLIC_URL: ORIGIN,
          RATE_LIMITS: 'off',
          LOG_LEVEL: 'fatal',
          AUTH_SECRET: 'a secret of at least 32 characters',
          ...settings,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child.stderr?.setEncoding('utf8').on('data', (part) => {
        said += part;
      });
      const end = Date.now() + START_TIMEOUT_MS;
      while (!(await isReady(address))) {
        if (!isRunning()) throw new Error(`The server ended: ${said}`);
        if (Date.now() > end) throw new Error(`The server did not get ready: ${said}`);
        await pause(50);
      }
    },
    async kill() {
      child?.kill('SIGKILL');
      await gone();
    },
    async end() {
      child?.kill('SIGTERM');
      return gone();
    },
  };
}

async function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/readyz`, { signal: AbortSignal.timeout(3000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Returns a random element. */
export function randomElement<T>(things: readonly T[]): T {
  return things[Math.floor(Math.random() * things.length)] as T;
}

/** Returns a random number from `least` to `most`. */
export function randomBetween(least: number, most: number): number {
  return least + Math.random() * (most - least);
}

/** Returns the elements in a random order. */
export function shuffled<T>(things: readonly T[]): T[] {
  return things
    .map((thing) => [Math.random(), thing] as const)
    .sort(([one], [other]) => one - other)
    .map(([, thing]) => thing);
}

/** Prints the counts of a test run. */
export function printCounts(promise: string, counted: Record<string, number | string>): void {
  const numbers = Object.entries(counted).map(([what, count]) => `${what} ${count}`);
  process.stdout.write(`   ${promise}: ${numbers.join(', ')}\n`);
}
