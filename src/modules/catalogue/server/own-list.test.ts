import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookProduct, cancelBooking } from '#modules/bookings/contract.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { addProduct, changeMyProduct, listMyProducts } from '../contract.ts';
import { getItemOffer } from '../items.contract.ts';
import { aCategory, aProduct } from './fixtures.ts';

let store: TestStore;
let seller: Person;
let buyer: Person;
let categoryId: string;
beforeAll(async () => {
  store = await openTestStore();
  [seller, buyer] = [await store.as('seller'), await store.as('buyer', 'Ayesha Siddiqua Rahman')];
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

const list = async (productName: string, by = seller) =>
  (await by.api.send(addProduct, { body: aProduct(categoryId, { productName }) })).insertedId;
const book = async (itemId: string, by = buyer) =>
  (await by.api.send(bookProduct, { body: { itemId, phone: '01712345678', location: 'Mirpur 10' } })).insertedId;
const namesOf = async (query: object, by = seller) =>
  (await by.api.send(listMyProducts, { query: { email: by.email, ...query } })).items.map((one) => one.productName);

describe('a seller’s own list', () => {
  test('is filtered by free, booked and sold, and by a part of the name [2.15]', async () => {
    const [free, booked, sold] = ['Coach pram', 'Cane cot 100%', 'Rocking horse'];
    await list(free);
    await book(await list(booked));
    const id = await list(sold);
    await seller.api.send(changeMyProduct, { params: { id }, query: { status: 'SOLD' } });
    expect(await namesOf({})).toEqual([sold, booked, free]);
    expect(await namesOf({ state: 'free' })).toEqual([free]);
    expect(await namesOf({ state: 'booked' })).toEqual([booked]);
    expect(await namesOf({ state: 'sold' })).toEqual([sold]);
    expect(await namesOf({ q: ' HORSE ' })).toEqual([sold]);
    expect(await namesOf({ q: 'co' })).toEqual([booked, free]);
    expect(await namesOf({ q: '0%', state: 'booked' })).toEqual([booked]);
    expect(await namesOf({ q: '_' })).toEqual([]);
    expect(await namesOf({ q: 'pram', state: 'sold' })).toEqual([]);
    const other = await store.as('seller');
    expect(await namesOf({ q: 'pram' }, other)).toEqual([]);
  });

  test('names the holder of a booked product by the first name only, until the hold ends [2.15]', async () => {
    const other = await store.as('seller');
    const itemId = await list('Cradle', other);
    const bookingId = await book(itemId);
    const own = () => other.api.send(listMyProducts, { query: { email: other.email, state: 'booked' } });
    const [row] = (await own()).items;
    expect(row).toMatchObject({ bookedBy: 'Ayesha', bookedUntil: expect.stringMatching(/^\d{4}-.*Z$/), booked: true });
    expect(JSON.stringify(row)).not.toMatch(/Rahman|Siddiqua/);
    await store.db
      .updateTable('bookings')
      .set({ hold_until: new Date(Date.now() - 1000) })
      .where('id', '=', bookingId)
      .execute();
    expect((await own()).items).toEqual([]);
    expect(await namesOf({ state: 'free' }, other)).toEqual(['Cradle']);
  });

  test('is paged within a filter without a gap', async () => {
    const busy = await store.as('seller');
    const names = Array.from({ length: 26 }, (_, n) => `Cot ${n}`);
    for (const name of names) await list(name, busy);
    const page = (cursor?: string) =>
      busy.api.send(listMyProducts, {
        query: { email: busy.email, q: 'cot', state: 'free', ...(cursor && { cursor }) },
      });
    const first = await page();
    const second = await page(first.next);
    expect([...first.items, ...second.items].map((one) => one.productName)).toEqual(names.toReversed());
    expect(second.next).toBeUndefined();
  });
});

test('an item’s offer names the caller’s own unpaid booking, and nobody else’s [15.5]', async () => {
  const itemId = await list('High chair');
  const offerTo = (who: Person) => who.api.send(getItemOffer, { params: { id: itemId } });
  expect(await offerTo(buyer)).not.toHaveProperty('yours');
  const bookingId = await book(itemId);
  expect(await offerTo(buyer)).toMatchObject({
    booked: true,
    yours: { bookingId, payUntil: expect.stringMatching(/^\d{4}-.*Z$/), waitsFor: 'payment' },
  });
  for (const other of [seller, await store.as('buyer')]) expect(await offerTo(other)).not.toHaveProperty('yours');
  await buyer.api.send(cancelBooking, { params: { id: bookingId } });
  expect(await offerTo(buyer)).not.toHaveProperty('yours');
});
