import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findClusterLocation } from '#embedded-postgres/data-folder.ts';
import { findRunningPostgres } from '#embedded-postgres/embedded-postgres.ts';
import { readPidFile } from '#embedded-postgres/orphans.ts';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { addWish } from '#modules/wishlist/contract.ts';
import { CallError } from '#platform/contract/call-client.ts';
import { type Customer, customers } from './customers.ts';
import { aFolder, aServer, ask, printCounts, randomElement, type Server } from './server-processes.ts';

const WRITE_COUNT = 10_000;
const KILL_COUNT = 20;
const CLIENT_COUNT = 24;

let folder: Awaited<ReturnType<typeof aFolder>>;
let server: Server;
let sellers: Customer[];
let buyers: Customer[];
let categoryId: string;

beforeAll(async () => {
  folder = await aFolder();
  // The whole store of `npm start`, with its embedded database.
  server = await aServer({ DATA_DIR: folder.path });
  await server.start();
  const [category] = await ask<{ id: string }>(await database(), 'select id from categories limit 1');
  categoryId = category?.id ?? '';
  const here = () => server.address;
  sellers = await customers(4, here, 'Seller', { keys: false });
  buyers = await customers(CLIENT_COUNT, here, 'Buyer', { keys: false });
});
afterAll(async () => {
  await server.end();
  await folder.remove();
});

async function database(): Promise<string> {
  return (await findRunningPostgres(folder.path)) ?? '';
}

async function killDatabase(): Promise<boolean> {
  const { cluster } = findClusterLocation(folder.path, () => undefined);
  const { pid, ready } = await readPidFile(cluster);
  if (!pid || !ready) return false;
  process.kill(pid, 'SIGKILL');
  return true;
}

async function whenReady(): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const answer = await fetch(`${server.address}/readyz`, { signal: AbortSignal.timeout(3000) }).catch(
      () => undefined,
    );
    if (answer?.ok) return performance.now() - begun;
    await pause(50);
  }
}

test('acknowledged writes survive kills of the server and of PostgreSQL, which restart by themselves [P3]', async () => {
  const products: string[] = [];
  const wishes: string[] = [];
  const bookings: string[] = [];
  const count = () => products.length + wishes.length + bookings.length;
  const kills = { server: 0, PostgreSQL: 0 };
  let slowest = 0;
  const over = () => count() >= WRITE_COUNT && kills.server + kills.PostgreSQL >= KILL_COUNT;

  async function write(buyer: Customer): Promise<void> {
    while (!over()) {
      const { insertedId: itemId } = await randomElement(sellers).api.send(addProduct, { body: aProduct(categoryId) });
      products.push(itemId);
      wishes.push((await buyer.api.send(addWish, { body: { itemId } })).insertedId);
      const body = { itemId, phone: '01712345678', location: 'Mirpur' };
      const booked = await buyer.api.send(bookProduct, { body }).catch((error) => {
        if (!(error instanceof CallError && error.status === 409)) throw error;
      });
      if (booked) bookings.push(booked.insertedId);
    }
  }

  async function kill(): Promise<void> {
    while (!over()) {
      // Spread the kills over the writes.
      const next = ((kills.server + kills.PostgreSQL + Math.random()) * WRITE_COUNT) / KILL_COUNT;
      while (count() < next && !over()) await pause(10);
      if (kills.server <= kills.PostgreSQL) {
        await server.kill();
        kills.server += 1;
        await server.start();
      } else if (await killDatabase()) kills.PostgreSQL += 1;
      slowest = Math.max(slowest, await whenReady());
    }
  }

  await Promise.all([...buyers.map(write), kill()]);

  for (const [table, ids] of Object.entries({ products, wishes, bookings })) {
    const stored = await ask<{ id: string }>(await database(), `select id from ${table} where id = any($1)`, [ids]);
    expect(stored.length, table).toBe(new Set(ids).size);
    expect(new Set(ids).size, table).toBe(ids.length);
  }
  printCounts('P3', {
    acknowledged: count(),
    products: products.length,
    wishes: wishes.length,
    bookings: bookings.length,
    'kills of the server': kills.server,
    'kills of PostgreSQL': kills.PostgreSQL,
    'asked again': [...sellers, ...buyers].reduce((sum, { retries }) => sum + retries(), 0),
    'slowest recovery of PostgreSQL in ms': Math.round(slowest),
  });
}, 420_000);
