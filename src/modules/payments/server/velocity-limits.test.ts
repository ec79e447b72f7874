import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bookProduct, cancelBooking } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { type CardClient, cardClient } from '../../../../tests/support/card-client.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { createPaymentIntent } from '../contract.ts';

let store: TestStore;
let client: CardClient;
let seller: Person;
let categoryId: string;

beforeAll(async () => {
  const limits = { LIMIT_TRIES: '100', LIMIT_HOLDS: '3', LIMIT_INTENTS: '2', LIMIT_DECLINES: '3' };
  store = await openTestStore({ RATE_LIMITS: 'on', ...limits });
  client = cardClient(store);
  seller = await store.as('seller');
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

async function list(): Promise<string> {
  return (await seller.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
}

async function book(who: Person, itemId: string): Promise<string> {
  const body = { itemId, phone: '01712345678', location: 'Mirpur' };
  return (await who.api.send(bookProduct, { body })).insertedId;
}

const prepare = (who: Person, bookingId: string) =>
  who.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });

test('a buyer holds a limited number of unpaid bookings, also with concurrent requests [T27]', async () => {
  const buyer = await store.as('buyer');
  const items = await Promise.all(Array.from({ length: 8 }, list));
  const results = await Promise.allSettled(items.map((itemId) => book(buyer, itemId)));
  const booked = results.filter((one) => one.status === 'fulfilled');
  expect(booked).toHaveLength(3);
  for (const one of results.filter((result) => result.status === 'rejected'))
    expect(one.reason.problem).toMatchObject({
      status: 409,
      acknowledged: false,
      message: 'You hold 3 unpaid items. Pay for or cancel one first.',
    });

  const [first] = booked;
  await buyer.api.send(cancelBooking, { params: { id: first?.value ?? '' } });
  await book(buyer, await list());
});

test('a buyer at the limit whose hold on an item ended reads about the limit, not that it is booked by them', async () => {
  const buyer = await store.as('buyer');
  const ended = await list();
  const id = await book(buyer, ended);
  await store.db
    .updateTable('bookings')
    .set({ hold_until: new Date(0) })
    .where('id', '=', id)
    .execute();
  for (let n = 0; n < 3; n += 1) await book(buyer, await list());
  await expect(book(buyer, ended)).rejects.toMatchObject({
    message: 'You hold 3 unpaid items. Pay for or cancel one first.',
  });
});

test('three declined cards start a pause for the buyer and cancel the intent [T26]', async () => {
  const buyer = await store.as('buyer');
  const bookingId = await book(buyer, await list());
  const prepared = await prepare(buyer, bookingId);
  for (let n = 0; n < 3; n++)
    await expect(client.pay(prepared, 'pm_card_chargeDeclined')).rejects.toMatchObject({ code: 'card_declined' });
  await vi.waitFor(async () => expect((await client.intent(prepared)).status).toBe('canceled'), { timeout: 10_000 });
  await expect(client.pay(prepared)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  await expect(prepare(buyer, bookingId)).rejects.toMatchObject({
    status: 429,
    problem: {
      message: 'Card declined 3 times. Payments are paused for 15 min. You keep your booking.',
    },
  });
  // The limit does not affect another buyer.
  const other = await store.as('buyer');
  await prepare(other, await book(other, await list()));
});

test('a buyer starts a limited number of payments an hour', async () => {
  const buyer = await store.as('buyer');
  for (let n = 0; n < 2; n++) {
    const bookingId = await book(buyer, await list());
    const prepared = await prepare(buyer, bookingId);
    expect(await prepare(buyer, bookingId)).toEqual(prepared);
  }
  await expect(prepare(buyer, await book(buyer, await list()))).rejects.toMatchObject({
    status: 429,
    problem: { title: 'too-many-intents' },
  });
});
