import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { bookProduct, cancelBooking, getBooking, getSale, listSellerBookings } from '../contract.ts';

let store: TestStore;
let seller: Person;
let buyer: Person;
let categoryId: string;

beforeAll(async () => {
  store = await openTestStore({ FEE_PERCENT: '10' });
  [seller, buyer] = [await store.as('seller'), await store.as('buyer', 'Ayesha Siddiqua Rahman')];
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

async function list(by = seller): Promise<string> {
  return (await by.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
}

async function book(itemId: string, who = buyer): Promise<string> {
  const body = { itemId, phone: '01712345678', location: 'Road 27, Dhanmondi' };
  return (await who.api.send(bookProduct, { body })).insertedId;
}

const buyersOf = (who: Person, cursor?: string) =>
  who.api.send(listSellerBookings, { query: { email: who.email, ...(cursor ? { cursor } : {}) } });

async function seen(id: string) {
  return (await buyersOf(seller)).items.find((one) => one._id === id);
}

describe('My Buyers', () => {
  test('names the product, the buyer’s first name and the pick-up point, and no contact data [2.16]', async () => {
    const itemId = await list();
    const id = await book(itemId);
    const row = await seen(id);
    expect(row).toEqual({
      _id: id,
      itemId,
      itemName: 'Coach pram',
      itemPrice: 6500,
      image: '/demo/01-pram-gada-mint-800.webp',
      buyerName: 'Ayesha',
      location: 'Road 27, Dhanmondi',
      sellerLocation: 'Dhanmondi, Dhaka',
      state: 'held',
      paid: false,
      holdUntil: expect.stringMatching(/^\d{4}-/),
      next: { step: 'pay', by: 'buyer', until: expect.stringMatching(/^\d{4}-/) },
      createdAt: expect.stringMatching(/^\d{4}-/),
    });
    const { body } = await store.app.inject({
      url: `/api/my-buyers?email=${seller.email}`,
      headers: { authorization: `Bearer ${seller.token}` },
    });
    for (const secret of ['Rahman', 'Siddiqua', buyer.email, '01712345678', buyer.id])
      expect(body).not.toContain(secret);
  });

  test('shows the fee on the page of a sale; the page of its buyer has none', async () => {
    const id = await book(await list());
    expect(await seller.api.send(getSale, { params: { bookingId: id } })).toHaveProperty('fee', 650);
    expect(await buyer.api.send(getBooking, { params: { id } })).not.toHaveProperty('fee');
  });

  test('lists bookings of the seller’s own products only, and is refused to others', async () => {
    const other = await store.as('seller');
    const id = await book(await list(other));
    expect((await buyersOf(other)).items.map((one) => one._id)).toEqual([id]);
    expect(await seen(id)).toBeUndefined();
    await expect(other.api.send(listSellerBookings, { query: { email: seller.email } })).rejects.toMatchObject({
      status: 403,
    });
  });

  test('shows a booking’s state: an expired hold has ended, a cancelled one is cancelled', async () => {
    const ended = await book(await list());
    await store.db
      .updateTable('bookings')
      .set({ hold_until: new Date(Date.now() - 1000) })
      .where('id', '=', ended)
      .execute();
    expect(await seen(ended)).toMatchObject({ state: 'expired' });
    expect(await seen(ended)).not.toHaveProperty('holdUntil');
    const back = await book(await list());
    await buyer.api.send(cancelBooking, { params: { id: back } });
    expect(await seen(back)).toMatchObject({ state: 'cancelled', paid: false });
  });

  test('has no data of a buyer with a deleted account', async () => {
    const gone = await store.as('buyer', 'Karim Uddin');
    const id = await book(await list(), gone);
    await store.db
      .updateTable('users')
      .set({
        status: 'erased',
        erased_at: new Date(),
        name: 'erased',
        email: `erased+${gone.id}@invalid`,
        account_id: null,
      })
      .where('id', '=', gone.id)
      .execute();
    expect(await seen(id)).toMatchObject({ buyerName: '' });
  });

  test('is paged without a gap, newest first', async () => {
    const busy = await store.as('seller');
    const ids: string[] = [];
    for (let n = 0; n < 26; n += 1) ids.unshift(await book(await list(busy)));
    const first = await buyersOf(busy);
    const second = await buyersOf(busy, first.next);
    expect(first.items).toHaveLength(24);
    expect([...first.items, ...second.items].map((one) => one._id)).toEqual(ids);
    expect(second.next).toBeUndefined();
  });
});
