import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { withClient } from '#platform/database/database.ts';
import { listenToQueries } from '../../../../tests/support/queries.ts';
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';
import { bookProduct } from '../contract.ts';

const ROUND_TRIPS_MAX_COUNT = 5;

let queries: ReturnType<typeof listenToQueries>;
let store: TestStore;
let category: string;
beforeAll(async () => {
  queries = listenToQueries();
  store = await openTestStore();
  category = await aCategory(store.db);
});
afterAll(async () => {
  await store.close();
  queries.stop();
});

/** Lists a product. Returns a function that books it. */
async function aBooking() {
  const [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
  const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(await category) });
  const body = { itemId, phone: '01712345678', location: 'Mirpur' };
  return async () => {
    await buyer.api.send(bookProduct, { body }, { idempotencyKey: crypto.randomUUID() });
  };
}

test('a booking with an Idempotency-Key takes five round trips to the database', async () => {
  const book = await aBooking();
  const sent = await queries.during(store, book);
  // The live event and the e-mail come after the commit, and the booking does not wait for them.
  const statements = sent.slice(0, sent.indexOf('commit') + 1);
  expect(statements.map((text) => text.trim().split(/\s/, 1)[0])).toEqual([
    'select',
    'begin',
    'insert',
    'select',
    'commit',
  ]);
  expect(statements).toHaveLength(ROUND_TRIPS_MAX_COUNT);
});

test('a booking notifies no worker, because commits that notify wait for each other', async () => {
  const book = await aBooking();
  await withClient(store.databaseUrl, async (client) => {
    const payloads: (string | undefined)[] = [];
    client.on('notification', ({ payload }) => payloads.push(payload));
    await client.query('listen "jobs:insert"');
    await book();
    await client.query(`notify "jobs:insert", 'end'`);
    expect(payloads).toEqual(['end']);
  });
});
