import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { withClient } from '#platform/database/database.ts';
import { listenToQueries } from '../../../../tests/support/queries.ts';
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';
import { bookProduct, cancelBooking } from '../contract.ts';

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

test('a booking with an Idempotency-Key takes two round trips to the database', async () => {
  const book = await aBooking();
  // The live event comes later, and the booking does not wait for it.
  const sent = (await queries.during(store, book)).filter((text) => !text.includes('pg_notify'));
  expect(sent.map((text) => /from sessions|make_booking_once/.exec(text)?.[0])).toEqual([
    'from sessions',
    'make_booking_once',
  ]);
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

test('a booking that is refused for too many holds leaves its Idempotency-Key free [11.1]', async () => {
  const limited = await openTestStore({ RATE_LIMITS: 'on', LIMIT_HOLDS: '1' });
  const [seller, buyer] = [await limited.as('seller'), await limited.as('buyer')];
  const categoryId = await aCategory(limited.db);
  const list = async () => (await seller.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
  const book = (itemId: string, idempotencyKey: string) =>
    buyer.api.send(bookProduct, { body: { itemId, phone: '01712345678', location: 'Mirpur' } }, { idempotencyKey });
  const { insertedId: first } = await book(await list(), 'first');
  const wanted = await list();
  await expect(book(wanted, 'second')).rejects.toMatchObject({ problem: { status: 409, title: 'too-many-holds' } });
  await buyer.api.send(cancelBooking, { params: { id: first } });
  const booked = await book(wanted, 'second');
  expect(await book(wanted, 'second')).toEqual(booked);
  await limited.close();
});
