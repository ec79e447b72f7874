import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bookProduct, getBooking } from '#modules/bookings/contract.ts';
import { addProduct, listByCategory } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
import { search as searchOffers } from '#modules/search/contract.ts';
import { addWish } from '#modules/wishlist/contract.ts';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { untilIdle } from '../../../../tests/support/rows.ts';
import { openTestStore, type Person, provider, type TestStore } from '../../../../tests/support/test-store.ts';
import { deleteUser } from '../contract.ts';

/** With words and photos for each product, one statement over all of them exceeds the timeout. */
const PRODUCT_COUNT = 8000;

let store: TestStore;
let admin: Person;
let seller: Person;
let buyer: Person;
let neighbour: Person;
let categoryId: string;
beforeAll(async () => {
  store = await openTestStore();
  [admin, seller, buyer] = [await store.as('admin'), await store.as('seller'), await store.as('buyer')];
  neighbour = await store.as('seller');
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

const list = async (productName: string, who = seller) =>
  (await who.api.send(addProduct, { body: aProduct(categoryId, { productName }) })).insertedId;
const book = async (itemId: string) =>
  (await buyer.api.send(bookProduct, { body: { itemId, phone: '01712345678', location: 'Mirpur 10' } })).insertedId;
const search = async () => (await buyer.api.send(searchOffers, { query: {} })).items.map(({ _id }) => _id);
const browse = async () =>
  (await buyer.api.send(listByCategory, { params: { categoryId } })).items.map(({ _id }) => _id);

/** Copies a product of the seller many times; a fifth of the copies is sold. */
async function listMany(id: string): Promise<void> {
  const guarded = ['products', 'photos'];
  for (const table of guarded) await store.pool.query(`alter table ${table} disable trigger user`);
  await store.pool.query(
    `insert into products (seller_id, category_id, name, description, image, original_poisha, price_poisha, quality, years_used,
        location, phone, status, sold_at, created_at)
      select seller_id, category_id, 'Rare' || n || ' thing' || n, description, image, original_poisha, price_poisha, quality, years_used,
        location, phone, case when n % 5 = 0 then 'sold' else 'unsold' end, case when n % 5 = 0 then now() end, now() - make_interval(mins => n)
      from products cross join generate_series(1, ${PRODUCT_COUNT}) as n where id = $1`,
    [id],
  );
  await store.pool.query(
    `insert into search_words (word) select word || n from generate_series(1, ${PRODUCT_COUNT}) as n, unnest('{rare,thing}'::text[]) as word where n % 5 > 0
      on conflict do nothing`,
  );
  await store.pool.query(
    `insert into photos (owner_id, product_id, position, state, width, height, delete_after)
      select seller_id, id, 0, 'ready', 1280, 960, null from products where seller_id = $1`,
    [seller.id],
  );
  for (const table of guarded) await store.pool.query(`alter table ${table} enable trigger user`);
  await store.pool.query('analyze');
}

/** Locks the last photo, so that a request that changes all photos before its reply times out. */
async function takeLastPhoto(): Promise<() => Promise<void>> {
  const client = await store.pool.connect();
  await client.query('begin');
  await client.query('select from photos where owner_id = $1 order by product_id desc limit 1 for update', [seller.id]);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

/** Counts the rows of the seller. */
async function count(from: string): Promise<number> {
  return (await store.pool.query(`select count(*)::int as n from ${from}`, [seller.id])).rows[0].n;
}

test('a seller of many products is erased at once with their listings, and soon with all products without records [7.6]', {
  timeout: 60_000,
}, async () => {
  const [held, wished, other] = [await list('Held pram'), await list('Wished pram'), await list('Rare1', neighbour)];
  await listMany(wished);
  const bookingId = await book(held);
  const secret = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  await buyer.api.send(addWish, { body: { itemId: wished } });
  const some = (await search()).filter((id) => id !== other);
  expect(some.length).toBe(23);

  const letGo = await takeLastPhoto();
  expect(await admin.api.send(deleteUser, { params: { id: seller.id } })).toEqual({ deletedCount: 1 });
  await letGo();
  const { email, password } = seller;
  expect((await provider(store.app, '/sign-in/email', { email, password })).statusCode).toBe(401);
  expect([await search(), await browse()]).toEqual([[other], [other]]);
  for (const id of [held, wished, ...some]) await expect(book(id)).rejects.toMatchObject({ status: 404 });
  expect(
    await count(`products where seller_id = $1 and (status = 'unsold' or description || phone || location <> '')`),
  ).toBe(0);
  // A payment for a held product that arrives now is refunded.
  const client = cardClient(store);
  const transactionId = await client.pay(secret);
  const late = buyer.api.send(recordPayment, { body: { bookingId, transactionId } });
  await expect(late).rejects.toMatchObject({ status: 409, problem: { title: 'refunded' } });
  expect((await buyer.api.send(getBooking, { params: { id: bookingId } })).state).toBe('cancelled');
  await vi.waitUntil(async () => (await client.refunded(transactionId)) === 650_000, 10_000);

  await untilIdle(store.db);
  const { rows } = await store.pool.query('select id from products where seller_id = $1 order by id', [seller.id]);
  expect(rows).toEqual([{ id: held }, { id: wished }]);
  expect(await count('photos where owner_id = $1 and product_id is not null')).toBe(0);
  // The only word of a name that is still for sale.
  const words = await store.pool.query(`select word from search_words where word ~ '^(rare|thing)'`);
  expect(words.rows).toEqual([{ word: 'rare1' }]);
});
