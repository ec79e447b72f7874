import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import type { Db } from '#platform/database/database.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { search } from '../contract.ts';
import { findProducts } from './find-products.ts';
import { parseText } from './text-query.ts';
import { selectSimilarWords } from './words.store.ts';

let store: TestStore;
let seller: Person;
let categoryId: string;
beforeAll(async () => {
  store = await openTestStore({ PAGE_SIZE: '1' });
  seller = await store.as('seller');
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

test('a search passes thousands of products with one price and time that do not match', async () => {
  const list = async (productName: string, resalePrice: number) =>
    (await seller.api.send(addProduct, { body: aProduct(categoryId, { productName, resalePrice }) })).insertedId;
  const cheap = await list('Twin lamb', 100);
  const dear = await list('Twin lamb', 9_000_000);
  // With both words, but never one after the other.
  await store.pool.query(
    `insert into products (seller_id, category_id, name, description, image, original_poisha, price_poisha, quality, years_used,
        location, phone, created_at)
      select seller_id, category_id, 'Lamb', 'Twin', image, original_poisha, 700000000, quality, years_used, location, phone,
        now() - interval '2 years' from products cross join generate_series(1, 3300) where id = $1`,
    [cheap],
  );
  const found: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 20; page += 1) {
    const { items, next } = await seller.api.send(search, { query: { q: '"twin lamb"', sort: 'cheap', cursor } });
    found.push(...items.map(({ _id }) => _id));
    cursor = next;
    if (!next) break;
  }
  expect(found).toEqual([cheap, dear]);
});

test('a search passes thousands of booked products, and returns the others in order', async () => {
  const [BOOKED, ALL] = [2500, 6000];
  const buyer = await store.as('buyer');
  const { insertedId: one } = await seller.api.send(addProduct, { body: aProduct(categoryId, { productName: 'Yak' }) });
  await store.pool.query(
    `with listed as (insert into products (seller_id, category_id, name, description, image, original_poisha, price_poisha, quality,
        years_used, location, phone, created_at)
      select seller_id, category_id, name, description, image, original_poisha, price_poisha, quality, years_used, location, phone,
        created_at - make_interval(mins => n) from products cross join generate_series(1, $2) as n where id = $1 returning *)
    insert into bookings (product_id, seller_id, buyer_id, item_name, item_image, price_poisha, phone, pickup, hold_until)
      select id, seller_id, $3, name, image, price_poisha, phone, location, now() + interval '1 day'
      from listed order by created_at desc limit $4`,
    [one, ALL, buyer.id, BOOKED],
  );
  const { rows: others } = await store.pool.query(
    "select id from products where name = 'Yak' and id <> $1 order by created_at desc, id desc offset $2",
    [one, BOOKED],
  );
  const text = await parseText(store.db, 'yak');
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await findProducts(store.db, text, { free: 'true' }, { sort: 'newest', cursor, size: 500 });
    found.push(...page.items.map(({ _id }) => _id));
    cursor = page.next;
  } while (cursor);
  expect(found).toEqual([one, ...others.map(({ id }) => id)]);
});

test('the sound of a word is computed once, not for each similar word', async () => {
  const executeQuery = ({ sql, parameters }: CompiledQuery) =>
    store.pool.query({ text: `explain (verbose) ${sql}`, values: [...parameters] });
  const plan = (await selectSimilarWords({ executeQuery } as unknown as Db, ['dolnaa'])) as unknown as object[];
  const lines = plan.flatMap((row) => Object.values(row) as string[]);
  expect(lines.filter((line) => line.includes('search_sound('))).toEqual([expect.stringMatching(/^ +Output: /)]);
});
