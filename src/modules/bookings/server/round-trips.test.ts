import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { listenToQueries } from '../../../../tests/support/queries.ts';
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';
import { bookProduct } from '../contract.ts';

const ROUND_TRIPS_MAX_COUNT = 5;

let queries: ReturnType<typeof listenToQueries>;
let store: TestStore;
beforeAll(async () => {
  queries = listenToQueries();
  store = await openTestStore();
});
afterAll(async () => {
  await store.close();
  queries.stop();
});

test('a booking with an Idempotency-Key takes five round trips to the database', async () => {
  const [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
  const body = aProduct(await aCategory(store.db));
  const { insertedId: itemId } = await seller.api.send(addProduct, { body });
  const sent = await queries.during(store, async () => {
    const booking = { itemId, phone: '01712345678', location: 'Mirpur' };
    await buyer.api.send(bookProduct, { body: booking }, { idempotencyKey: crypto.randomUUID() });
  });
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
