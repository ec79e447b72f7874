/**
 * Measures the start of one process: time and CPU time from its spawn to the first page, and its memory. The database is up
 * already. Needs Linux's /proc.
 * Run `npm run build`, then `node bench/start.ts [starts]`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts';
import { freePort } from '#embedded-postgres/postmaster.ts';

const STARTS = Number(process.argv[2] ?? 5);
const START_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 5;
const IDLE_MS = 10_000;

const folder = await mkdtemp(join(tmpdir(), 'dolna-start-'));
const database = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
try {
  // The first start creates the schema and the demo data.
  await stop((await start()).child);
  for (let count = 0; count < STARTS; count += 1) {
    const { child, port, ms, cpuMs } = await start();
    await pause(IDLE_MS);
    const idle = await residentMb(child);
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    process.stdout.write(
      `first page ${ms} ms (${cpuMs} ms CPU), idle ${idle} MB, after a home page ${await residentMb(child)} MB\n`,
    );
    await stop(child);
  }
} finally {
  await database.stop();
  await rm(folder, { recursive: true });
}

async function start() {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, ['--max-semi-space-size=8', 'src/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
      NODE_COMPILE_CACHE: 'node_modules/.cache/compile',
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      PORT: String(port),
    },
  });
  while (performance.now() - began < START_TIMEOUT_MS && child.exitCode === null) {
    const status = await fetch(`http://127.0.0.1:${port}/`).then(
      async (answer) => (await answer.text()) && answer.status,
      () => 0,
    );
    if (status === 200)
      return { child, port, ms: Math.round(performance.now() - began), cpuMs: await cpuMilliseconds(child) };
    await pause(POLL_INTERVAL_MS);
  }
  child.kill('SIGKILL');
  throw new Error('The store did not serve its home page in time');
}

/** Returns the user and system time of a process: fields 14 and 15 of proc(5), in ticks of 10 ms. */
async function cpuMilliseconds(child: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return 10 * (Number(user) + Number(system));
}

async function residentMb(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}
