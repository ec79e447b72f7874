import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bookProduct, getBooking } from '#modules/bookings/contract.ts';
import { getItem, getItemOffer } from '#modules/catalogue/items.contract.ts';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { differencesLater, openSales, type Sales } from '../../../../tests/support/sales.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { confirmReceived } from '../contract.ts';

const PRICE_POISHA = 650_000;

let store: TestStore;
let sales: Sales;
let other: Person;
const client = () => cardClient(store);
beforeAll(async () => {
  store = await openTestStore();
  sales = await openSales(store, client());
  other = await store.as('buyer');
});
afterAll(() => store.close());

/** Moves the end of the pick-up into the past. No job runs. */
const lapse = (id: string) =>
  sql`update bookings set pickup_until = now() - interval '8 days', pickup_ends_at = now() - interval '1 day' where id = ${id}`.execute(
    store.db,
  );
const book = (itemId: string, who = other) =>
  who.api.send(bookProduct, { body: { itemId, phone: '01712345678', location: 'Mirpur' } });
const orderOf = (id: string, who: Person) => who.api.send(getBooking, { params: { id } });

test('a product whose sale the clock called off is on offer and booked before a job runs, and the money goes back [P18]', async () => {
  const { itemId, bookingId, intent } = await sales.sell();
  const shown = () => store.anyone.send(getItem, { params: { id: itemId } });
  expect((await shown()).state).toBe('sold');
  await expect(book(itemId)).rejects.toMatchObject({ problem: { title: 'sold' } });
  await lapse(bookingId);
  expect((await shown()).state).toBe('offered');
  expect(await other.api.send(getItemOffer, { params: { id: itemId } })).toMatchObject({ _id: itemId, booked: false });

  const { insertedId } = await book(itemId);
  expect(await orderOf(insertedId, other)).toMatchObject({ state: 'held' });
  const { timeline } = await orderOf(bookingId, sales.buyer);
  expect(timeline).toContainEqual(expect.objectContaining({ step: 'called_off', by: 'clock' }));
  expect((await shown()).state).toBe('booked');
  expect(await sales.stateOf({ intent, itemId })).toMatchObject({ booking: 'refunded', product: 'unsold' });
  await vi.waitFor(async () => expect(await client().refunded(intent)).toBe(PRICE_POISHA), 10_000);
  await vi.waitFor(async () => expect(await differencesLater(store)).toEqual([]), 10_000);
});

test('the buyer of a sale that the clock called off books the product again', async () => {
  const { itemId, bookingId } = await sales.sell();
  await lapse(bookingId);
  const { insertedId } = await book(itemId, sales.buyer);
  expect(await orderOf(insertedId, sales.buyer)).toMatchObject({ state: 'held' });
  expect(await orderOf(bookingId, sales.buyer)).toMatchObject({ state: 'refunded' });
});

test('one of many buyers at once books it [P1 P18]', async () => {
  const { itemId, bookingId } = await sales.sell();
  const buyers = await Promise.all(Array.from({ length: 8 }, () => store.as('buyer')));
  await lapse(bookingId);
  const results = await Promise.allSettled(buyers.map((one) => book(itemId, one)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of results.filter((result) => result.status === 'rejected'))
    expect(one.reason.problem).toMatchObject({ status: 409, title: 'booked' });
  await vi.waitFor(async () => expect(await differencesLater(store)).toEqual([]), 10_000);
});

test('a received product stays sold after the pick-up time', async () => {
  const { itemId, bookingId } = await sales.sell();
  await sales.buyer.api.send(confirmReceived, { params: { id: bookingId } });
  await lapse(bookingId);
  expect((await store.anyone.send(getItem, { params: { id: itemId } })).state).toBe('sold');
  await expect(book(itemId)).rejects.toMatchObject({ problem: { title: 'sold' } });
});

test('buyer and seller who did not meet in time read when the clock calls the booking off', async () => {
  const { bookingId } = await sales.sell();
  await sql`update bookings set pickup_until = now() - interval '1 hour' where id = ${bookingId}`.execute(store.db);
  const { callsOffAt, next } = await orderOf(bookingId, sales.buyer);
  expect(next).toEqual({ step: 'hand_over', by: 'seller', until: callsOffAt });
});
