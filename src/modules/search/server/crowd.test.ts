import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { search } from '../contract.ts';
import { selectNear } from './words.store.ts';

let store: TestStore;
let seller: Person;
beforeAll(async () => {
  store = await openTestStore({ PAGE_SIZE: '1' });
  seller = await store.as('seller');
});
afterAll(() => store.close());

test('a search comes past very many things of one price and one moment that it does not give', async () => {
  const categoryId = await aCategory(store.db);
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

test('how a word sounds is worked out once, however many others it may be near to', async () => {
  const explain = ({ text, values }: pg.QueryConfig) =>
    store.pool.query({ text: `explain (verbose) ${text}`, ...(values ? { values } : {}) });
  const plan = (await selectNear({ query: explain } as unknown as pg.Pool, ['dolnaa'])) as unknown as object[];
  const lines = plan.flatMap((row) => Object.values(row) as string[]);
  expect(lines.filter((line) => line.includes('search_sound('))).toEqual([expect.stringMatching(/^ +Output: /)]);
});
