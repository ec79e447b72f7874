import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { assertDurable } from '#platform/database/database-checks.ts';
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { lockFolder } from './folder-lock.ts';

const RESERVE_BYTES = 100_000;

let dataDir: string;
let said: string[];
let running: EmbeddedPostgres | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dolna-postgres-'));
  await chmod(dataDir, 0o755);
  said = [];
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dataDir, log: (line) => said.push(line), diskReserveBytes: RESERVE_BYTES });
  return running;
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

async function postmasterOf(postgres: EmbeddedPostgres): Promise<number> {
  return Number.parseInt(await readFile(join(postgres.location, 'postmaster.pid'), 'utf8'), 10);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the embedded PostgreSQL', () => {
  test('is found by a command only while the store runs', async () => {
    expect(await findRunningPostgres(dataDir)).toBeUndefined();
    await start();
    expect(await ask((await findRunningPostgres(dataDir)) ?? '', 'select current_user')).toBe('dolna');
    await running?.stop();
    running = undefined;
    expect(await findRunningPostgres(dataDir)).toBeUndefined();
  });

  test('verifies page checksums, waits for the disk, listens on the loopback address only and requires a password', async () => {
    const { url } = await start();
    expect(await ask(url, 'show data_checksums')).toBe('on');
    expect(await ask(url, 'show fsync')).toBe('on');
    expect(await ask(url, 'show listen_addresses')).toBe('127.0.0.1');
    expect(await ask(url, 'show timezone')).toBe('UTC');
    expect(await ask(url, 'select rolsuper from pg_roles where rolname = current_user')).toBe(false);
    const locale = 'select datlocale from pg_database where datname = current_database()';
    expect(await ask(url, locale)).toBe('C.UTF-8');
    const stranger = Object.assign(new URL(url), { password: 'guess' }).href;
    await expect(ask(stranger, 'select 1')).rejects.toThrow('password authentication failed');
  });

  test('is refused by a store once a setting allows a power failure to lose confirmed changes', async () => {
    const { url } = await start();
    await assertDurable(url);
    await ask(url, 'alter role dolna set synchronous_commit to off');
    await expect(assertDurable(url)).rejects.toThrow(
      'The database has synchronous_commit off: a power failure could lose confirmed changes. Turn it on first.',
    );
  });

  test('logs errors without the data of rows [T35]', async () => {
    const { url } = await start();
    await ask(url, 'create table people (email text unique check (length(email) > 3))');
    await ask(url, "insert into people values ('rumana@example.com')");
    await expect(ask(url, "insert into people values ('rumana@example.com')")).rejects.toThrow();
    await expect(ask(url, "insert into people values ('r@e')")).rejects.toThrow();
    const written = await readFile(join(dataDir, 'postgres.log'), 'utf8');
    expect(written).toContain('violates check constraint');
    expect(written).not.toMatch(/rumana|r@e/);
  });

  test('leaves no process when it is stopped, and keeps its data', async () => {
    const first = await start();
    await ask(first.url, 'create table kept as select 7 as number');
    const pid = await postmasterOf(first);
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    const second = await start();
    expect(await ask(second.url, 'select number from kept')).toBe(7);
  });

  test('is started again at the same address when it is killed', async () => {
    const postgres = await start();
    const { url } = postgres;
    await ask(url, 'create table kept as select 7 as number');
    process.kill(await postmasterOf(postgres), 'SIGKILL');
    await vi.waitFor(() => expect(said).toContain('PostgreSQL ended unexpectedly and is started again.'), 5000);
    await vi.waitFor(async () => expect(await ask(url, 'select number from kept')).toBe(7), 10_000);
  });

  test('stops the server that a killed start has left running', async () => {
    const orphan = await startElsewhere();
    await ask(orphan.url, 'create table kept as select 7 as number');
    orphan.child.kill('SIGKILL');
    await once(orphan.child, 'exit');
    const { url } = await start();
    expect(said).toContain('Stopping the PostgreSQL that an earlier process left running.');
    expect(await ask(url, 'select number from kept')).toBe(7);
  });

  test('starts although another process now has its process id, and does not touch that process', async () => {
    const { location, stop } = await start();
    await stop();
    const somebody = spawn('sleep', ['60']);
    await writeFile(
      join(location, 'postmaster.pid'),
      `${somebody.pid}\n${location}\n0\n5432\n\n127.0.0.1\n  1 1\nready\n`,
    );
    const { url } = await start();
    expect(await ask(url, 'select 1')).toBe(1);
    expect(somebody.exitCode ?? somebody.signalCode).toBeNull();
    somebody.kill();
  });

  test('starts from scratch after an interrupted first start', async () => {
    await mkdir(join(dataDir, 'postgres.new-a1b2c3', 'cluster'), { recursive: true });
    await writeFile(join(dataDir, 'postgres.new-a1b2c3', 'cluster', 'PG_VERSION'), '18');
    const { url } = await start();
    expect(await ask(url, 'select 1')).toBe(1);
    await running?.stop();
    running = undefined;
    expect((await readdir(dataDir)).sort()).toEqual(['disk-reserve', 'postgres', 'postgres.log']);
  });
});

describe('a data folder', () => {
  test('is refused to a second start, in a line that names the process', async () => {
    const unlock = await lockFolder(dataDir, () => undefined);
    await expect(lockFolder(dataDir, (line) => said.push(line), 200)).rejects.toThrow(
      `Process ${process.pid} already uses the data directory ${dataDir}.`,
    );
    expect(said).toHaveLength(1);
    unlock();
  });

  test('is given to the waiting start once it is free', async () => {
    const unlock = await lockFolder(dataDir, () => undefined);
    const next = lockFolder(dataDir, unlock);
    (await next)();
  });
});

/** Starts it in a process that can be killed. */
async function startElsewhere(): Promise<{ child: ChildProcess; url: string }> {
  const module = JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'));
  const code = `
    const { startEmbeddedPostgres } = await import(${module});
    const { url } = await startEmbeddedPostgres({ dataDir: process.argv[1], log() {} });
    process.stdout.write(url);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(child.stdout, 'data');
  return { child, url: String(url) };
}
