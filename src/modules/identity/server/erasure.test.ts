import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bookProduct, cancelBooking, getBooking, listBookings } from '#modules/bookings/contract.ts';
import { addProduct, editMyProduct, listByCategory } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { reportProduct } from '#modules/moderation/contract.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
import { addWish } from '#modules/wishlist/contract.ts';
import { transaction } from '#platform/database/database.ts';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { settleSale } from '../../../../tests/support/money.ts';
import { openTestStore, type Person, provider, type TestStore } from '../../../../tests/support/test-store.ts';
import { deleteUser, getAccessToken, listUsers } from '../contract.ts';
import { eraseUser } from './service.ts';
import { lockUser } from './store.ts';

let store: TestStore;
let admin: Person;
let categoryId: string;

beforeAll(async () => {
  store = await openTestStore();
  admin = await store.as('admin');
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

const list = async (seller: Person) => (await seller.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
const book = async (buyer: Person, itemId: string) =>
  (await buyer.api.send(bookProduct, { body: { itemId, phone: '01712345678', location: 'Mirpur 10' } })).insertedId;
async function pay(buyer: Person, bookingId: string) {
  const secret = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  await buyer.api.send(recordPayment, { body: { bookingId, transactionId: await cardClient(store).pay(secret) } });
}
const erase = (id: string, by = admin) => by.api.send(deleteUser, { params: { id } });
const personIn = (id: string) =>
  store.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const productIn = (id: string) =>
  store.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const bookingIn = (id: string) =>
  store.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Whether a transaction waits for a lock. */
const waitsForLock = async () => (await waiting()) > 0;
async function waiting(): Promise<number> {
  const locked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await locked.execute(store.db)).rows.length;
}

describe('deleting a person', () => {
  test('ends their token and sessions at once, and the e-mail cannot sign in [1.5 10.6]', async () => {
    const buyer = await store.as('buyer');
    expect(await erase(buyer.id)).toEqual({ deletedCount: 1 });
    await expect(buyer.api.send(listBookings, { query: { email: buyer.email } })).rejects.toMatchObject({
      status: 401,
    });
    const { email, password, cookie } = buyer;
    expect((await provider(store.app, '/sign-in/email', { email, password })).statusCode).toBe(401);
    const jwt = await store.app.inject({ url: `/api${getAccessToken.path}?email=${email}`, headers: { cookie } });
    expect(jwt.statusCode).toBe(401);
    const { items } = await admin.api.send(listUsers, { params: { type: 'Buyer' } });
    expect(items.map((one) => one._id)).not.toContain(buyer.id);
  });

  test('removes the names from all records [7.6]', async () => {
    const buyer = await store.as('buyer');
    await erase(buyer.id);
    expect(await personIn(buyer.id)).toMatchObject({
      status: 'erased',
      name: 'erased',
      email: `erased+${buyer.id}@invalid`,
      account_id: null,
    });
    const account = await store.db.selectFrom('accounts').select('id').where('email', '=', buyer.email).execute();
    expect(account).toEqual([]);
  });

  test('is refused for oneself, another admin and an unknown person [7.5]', async () => {
    const other = await store.as('admin');
    await expect(erase(admin.id)).rejects.toMatchObject({ status: 403, problem: { title: 'yourself' } });
    await expect(erase(other.id)).rejects.toMatchObject({ status: 403, problem: { title: 'an-admin' } });
    const buyer = await store.as('buyer');
    await expect(erase(admin.id, buyer)).rejects.toMatchObject({ status: 403 });
    await erase(buyer.id);
    await expect(erase(buyer.id)).rejects.toMatchObject({ status: 404 });
    expect(await personIn(other.id)).toMatchObject({ status: 'active' });
  });
});

describe('deleting a seller', () => {
  test('removes listings and releases their bookings; sold products stay on record [7.6]', async () => {
    const [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
    const [free, held, paid] = [await list(seller), await list(seller), await list(seller)];
    const waiting = await book(buyer, held);
    const bought = await book(buyer, paid);
    await pay(buyer, bought);
    await settleSale(store, buyer, seller, bought);
    await erase(seller.id);

    // Products without records of others are deleted.
    await expect(productIn(free)).rejects.toThrow('no result');
    const forgotten = { name: 'Coach pram', description: '', phone: '', location: '' };
    expect(await productIn(held)).toMatchObject({ ...forgotten, status: 'removed' });
    expect(await productIn(paid)).toMatchObject({ ...forgotten, status: 'sold' });
    const { items } = await buyer.api.send(listByCategory, { params: { categoryId } });
    expect(items.filter((one) => one._id === free || one._id === held)).toEqual([]);
    const states = await Promise.all(
      [waiting, bought].map(async (id) => (await buyer.api.send(getBooking, { params: { id } })).state),
    );
    expect(states).toEqual(['cancelled', 'completed']);
  });
});

test('deleting a seller during a change of their picture causes no deadlock', async () => {
  const seller = await store.as('seller');
  const id = await list(seller);
  const body = { imageURL: 'https://pictures.example/another.jpg' };
  const { edit } = await transaction(store.db, async (db) => {
    await lockUser(db, seller.id);
    const edit = seller.api.send(editMyProduct, { params: { id }, body }).catch((error) => error);
    await vi.waitUntil(waitsForLock, { timeout: 1500 });
    await eraseUser(db, { adminId: admin.id, requestId: 'by-hand' }, seller.id);
    return { edit };
  });
  expect(await edit).toMatchObject({ status: 401 });
  await expect(productIn(id)).rejects.toThrow('no result');
});

test('saving, reporting or booking a product during its deletion is refused', async () => {
  const [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
  const id = await list(seller);
  const report = { productId: id, reason: 'The picture shows another pram.' };
  const acts = [
    () => buyer.api.send(addWish, { body: { itemId: id } }),
    () => buyer.api.send(reportProduct, { body: report }),
    () => book(buyer, id),
  ];
  const { answers } = await transaction(store.db, async (db) => {
    await eraseUser(db, { adminId: admin.id, requestId: 'by-hand' }, seller.id);
    const answers = acts.map((act) => act().catch((error) => error));
    await vi.waitUntil(async () => (await waiting()) === acts.length, { timeout: 1500 });
    return { answers };
  });
  for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ status: 404 });
});

describe('deleting a buyer', () => {
  test('ends their bookings, empties phone and pick-up point, deletes their wishes [7.6]', async () => {
    const [seller, buyer, other] = [await store.as('seller'), await store.as('buyer'), await store.as('buyer')];
    const [held, paid, wished] = [await list(seller), await list(seller), await list(seller)];
    const waiting = await book(buyer, held);
    const bought = await book(buyer, paid);
    await pay(buyer, bought);
    await buyer.api.send(addWish, { body: { itemId: wished } });
    await erase(buyer.id);

    expect(await bookingIn(waiting)).toMatchObject({ state: 'cancelled', phone: '', pickup: '' });
    expect(await bookingIn(bought)).toMatchObject({ state: 'refunded', phone: '', pickup: '', buyer_id: buyer.id });
    expect(await store.db.selectFrom('wishes').select('id').where('buyer_id', '=', buyer.id).execute()).toEqual([]);
    expect(await book(other, held)).toBeTruthy();
  });

  test('during a picture change of a product that they booked many times causes no deadlock', async () => {
    const [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
    const itemId = await list(seller);
    const ids: string[] = [];
    for (const _time of [1, 2, 3]) {
      const id = await book(buyer, itemId);
      await buyer.api.send(cancelBooking, { params: { id } });
      ids.push(id);
    }
    const [first = '', middle = '', last = ''] = ids;
    const erased = await transaction(store.db, async (db) => {
      // The same locks as the photo job: the product, then its bookings, in no fixed order.
      const picture = (id: string) =>
        db.updateTable('bookings').set({ item_image: '/media/x.webp' }).where('id', '=', id).execute();
      await db.selectFrom('products').select('id').where('id', '=', itemId).forUpdate().execute();
      await picture(middle);
      const erased = erase(buyer.id);
      erased.catch(() => undefined);
      await vi.waitUntil(waitsForLock, { timeout: 1500, interval: 10 });
      await picture(first);
      await picture(last);
      return { erased };
    });
    expect(await erased.erased).toEqual({ deletedCount: 1 });
    for (const id of ids) expect(await bookingIn(id)).toMatchObject({ phone: '', item_image: '/media/x.webp' });
  });

  test('makes their concurrent requests wait, and refuses them', async () => {
    const [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
    const itemId = await list(seller);
    const booking = await transaction(store.db, async (db) => {
      await eraseUser(db, { adminId: admin.id, requestId: 'by-hand' }, buyer.id);
      const answer = book(buyer, itemId).catch((error) => error);
      await vi.waitUntil(waitsForLock);
      return { answer };
    });
    expect(await booking.answer).toMatchObject({ status: 401 });
    const bookings = await store.db.selectFrom('bookings').select('id').where('buyer_id', '=', buyer.id).execute();
    expect(bookings).toEqual([]);
  });

  test('during a booking leaves them without a booking', async () => {
    const [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
    const items = await Promise.all(Array.from({ length: 8 }, () => list(seller)));
    const outcome = await Promise.allSettled([...items.map((itemId) => book(buyer, itemId)), erase(buyer.id)]);
    expect(outcome.at(-1)).toMatchObject({ status: 'fulfilled' });
    const held = await store.db
      .selectFrom('bookings')
      .select('id')
      .where('buyer_id', '=', buyer.id)
      .where('state', '=', 'held')
      .execute();
    expect(held).toEqual([]);
    for (const one of outcome.filter((result) => result.status === 'rejected'))
      expect(one.reason).toMatchObject({ status: 401 });
  });

  test('waits for a running payment with a timeout, changes all or nothing, and causes no deadlock', async () => {
    const [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
    const bookingId = await book(buyer, await list(seller));
    const secret = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
    const transactionId = await cardClient(store).pay(secret);
    const [, erased] = await Promise.allSettled([
      buyer.api.send(recordPayment, { body: { bookingId, transactionId } }),
      erase(buyer.id),
    ]);
    if (erased?.status === 'rejected') {
      // The payment came between: nothing is erased yet, and a second try calls the sale off.
      expect(erased.reason).toMatchObject({ status: 409 });
      expect(await bookingIn(bookingId)).toMatchObject({ state: 'paid', phone: expect.stringMatching(/\d/) });
      await erase(buyer.id);
    }
    expect(['refunded', 'cancelled']).toContain((await bookingIn(bookingId)).state);
    expect(await bookingIn(bookingId)).toMatchObject({ phone: '', pickup: '' });
  });
});

describe('searching people', () => {
  test('finds prefixes of words in name and e-mail, in any case, and nothing else', async () => {
    const wanted = await store.as('buyer', 'Mosammat Rumana Chowdhury');
    const bangla = await store.as('buyer', 'নুসরাত জাহান');
    const find = async (q: string, type: 'Buyer' | 'Seller' = 'Buyer') =>
      (await admin.api.send(listUsers, { params: { type }, query: { q } })).items.map((one) => one._id);
    for (const q of ['Mosa', 'ruma', 'CHOW', 'rum chow', ` ${wanted.email.toUpperCase()} `])
      expect(await find(q), q).toEqual([wanted.id]);
    expect(await find('জাহা')).toEqual([bangla.id]);
    for (const q of ['umana', '%', "'", "o'x\\", 'a:*&b', '()|!']) expect(await find(q), q).toEqual([]);
    expect(await find('rumana', 'Seller')).toEqual([]);
    expect(await find('')).toContain(wanted.id);
  });

  test('finds people behind a thousand others, without a gap', async () => {
    const { rows: buyers } = await store.pool.query<{ id: string; name: string }>(
      `with people as (insert into users (email, name, created_at)
          select 'row' || n || '@example.com', case when n <= 10 or n > 1100 then 'Sought' else 'Another' end || ' ' || n,
            now() - make_interval(years => 1, mins => n) from generate_series(1, 1130) as n
          returning id, name, created_at),
        buyers as (insert into user_roles (user_id, role, since) select id, 'buyer', created_at from people)
        select id, name from people`,
    );
    const params = { type: 'Buyer' as const };
    const first = await admin.api.send(listUsers, { params, query: { q: 'sought' } });
    const second = await admin.api.send(listUsers, { params, query: { q: 'sought', cursor: first.next } });
    const sought = buyers.filter(({ name }) => name.startsWith('Sought')).map(({ id }) => id);
    expect([...first.items, ...second.items].map((one) => one._id)).toEqual(sought);
    expect([sought.length, first.items.length, second.next]).toEqual([40, 24, undefined]);
  });

  test('is paged without a gap, with a seller’s number of products on sale', async () => {
    const sellers: string[] = [];
    for (let n = 0; n < 26; n += 1) sellers.unshift((await store.as('seller', `Pagewise Seller${n}`)).id);
    const params = { type: 'Seller' as const };
    const first = await admin.api.send(listUsers, { params, query: { q: 'pagewise' } });
    const second = await admin.api.send(listUsers, { params, query: { q: 'pagewise', cursor: first.next } });
    expect([...first.items, ...second.items].map((one) => one._id)).toEqual(sellers);
    const seller = await store.as('seller', 'Countable Person');
    for (let n = 0; n < 3; n += 1) await list(seller);
    const { items } = await admin.api.send(listUsers, { params, query: { q: 'countable' } });
    expect(items).toEqual([{ _id: seller.id, name: seller.name, email: seller.email, listings: 3 }]);
  });
});
