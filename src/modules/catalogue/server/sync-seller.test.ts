import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { verifyUser } from '#modules/identity/contract.ts';
import { replaceRoles } from '#modules/identity/server/store.ts';
import { search } from '#modules/search/contract.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { addProduct, listByCategory } from '../contract.ts';
import { aCategory, aProduct } from './fixtures.ts';

/** More than one batch. */
const PRODUCTS_COUNT = 1200;

let store: TestStore;
let seller: Person;
let admin: Person;
let categoryId: string;
beforeAll(async () => {
  store = await openTestStore();
  [seller, admin] = [await store.as('seller'), await store.as('admin')];
  categoryId = await aCategory(store.db);
  const { insertedId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
  await store.pool.query(
    `insert into products (seller_id, category_id, name, description, image, original_poisha, price_poisha, quality, years_used,
        location, phone, status, sold_at, created_at)
      select seller_id, category_id, name, description, image, original_poisha, price_poisha, quality, years_used, location, phone,
        case when n % 10 = 0 then 'sold' else 'unsold' end, case when n % 10 = 0 then now() end, now() - make_interval(mins => n)
      from products cross join generate_series(1, ${PRODUCTS_COUNT}) as n where id = $1`,
    [insertedId],
  );
});
afterAll(() => store.close());

async function productCounts(): Promise<{ verified: boolean; products: number }[]> {
  const { rows } = await store.pool.query(
    `select seller_verified as verified, count(*)::int as products from products where seller_id = $1 group by 1`,
    [seller.id],
  );
  return rows;
}

test('a seller of very many products is verified at once, and the search filter finds all of them soon [11.10]', async () => {
  const taken = await store.pool.connect();
  await taken.query('begin');
  // A booking of one of them is in progress.
  await taken.query('select from products where seller_id = $1 order by created_at limit 1 for update', [seller.id]);
  const verified = await admin.api.send(verifyUser, { params: { id: seller.id }, body: { verify: 'Verified' } });
  expect(verified).toEqual({ modifiedCount: 1 });
  const { items } = await admin.api.send(listByCategory, { params: { categoryId } });
  expect(items.every(({ user_info: [info] }) => info?.verify === 'Verified')).toBe(true);
  await taken.query('commit');
  taken.release();
  await vi.waitFor(
    async () => expect(await productCounts()).toEqual([{ verified: true, products: PRODUCTS_COUNT + 1 }]),
    20_000,
  );
  expect((await admin.api.send(search, { query: { verified: 'true' } })).items).toHaveLength(24);
});

test('a former seller is not verified, also in the search', async () => {
  await replaceRoles(store.db, seller.id, ['admin']);
  await vi.waitFor(
    async () => expect(await productCounts()).toEqual([{ verified: false, products: PRODUCTS_COUNT + 1 }]),
    20_000,
  );
  expect((await admin.api.send(search, { query: { verified: 'true' } })).items).toEqual([]);
});
