import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { createPaymentIntent } from '#modules/payments/contract.ts';
import { REFUND } from '#modules/payments/server/refund-queue.ts';
import { cardClient } from '../support/card-client.ts';
import { openTestStore, type Person, type TestStore } from '../support/test-store.ts';
import { expectOutageHandled, expectSlownessHandled, SLOW_DELAY_MS } from './database-outages.ts';
import { type NetworkCondition, openProxy, type TcpProxy } from './proxy.ts';
import { aDatabase, aFolder, aServer, ask, printCounts, type Server } from './server-processes.ts';

/** A link to the products of a category. */
const A_CATEGORY = /href="\/products\/[0-9a-f-]{36}"/;
const CONDITIONS: NetworkCondition[] = ['down', 'hung', 'lost', 'reset', 'slow'];

describe('a store in the test’s process', () => {
  let store: TestStore;
  let between: TcpProxy;
  let seller: Person;
  let categoryId: string;
  beforeAll(async () => {
    const through = async (port: number) => {
      between = await openProxy({ port });
      return between.port;
    };
    store = await openTestStore({ LOG_LEVEL: 'fatal' }, { through });
    seller = await store.as('seller');
    categoryId = await aCategory(store.db);
  });
  afterEach(() => between.setCondition('through'));
  afterAll(async () => {
    await store.close();
    await between.close();
  });

  test.each(CONDITIONS)(
    'a database that is %s is a 503 within the deadline each time, and available again after it',
    async (condition) => {
      for (let round = 1; round <= 2; round += 1) {
        const { slowest, backAfter } = await expectOutageHandled(condition, { store, between, seller, categoryId });
        printCounts(`P8, ${condition}`, {
          round,
          'slowest 503 in ms': Math.round(slowest),
          'well again after ms': Math.round(backAfter),
        });
      }
    },
  );

  test.each([300, 700, 1000])('with %i ms each way, calls are correct or a 503 within the deadline', async (delay) => {
    const { codes, slowest } = await expectSlownessHandled(delay, { store, between, seller, categoryId });
    printCounts(`P8, slow by ${delay} ms each way`, { ...codes, 'slowest in ms': Math.round(slowest) });
  });

  test('replies of a slow database are correct', async () => {
    await between.setCondition('slow', 100);
    const answer = await store.app.inject('/api/categories');
    expect([answer.statusCode, answer.json()]).toEqual([200, [expect.objectContaining({ _id: categoryId })]]);
  });

  test.each(['down', 'lost'] as const)(
    'a refund that was under way when the database was %s is finished, once',
    async (condition) => {
      const client = cardClient(store);
      const buyer = await store.as('buyer');
      const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
      const body = { itemId, phone: '01712345678', location: 'Mirpur' };
      const { insertedId: bookingId } = await buyer.api.send(bookProduct, { body });
      await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
      await client.injectFaults({ clear: true, api: [{ kind: 'late', on: 'POST /v1/refunds', delay: 1500 }] });
      const stray = await client.strayIntent(bookingId, 650_000);
      await client.pay(stray);
      const working = () =>
        ask(
          store.databaseUrl,
          'select from graphile_worker.jobs where task_identifier = $1 and locked_at is not null',
          [REFUND],
        );
      await vi.waitFor(async () => expect(await working()).toHaveLength(1), { timeout: 10_000, interval: 20 });
      await between.setCondition(condition);
      await pause(3000);
      await between.setCondition('through');
      const begun = performance.now();
      const payment = () =>
        store.db.selectFrom('payments').select('state').where('intent', '=', stray.id).executeTakeFirstOrThrow();
      await vi.waitFor(async () => expect(await payment()).toEqual({ state: 'refunded' }), 120_000);
      expect(await client.refunded(stray.id)).toBe(650_000);
      printCounts(`P8, a refund while ${condition}`, { 'finished after ms': Math.round(performance.now() - begun) });
    },
  );
});

describe('a server process', () => {
  let database: Awaited<ReturnType<typeof aDatabase>>;
  let folder: Awaited<ReturnType<typeof aFolder>>;
  let between: TcpProxy;
  let server: Server;
  beforeAll(async () => {
    database = await aDatabase();
    folder = await aFolder();
    between = await openProxy({ port: database.port });
    const url = Object.assign(new URL(database.url), { host: `127.0.0.1:${between.port}` }).href;
    server = await aServer({ DATABASE_URL: url, DATA_DIR: folder.path });
    await server.start();
  });
  afterEach(() => between.setCondition('through'));
  afterAll(async () => {
    await server.kill();
    await between.close();
    await database.stop();
    await folder.remove();
  });

  const page = async (path: string) => {
    const begun = performance.now();
    const answer = await fetch(server.address + path, {
      headers: { cookie: 'better-auth.session_token=somebody.signed' },
    });
    return { status: answer.status, text: await answer.text(), took: performance.now() - begun };
  };

  test.each(CONDITIONS)(
    'shows its public pages while the database is %s, without unavailable data [P8]',
    async (condition) => {
      expect((await page('/')).text).toContain('Shop Our Collections');
      await between.setCondition(condition, SLOW_DELAY_MS);
      // Categories are cached for a second.
      await vi.waitFor(async () => expect((await page('/')).text).not.toMatch(A_CATEGORY), 10_000);
      let slowest = 0;
      for (let round = 0; round < 3; round += 1)
        for (const path of ['/', '/about', '/blog', '/login']) {
          const { status, text, took } = await page(path);
          expect([path, status]).toEqual([path, 200]);
          expect(took, path).toBeLessThan(5000);
          if (path === '/') expect(text).not.toMatch(A_CATEGORY);
          slowest = Math.max(slowest, took);
        }
      expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
      expect((await fetch(`${server.address}/readyz`)).status).toBe(503);
      await between.setCondition('through');
      const returned = performance.now();
      await vi.waitFor(async () => expect((await page('/')).text).toMatch(A_CATEGORY), 10_000);
      expect(server.isRunning(), server.complaints()).toBe(true);
      printCounts(`P8, pages while ${condition}`, {
        'slowest page in ms': Math.round(slowest),
        'whole again after ms': Math.round(performance.now() - returned),
      });
    },
  );

  test('runs jobs again by itself', async () => {
    await ask(database.url, "select graphile_worker.add_job('tidy', job_key := 'after-all')");
    const left = () => ask(database.url, "select from graphile_worker.jobs where key = 'after-all'");
    await vi.waitFor(async () => expect(await left()).toEqual([]), 15_000);
  });
});
