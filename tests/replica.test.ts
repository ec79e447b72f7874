import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { OfferedProduct } from '#modules/catalogue/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { migrate } from '#platform/database/migrate.ts';
import { aDatabase } from './faults/server-processes.ts';
import { sampleCalls } from './scale/sample-calls.ts';
import { createStandby, type Standby } from './support/standby.ts';
import { openTestPeople, type TestPeople } from './support/test-people.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

/** Calls whose replies may be a moment old. */
const LISTS_OF_THE_SHOP = [
  'GET /categories',
  'GET /items/{id}/similar',
  'GET /products/advertise',
  'GET /products/category/{categoryId}',
  'GET /search',
  'GET /search/suggestions',
  'GET /search/summary',
];

let database: Awaited<ReturnType<typeof aDatabase>>;
let standby: Standby;
let store: TestStore;
let people: TestPeople;
beforeAll(async () => {
  database = await aDatabase();
  await migrate(database.url);
  standby = await createStandby(database);
  const overrides = { DATABASE_REPLICA_URL: standby.url };
  store = await openTestStore(overrides, { database: { url: database.url, drop: async () => undefined } });
  people = await openTestPeople(store);
  // The sign-up was long ago.
  for (const headers of Object.values(people.headers))
    if (headers.cookie) headers.cookie = headers.cookie.replace(/(; )?\bown=1/, '');
});
afterAll(async () => {
  await store.close();
  await standby.stop();
  await database.stop();
});

async function readsFromReplica(): Promise<number> {
  const { body } = await store.app.inject('/metrics');
  return Number(/^dolna_list_reads_total\{from="replica"\} (\d+)/m.exec(body)?.[1] ?? 0);
}

/** Searches for a word; with `own`, in a browser that has just changed data. */
async function find(word: string, own: boolean): Promise<string[]> {
  const headers = { ...people.headers.buyer, cookie: `${people.headers.buyer.cookie}${own ? '; own=1' : ''}` };
  const answer = await store.app.inject({ url: `/api/search?q=${word}`, headers });
  return answer.json<OfferedProduct[]>().map(({ _id }) => _id);
}

test('searches and lists of the shop are read from the replica, and nothing else is [11.11]', async () => {
  const before = await readsFromReplica();
  await vi.waitFor(async () => {
    await find('pram', false);
    expect(await readsFromReplica()).toBeGreaterThan(before);
  }, 20_000);
  const found = [];
  for (const { name, call, prepare } of sampleCalls()) {
    if (call.method !== 'GET' || name.includes(' with ')) continue;
    const ask = await prepare(store, people);
    const reads = await readsFromReplica();
    expect([name, (await ask()).statusCode]).toEqual([
      name,
      expect.toSatisfy((status) => status === 200 || status === 303),
    ]);
    if ((await readsFromReplica()) > reads) found.push(name);
  }
  expect(found.sort()).toEqual(LISTS_OF_THE_SHOP);
});

test('a seller finds a new listing at once despite replica lag, and others soon [11.11]', async () => {
  await standby.pause();
  const body = aProduct(people.categoryId, { productName: 'Zebrawood cradle' });
  const { insertedId } = await people.seller.api.send(addProduct, { body });
  expect(await find('zebrawood', true)).toEqual([insertedId]);
  expect(await find('zebrawood', false)).toEqual([]);
  await standby.resume();
  await vi.waitFor(async () => expect(await find('zebrawood', false)).toEqual([insertedId]), 20_000);
});
