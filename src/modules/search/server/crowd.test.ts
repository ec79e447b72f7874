import type { CompiledQuery } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import type { Db } from '#platform/database/database.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { search } from '../contract.ts';
import { find } from './finding.ts';
import { selectNear } from './words.store.ts';

let store: TestStore;
let seller: Person;
let categoryId: string;
beforeAll(async () => {
  store = await openTestStore({ PAGE_SIZE: '1' });
  seller = await store.as('seller');
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());
afterEach(() => {
  vi.useRealTimers();
});

test('a search comes past very many things of one price and one moment that it does not give', async () => {
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

test('a search comes past thousands of booked things, gives what follows in order, and looks at few of them twice', async () => {
  const [BOOKED, ALL, LISTED_A_DAY] = [5000, 12_000, 822];
  // Bands of time are 4 hours long and 8 times as long: so far behind the beginning of wide ones, what is booked lies in wide ones
  // and in narrow ones.
  const now = Date.UTC(2020) + (3 * 8 ** 4 + 20) * 4 * 3_600_000;
  const buyer = await store.as('buyer');
  const { insertedId: one } = await seller.api.send(addProduct, { body: aProduct(categoryId, { productName: 'Yak' }) });
  await store.pool.query(
    `with listed as (insert into products (seller_id, category_id, name, description, image, original_poisha, price_poisha, quality,
        years_used, location, phone, created_at)
      select seller_id, category_id, name, description, image, original_poisha, price_poisha, quality, years_used, location, phone,
        to_timestamp($2::float / 1000) - make_interval(secs => n * 86400.0 / $3)
      from products cross join generate_series(1, $4) as n where id = $1 returning *)
    insert into bookings (product_id, seller_id, buyer_id, item_name, item_image, price_poisha, phone, pickup, hold_until)
      select id, seller_id, $5, name, image, price_poisha, phone, location, now() + interval '1 day'
      from listed order by created_at desc limit $6`,
    [one, now, LISTED_A_DAY, ALL, buyer.id, BOOKED],
  );
  const { rows: newest } = await store.pool.query(
    `select id from products where name = 'Yak' and created_at < to_timestamp($1::float / 1000)
     order by created_at desc, id desc offset $2`,
    [now, BOOKED],
  );
  const counted = counting();
  vi.useFakeTimers({ toFake: ['Date'], now });
  const page = (cursor?: string) => find(counted.db, { q: 'yak', free: 'true' }, { sort: 'newest', cursor, size: 500 });
  const first = await page();
  expect(counted.rows()).toBeLessThan(2 * BOOKED);
  const found = [...first.items];
  for (let next = first.next; next; ) {
    const { items, next: after } = await page(next);
    found.push(...items);
    next = after;
  }
  expect(found).toEqual(newest.map(({ id }) => id));
});

/** Returns the database, and how many rows were read from it. */
function counting(): { db: Db; rows(): number } {
  let rows = 0;
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      rows += result.rows.length;
      return result;
    },
  });
  return { db, rows: () => rows };
}

test('how a word sounds is worked out once, however many others it may be near to', async () => {
  const executeQuery = ({ sql, parameters }: CompiledQuery) =>
    store.pool.query({ text: `explain (verbose) ${sql}`, values: [...parameters] });
  const plan = (await selectNear({ executeQuery } as unknown as Db, ['dolnaa'])) as unknown as object[];
  const lines = plan.flatMap((row) => Object.values(row) as string[]);
  expect(lines.filter((line) => line.includes('search_sound('))).toEqual([expect.stringMatching(/^ +Output: /)]);
});
