import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  addProduct,
  changeMyProduct,
  deleteMyProduct,
  editMyProduct,
  listByCategory,
} from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { verifyUser } from '#modules/identity/contract.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { bookProduct, cancelBooking, getBooking, getSale, listBookings, listSellerBookings } from '../contract.ts';

let store: TestStore;
let seller: Person;
let buyer: Person;
let categoryId: string;

beforeAll(async () => {
  store = await openTestStore();
  [seller, buyer] = [await store.as('seller'), await store.as('buyer', 'Ayesha Rahman')];
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

const form = { phone: '+880 1712-345678', location: 'Road 27, Dhanmondi' };

async function list(changes: Record<string, unknown> = {}): Promise<string> {
  return (await seller.api.send(addProduct, { body: aProduct(categoryId, changes) })).insertedId;
}

function book(who: Person, itemId: string, body: Record<string, unknown> = {}) {
  return who.api.send(bookProduct, { body: { itemId, ...form, ...body } });
}

describe('booking a product', () => {
  test('copies name, price, picture and e-mail from the server, whatever the body says [7.19]', async () => {
    const itemId = await list();
    const { insertedId } = await book(buyer, itemId, {
      itemPrice: 1,
      itemName: 'free',
      email: 'x@example.com',
      image: '',
    });
    const booking = await buyer.api.send(getBooking, { params: { id: insertedId } });
    expect(booking).toMatchObject({
      itemId,
      itemName: 'Coach pram',
      itemPrice: 6500,
      email: buyer.email,
      name: 'Ayesha Rahman',
      phone: '01712345678',
      paid: false,
      state: 'held',
    });
  });

  test('tells the buyer whether the seller is verified, and the seller nothing of the kind', async () => {
    const other = await store.as('seller');
    const { insertedId } = await other.api.send(addProduct, { body: aProduct(categoryId) });
    const { insertedId: id } = await book(buyer, insertedId);
    const otherSide = async () => (await buyer.api.send(getBooking, { params: { id } })).other;
    expect(await otherSide()).not.toHaveProperty('verified');
    const admin = await store.as('admin');
    await admin.api.send(verifyUser, { params: { id: other.id }, body: { verify: 'Verified' } });
    await vi.waitFor(async () => expect(await otherSide()).toHaveProperty('verified', true), 4000);
    expect((await other.api.send(getSale, { params: { bookingId: id } })).other).not.toHaveProperty('verified');
  });

  test('by many buyers at once succeeds for exactly one; the others get the reason [7.20 8.6]', async () => {
    const buyers: Person[] = [];
    for (let n = 0; n < 24; n += 1) buyers.push(await store.as('buyer'));
    const itemId = await list({ productName: 'The last pram' });
    const results = await Promise.allSettled(buyers.map((one) => book(one, itemId)));
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of results.filter((result) => result.status === 'rejected'))
      expect(one.reason.problem).toMatchObject({
        status: 409,
        acknowledged: false,
        message: 'Someone just booked this.',
      });
    const live = await store.db.selectFrom('live_bookings').selectAll().where('product_id', '=', itemId).execute();
    expect(live).toHaveLength(1);
  });

  test('is refused while a booking is live, even if the product’s row says that it is free [8.6]', async () => {
    const itemId = await list();
    await book(await store.as('buyer'), itemId);
    await store.db.updateTable('products').set({ held_until: null }).where('id', '=', itemId).execute();
    await expect(book(buyer, itemId)).rejects.toMatchObject({
      status: 409,
      message: 'Someone just booked this.',
    });
    await store.db
      .updateTable('products')
      .set({ held_until: new Date(0) })
      .where('id', '=', itemId)
      .execute();
    await expect(book(buyer, itemId)).rejects.toMatchObject({ status: 409 });
    const live = await store.db.selectFrom('live_bookings').selectAll().where('product_id', '=', itemId).execute();
    expect(live).toHaveLength(1);
  });

  test('twice by the same buyer keeps one booking and says so [7.20]', async () => {
    const itemId = await list();
    await book(buyer, itemId);
    await expect(book(buyer, itemId)).rejects.toMatchObject({
      status: 409,
      message: 'You already booked this. See My Orders.',
    });
  });

  test('keeps the seller’s pick-up point of that moment beside the buyer’s [7.19]', async () => {
    const itemId = await list({ location: 'Gulshan 1' });
    const { insertedId: id } = await book(buyer, itemId);
    await seller.api.send(editMyProduct, { params: { id: itemId }, body: { location: 'Mirpur 10' } });
    const points = { location: 'Road 27, Dhanmondi', sellerLocation: 'Gulshan 1' };
    expect(await buyer.api.send(getBooking, { params: { id } })).toMatchObject(points);
    const { items } = await seller.api.send(listSellerBookings, { query: { email: seller.email } });
    expect(items.find(({ _id }) => _id === id)).toMatchObject(points);
  });

  test('is refused during the deletion of the buyer’s account', async () => {
    const [going, itemId] = [await store.as('buyer'), await list()];
    const erasing = await store.pool.connect();
    try {
      await erasing.query('begin');
      await erasing.query('select from users where id = $1 for update', [going.id]);
      const booked = book(going, itemId).catch((error) => error.problem.status);
      // The booking waits for the lock.
      await vi.waitFor(async () => {
        const { rows } = await store.pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%make_booking%'
           and datname = current_database()`,
        );
        expect(rows).toHaveLength(1);
      });
      await erasing.query(
        `update users set status = 'erased', erased_at = now(), name = 'erased', email = 'erased+' || id || '@invalid',
          account_id = null where id = $1`,
        [going.id],
      );
      await erasing.query('commit');
      expect(await booked).toBe(401);
    } finally {
      erasing.release(true);
    }
    const { rows } = await store.pool.query('select from bookings where product_id = $1', [itemId]);
    expect(rows).toEqual([]);
  });

  test('is refused for a sold or removed product, and to sellers [7.21]', async () => {
    const sold = await list();
    await seller.api.send(changeMyProduct, { params: { id: sold }, query: { status: 'SOLD' } });
    await expect(book(buyer, sold)).rejects.toMatchObject({ status: 409, message: 'This is sold.' });
    const gone = await list();
    await seller.api.send(deleteMyProduct, { params: { id: gone } });
    await expect(book(buyer, gone)).rejects.toMatchObject({ status: 404 });
    await expect(book(seller, await list())).rejects.toMatchObject({ status: 403 });
  });

  test('requires a Bangladeshi phone number, in digits of either script, and a pick-up point [5.8 7.21]', async () => {
    const itemId = await list();
    await expect(book(buyer, itemId, { phone: '0171 204 88', location: ' ' })).rejects.toMatchObject({
      status: 400,
      problem: {
        errors: [
          { field: 'phone', message: 'The phone number has 9 digits. It needs 11.' },
          { field: 'location', message: 'Enter a pick-up point.' },
        ],
      },
    });
    const { insertedId } = await book(buyer, itemId, { phone: '০১৭১২৩৪৫৬৭৮' });
    expect(await buyer.api.send(getBooking, { params: { id: insertedId } })).toMatchObject({ phone: '01712345678' });
  });

  test('is possible again once the hold ended, and the old booking is expired [7.20]', async () => {
    const itemId = await list();
    const { insertedId: first } = await book(buyer, itemId);
    await store.db
      .updateTable('bookings')
      .set({ hold_until: new Date(Date.now() - 1000) })
      .where('id', '=', first)
      .execute();
    const [offer] = (await buyer.api.send(listByCategory, { params: { categoryId } })).items;
    expect(offer).toMatchObject({ _id: itemId, booked: false });
    const other = await store.as('buyer');
    await book(other, itemId);
    expect(await buyer.api.send(getBooking, { params: { id: first } })).toMatchObject({ state: 'expired' });
  });
});

describe('the same Idempotency-Key', () => {
  const once = (itemId: string, idempotencyKey: string, location = form.location) =>
    buyer.api.send(bookProduct, { body: { itemId, ...form, location } }, { idempotencyKey });

  test('returns the first reply again, in sequence and concurrently [11.1]', async () => {
    const itemId = await list();
    const first = await once(itemId, 'key-1');
    expect(await once(itemId, 'key-1')).toEqual(first);
    const other = await list();
    const answers = await Promise.all(Array.from({ length: 5 }, () => once(other, 'key-2')));
    expect(new Set(answers.map((answer) => answer.insertedId)).size).toBe(1);
  });

  test('with another body is refused with 422', async () => {
    const itemId = await list();
    await once(itemId, 'key-3');
    await expect(once(itemId, 'key-3', 'Uttara')).rejects.toMatchObject({ status: 422 });
  });
});

describe('a booking', () => {
  test('is shown to its buyer only [6.10 7.18]', async () => {
    const { insertedId: id } = await book(buyer, await list());
    const other = await store.as('buyer');
    await expect(other.api.send(getBooking, { params: { id } })).rejects.toMatchObject({ status: 404 });
    await expect(other.api.send(cancelBooking, { params: { id } })).rejects.toMatchObject({ status: 404 });
    await expect(other.api.send(listBookings, { query: { email: buyer.email } })).rejects.toMatchObject({
      status: 403,
    });
  });

  test('can be cancelled while it is unpaid, and frees the product', async () => {
    const itemId = await list();
    const { insertedId: id } = await book(buyer, itemId);
    expect(await buyer.api.send(cancelBooking, { params: { id } })).toEqual({ deletedCount: 1 });
    const other = await store.as('buyer');
    expect((await book(other, itemId)).acknowledged).toBe(true);
  });

  test('ends when the seller sells the product elsewhere', async () => {
    const itemId = await list();
    const { insertedId: id } = await book(buyer, itemId);
    await seller.api.send(changeMyProduct, { params: { id: itemId }, query: { status: 'SOLD' } });
    expect(await buyer.api.send(getBooking, { params: { id } })).toMatchObject({ state: 'cancelled' });
  });

  test('ends when the seller deletes the product [7.16]', async () => {
    const itemId = await list();
    const { insertedId: id } = await book(buyer, itemId);
    expect(await seller.api.send(deleteMyProduct, { params: { id: itemId } })).toEqual({ deletedCount: 1 });
    expect(await buyer.api.send(getBooking, { params: { id } })).toMatchObject({ state: 'cancelled' });
  });

  test('appears first in My Orders, which is paged without a gap [7.17]', async () => {
    const other = await store.as('buyer');
    const ids: string[] = [];
    for (let n = 0; n < 26; n += 1) ids.unshift((await book(other, await list())).insertedId);
    const first = await other.api.send(listBookings, { query: { email: other.email } });
    expect(first.items).toHaveLength(24);
    const second = await other.api.send(listBookings, { query: { email: other.email, cursor: first.next } });
    expect([...first.items, ...second.items].map((one) => one._id)).toEqual(ids);
    expect(second.next).toBeUndefined();
  });
});
