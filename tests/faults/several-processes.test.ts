import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findRunningPostgres } from '#embedded-postgres/embedded-postgres.ts';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct, listMyProducts } from '#modules/catalogue/contract.ts';
import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { createPaymentIntent } from '#modules/payments/contract.ts';
import { REUSE_PORT } from '#platform/operations/worker-processes.ts';
import { readSandboxKeys } from '../../src/sandboxes.ts';
import { cardClient } from '../support/card-client.ts';
import { customers } from './customers.ts';
import { aFolder, aServer, ask, printCounts, type Server } from './server-processes.ts';

const PROCESS_COUNT = 3;
const SHUTDOWN_MAX_MS = 10_000;

let folder: Awaited<ReturnType<typeof aFolder>>;
let server: Server;

beforeAll(async () => {
  folder = await aFolder();
  // The demo of `npm start`, with its own database, card gateway and OpenID provider.
  server = await aServer({ DATA_DIR: folder.path, WEB_CONCURRENCY: String(PROCESS_COUNT) });
  await server.start();
});
afterAll(async () => {
  await server.kill();
  await folder.remove();
});

/** Returns the ids of the replying processes. */
function answering(at = server): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(at.pid()), '-f', 'src/main.ts'], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

/** Whether a process is a worker of the cluster, and not a fork that is about to exec another program. */
function isWorker(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes('NODE_UNIQUE_ID=');
  } catch {
    return false;
  }
}

/** Opens a new connection for each request. */
const look = () =>
  fetch(`${server.address}/api/categories`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5000) });

async function metrics(): Promise<string> {
  const answer = await fetch(`${server.address}/metrics`, { signal: AbortSignal.timeout(5000) });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
}
const numberOf = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      ?.split(' ')[1],
  );

const untilAllAnswer = () =>
  vi.waitFor(
    async () => {
      expect(answering()).toHaveLength(PROCESS_COUNT);
      expect(numberOf(await metrics(), 'dolna_processes')).toBe(PROCESS_COUNT);
    },
    { timeout: 60_000, interval: 200 },
  );

test('several processes serve one port, and their metrics are summed', async () => {
  await untilAllAnswer();
  const before = await metrics();
  const count = 'dolna_http_request_duration_seconds_count{method="GET",route="/api/categories",status="200"}';
  for (let n = 0; n < 60; n += 1) expect((await look()).status).toBe(200);
  const after = await metrics();
  expect((numberOf(after, count) || 0) - (numberOf(before, count) || 0)).toBe(60);
  // Gauges read from the database are not summed. A hold may end between the two reads.
  const url = (await findRunningPostgres(folder.path)) ?? '';
  await vi.waitFor(async () => {
    const [held] = await ask<{ n: string }>(
      url,
      "select count(*) as n from bookings where state = 'held' and hold_until > now()",
    );
    expect(numberOf(await metrics(), 'dolna_bookings_held')).toBe(Number(held?.n));
  });
});

test.skipIf(!REUSE_PORT)('a killed process is replaced, and no request waits for it', async () => {
  await untilAllAnswer();
  let [answered, cut, kills] = [0, 0, 0];
  let over = false;
  const people = Array.from({ length: 8 }, async () => {
    while (!over) {
      const answer = await look().catch((error: Error) => error);
      // A killed process's connection is cut at once. A request without a reply would time out.
      if (answer instanceof Error) expect(answer.name).not.toBe('TimeoutError');
      if (answer instanceof Response && answer.status === 200) answered += 1;
      else cut += 1;
    }
  });
  try {
    for (; kills < 4; kills += 1) {
      const [victim] = answering();
      process.kill(victim ?? 0, 'SIGKILL');
      await vi.waitFor(() => expect(answering()).not.toContain(victim), 5000);
      await untilAllAnswer();
    }
  } finally {
    over = true;
  }
  await Promise.all(people);
  expect(answered).toBeGreaterThan(100);
  expect(cut).toBeLessThan(answered / 10);
  expect(server.isRunning()).toBe(true);
  printCounts('Processes', { kills, answered, 'cut off': cut });
});

test('the processes share one card gateway, and each of them accepts its webhooks', async () => {
  await untilAllAnswer();
  const here = () => server.address;
  const [[seller], [buyer]] = [await customers(1, here, 'Seller'), await customers(1, here, 'Buyer')];
  if (!seller || !buyer) throw new Error('Two people are needed');
  const cards = readSandboxKeys(folder.path)?.stripe;
  if (!cards) throw new Error('The demo has no card gateway');
  const [category] = await ask<{ id: string }>(
    (await findRunningPostgres(folder.path)) ?? '',
    'select id from categories limit 1',
  );
  const sold: string[] = [];
  for (let n = 0; n < PROCESS_COUNT * 2; n += 1) {
    const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(category?.id ?? '') });
    const body = { itemId, phone: '01712345678', location: 'Mirpur' };
    const { insertedId: bookingId } = await buyer.api.send(bookProduct, { body });
    await cardClient({ cards }).pay(
      await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } }),
    );
    sold.push(itemId);
  }
  // Only the gateway's webhook reports the payment.
  await vi.waitFor(async () => {
    const { items } = await seller.api.send(listMyProducts, { query: { email: seller.email } });
    expect(items.filter((item) => sold.includes(item._id)).map((item) => item.status)).toEqual(sold.map(() => 'SOLD'));
  }, 90_000);
  for (const path of [
    '/sandbox/stripe/stripe.js',
    '/sandbox/stripe',
    '/sandbox/openid/.well-known/openid-configuration',
  ])
    for (let n = 0; n < PROCESS_COUNT; n += 1) {
      const answer = await fetch(server.address + path, { headers: { connection: 'close' } });
      expect([path, answer.status, answer.headers.get('x-content-type-options')]).toEqual([path, 200, 'nosniff']);
    }
  // The card frame's restrictions hold here too.
  const frame = await fetch(`${server.address}/sandbox/stripe/field`);
  expect([frame.status, frame.headers.get('origin-agent-cluster')]).toEqual([200, null]);
});

describe('a start and an end', () => {
  test('a second store on the same port is refused in one line', async () => {
    const [elsewhere, port] = [await aFolder(), new URL(server.address).port];
    const second = await aServer({ DATA_DIR: elsewhere.path, WEB_CONCURRENCY: '2', PORT: port });
    await expect(second.start()).rejects.toThrow(`Port ${port} is in use`);
    expect(second.complaints().trim().split('\n')).toHaveLength(1);
    await elsewhere.remove();
  });

  test.skipIf(!REUSE_PORT)('a process that is killed during its first start is started again', async () => {
    const own = await aFolder();
    const starting = await aServer({ DATA_DIR: own.path, WEB_CONCURRENCY: String(PROCESS_COUNT) });
    const isUp = starting.start();
    isUp.catch(() => undefined);
    const killed: number[] = [];
    // The first process starts alone, the others together.
    for (const many of [1, 2]) {
      const running = () => answering(starting).filter((pid) => !killed.includes(pid) && isWorker(pid));
      await vi.waitFor(() => expect(running().length).toBeGreaterThanOrEqual(many), { timeout: 55_000, interval: 50 });
      const [victim = 0] = running().slice(-1);
      process.kill(victim, 'SIGKILL');
      killed.push(victim);
    }
    try {
      await isUp;
      await vi.waitFor(() => expect(answering(starting)).toHaveLength(PROCESS_COUNT), 30_000);
      for (const pid of killed) expect(answering(starting)).not.toContain(pid);
      expect((await fetch(`${starting.address}/api/categories`)).status).toBe(200);
    } finally {
      await starting.end();
      await own.remove();
    }
  });

  test('on SIGTERM all processes and the database end within ten seconds', async () => {
    await untilAllAnswer();
    const pids = answering();
    const begun = performance.now();
    expect(await server.end()).toBe(0);
    const took = performance.now() - begun;
    expect(took).toBeLessThan(SHUTDOWN_MAX_MS);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(await findRunningPostgres(folder.path)).toBeUndefined();
    printCounts('SIGTERM, several processes', { 'ended after ms': Math.round(took) });
  });

  test('when the first process is killed, the others end, and the next start finds its port and its data', async () => {
    await server.start();
    await untilAllAnswer();
    const pids = answering();
    await server.kill();
    await vi.waitFor(() => {
      for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    }, 5000);
    await server.start();
    await untilAllAnswer();
    expect((await look()).status).toBe(200);
  });
});
