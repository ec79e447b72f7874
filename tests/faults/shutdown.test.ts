import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { createPaymentIntent } from '#modules/payments/contract.ts';
import { type Customer, customers } from './customers.ts';
import { type ExternalCardGateway, openExternalCardGateway } from './external-card-gateway.ts';
import { aDatabase, aFolder, aServer, ask, printCounts, type Server } from './server-processes.ts';

const SHUTDOWN_MAX_MS = 10_000;

let database: Awaited<ReturnType<typeof aDatabase>>;
let folder: Awaited<ReturnType<typeof aFolder>>;
let server: Server;
let bank: ExternalCardGateway;
let seller: Customer;
let buyer: Customer;
let categoryId: string;

beforeAll(async () => {
  database = await aDatabase();
  folder = await aFolder();
  bank = await openExternalCardGateway(() => server.address);
  server = await aServer({ DATABASE_URL: database.url, DATA_DIR: folder.path, ...bank.settings });
  await server.start();
  const [category] = await ask<{ id: string }>(database.url, 'select id from categories limit 1');
  categoryId = category?.id ?? '';
  const here = () => server.address;
  [seller] = (await customers(1, here, 'Seller')) as [Customer];
  [buyer] = (await customers(1, here, 'Buyer')) as [Customer];
});
afterAll(async () => {
  await server.kill();
  await bank.close();
  await database.stop();
  await folder.remove();
});

async function aBooking(): Promise<string> {
  const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
  const body = { itemId, phone: '01712345678', location: 'Mirpur' };
  return (await buyer.api.send(bookProduct, { body })).insertedId;
}

/** Sends one request without retries. */
function prepare(bookingId: string): Promise<Response> {
  return fetch(`${server.address}/api${createPaymentIntent.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ bookingId, itemPrice: 6500 }),
  });
}

async function ending(): Promise<{ code: number | null; took: number }> {
  const begun = performance.now();
  const code = await server.end();
  return { code, took: performance.now() - begun };
}

test('on SIGTERM the server finishes running requests, refuses new ones, and ends within ten seconds', async () => {
  const bookings = [await aBooking(), await aBooking(), await aBooking()];
  await bank.client.injectFaults({
    clear: true,
    api: [{ kind: 'late', on: 'POST /v1/payment_intents', times: 3, delay: 2000 }],
  });
  const underWay = bookings.map(prepare);
  await pause(500);
  const ended = ending();
  await pause(300);
  await expect(fetch(`${server.address}/api/categories`)).rejects.toThrow();
  const answers = await Promise.all(underWay);
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ clientSecret: expect.stringContaining('_secret_') });
  }
  const { code, took } = await ended;
  expect(code).toBe(0);
  expect(took).toBeLessThan(SHUTDOWN_MAX_MS);
  printCounts('SIGTERM', { 'requests finished': answers.length, 'ended after ms': Math.round(took) });
  await server.start();
});

test('a browser that never finishes its request does not keep the server from ending', async () => {
  const { hostname, port } = new URL(server.address);
  const dawdler = connect(Number(port), hostname);
  dawdler.on('error', () => undefined);
  dawdler.write(`POST /api/bookings HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 100\r\n\r\n{`);
  await pause(300);
  const { code, took } = await ending();
  expect([code, took < SHUTDOWN_MAX_MS]).toEqual([0, true]);
  printCounts('SIGTERM, with a slow request', { 'ended after ms': Math.round(took) });
  await server.start();
});

test('a running job is not lost when the server ends or is killed', async () => {
  const took: number[] = [];
  for (const how of ['end', 'kill'] as const) {
    await bank.client.injectFaults({
      clear: true,
      api: [{ kind: 'late', on: 'POST /v1/refunds', times: 1, delay: 3000 }],
    });
    const bookingId = await aBooking();
    await prepare(bookingId);
    const stray = await bank.client.strayIntent(bookingId, 650_000);
    await bank.client.pay(stray);
    const working = () =>
      ask(
        database.url,
        "select from graphile_worker.jobs where task_identifier = 'refund-payment' and locked_at is not null",
      );
    await vi.waitFor(async () => expect(await working()).toHaveLength(1), { timeout: 10_000, interval: 20 });
    await server[how]();
    await server.start();
    const begun = performance.now();
    const payment = () => ask(database.url, 'select state from payments where intent = $1', [stray.id]);
    await vi.waitFor(async () => expect(await payment()).toEqual([{ state: 'refunded' }]), 90_000);
    expect(await bank.client.refunded(stray.id)).toBe(650_000);
    took.push(performance.now() - begun);
  }
  printCounts('Jobs', { 'cut off': took.length, 'done after ms at the latest': Math.round(Math.max(...took)) });
});
