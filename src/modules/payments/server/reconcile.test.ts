import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bookProduct, getBooking } from '#modules/bookings/contract.ts';
import { addProduct, listMyProducts } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { type CardClient, cardClient } from '../../../../tests/support/card-client.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { createPaymentIntent } from '../contract.ts';
import { RECONCILE } from './reconcile.job.ts';

let store: TestStore;
let client: CardClient;
let seller: Person;
let buyer: Person;
let categoryId: string;

beforeAll(async () => {
  store = await openTestStore();
  client = cardClient(store);
  [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

/** A booking with an intent without a webhook. */
async function unheard() {
  const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
  const body = { itemId, phone: '01712345678', location: 'Mirpur' };
  const { insertedId: bookingId } = await buyer.api.send(bookProduct, { body });
  const prepared = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  await client.injectFaults({ clear: true, webhooks: [{ kind: 'drop', times: 50 }] });
  return { itemId, bookingId, prepared };
}
const reconcile = () => sql`select graphile_worker.add_job(${RECONCILE})`.execute(store.db);
const bookingOf = (id: string) => buyer.api.send(getBooking, { params: { id } });
const paymentOf = (bookingId: string) =>
  store.db.selectFrom('payments').select('state').where('booking_id', '=', bookingId).executeTakeFirst();

test('a payment without a call and a webhook is found by the store itself, even as the newest of many [7.27]', async () => {
  const { itemId, bookingId, prepared } = await unheard();
  await client.pay(prepared);
  expect(await bookingOf(bookingId)).toMatchObject({ paid: false });
  await reconcile();
  await vi.waitFor(async () => expect(await bookingOf(bookingId)).toMatchObject({ paid: true }), 10_000);
  const { items } = await seller.api.send(listMyProducts, { query: { email: seller.email } });
  expect(items.find(({ _id }) => _id === itemId)?.status).toBe('SOLD');
});

test('a payment that is missing in the database is found as well', async () => {
  const { bookingId, prepared } = await unheard();
  await store.db.deleteFrom('payments').where('booking_id', '=', bookingId).execute();
  await client.pay(prepared);
  await reconcile();
  await vi.waitFor(async () => expect(await bookingOf(bookingId)).toMatchObject({ paid: true }), 10_000);
});

test('a cancelled payment is recorded as cancelled', async () => {
  const { bookingId, prepared } = await unheard();
  await client.cancel((await client.intent(prepared)).id);
  const earlier = new Date(Date.now() - 60_000);
  await store.db.updateTable('payments').set({ created_at: earlier }).where('booking_id', '=', bookingId).execute();
  await reconcile();
  await vi.waitFor(async () => expect(await paymentOf(bookingId)).toEqual({ state: 'cancelled' }), 10_000);
});
