import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addProduct,
  changeMyProduct,
  deleteMyProduct,
  editMyProduct,
  listCategories,
} from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { verifyUser } from '#modules/identity/contract.ts';
import { untilIdle } from '../../../../tests/support/rows.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { search, suggest } from '../contract.ts';

let store: TestStore;
let seller: Person;
let admin: Person;
let categoryId: string;
beforeAll(async () => {
  store = await openTestStore();
  [seller, admin] = [await store.as('seller'), await store.as('admin')];
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

const list = async (productName: string, by = seller) =>
  (await by.api.send(addProduct, { body: aProduct(categoryId, { productName }) })).insertedId;
const sell = (id: string, by = seller) => by.api.send(changeMyProduct, { params: { id }, query: { status: 'SOLD' } });
const suggested = async (q: string) => (await seller.api.send(suggest, { query: { q } })).words;

/** Runs in a transaction, and always ends it: at the first failure, too. */
async function during(work: (client: pg.PoolClient, commit: () => Promise<unknown>) => Promise<void>): Promise<void> {
  const client = await store.pool.connect();
  try {
    await client.query('begin');
    await work(client, () => client.query('commit'));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Until somebody waits for a lock, or `done` is. */
async function untilSomebodyWaits(done: Promise<unknown>): Promise<void> {
  let over = false;
  done.then(
    () => (over = true),
    () => (over = true),
  );
  while (!over) {
    const { rowCount } = await store.pool.query('select from pg_locks where not granted');
    if (rowCount) return;
  }
}

const COPY = `insert into products (seller_id, category_id, name, description, image, original_poisha, price_poisha, quality,
    years_used, location, phone)
  select seller_id, category_id, name, description, image, original_poisha, price_poisha, quality, years_used, location, phone
  from products where id = $1`;

test('a word stays that is listed while the last that had it is sold', async () => {
  const id = await list('Zebrawood');
  await during(async (client, commit) => {
    await client.query(COPY, [id]);
    const sale = sell(id);
    await untilSomebodyWaits(sale);
    await commit();
    await sale;
  });
  expect(await suggested('zebraw')).toEqual(['zebrawood']);
});

test('a word comes back that is listed while it goes', async () => {
  const id = await list('Quaggawool');
  await during(async (client, commit) => {
    await client.query(`update products set status = 'sold', sold_at = now() where id = $1`, [id]);
    const listing = list('Quaggawool');
    await untilSomebodyWaits(listing);
    await commit();
    await listing;
  });
  expect(await suggested('quagga')).toEqual(['quaggawool']);
});

test('a seller’s things hear that they are verified while somebody else takes several, one after the other', async () => {
  const other = await store.as('seller');
  const [first, second] = [await list('One', other), await list('Two', other)];
  // Its row moves behind the second one's.
  await other.api.send(editMyProduct, { params: { id: first }, body: { description: 'Moved.' } });
  await during(async (client, commit) => {
    await client.query('select from products where id = $1 for update', [first]);
    await admin.api.send(verifyUser, { params: { id: other.id }, body: { verify: 'Verified' } });
    await untilSomebodyWaits(untilIdle(store.db));
    await client.query('select from products where id = $1 for update', [second]);
    await commit();
  });
  await untilIdle(store.db);
  const { rows } = await store.pool.query('select seller_verified from products where seller_id = $1', [other.id]);
  expect(rows).toEqual([{ seller_verified: true }, { seller_verified: true }]);
});

test('many who list, rename, sell and delete things with the same words do not get in each other’s way', async () => {
  const sellers = await Promise.all(Array.from({ length: 5 }, () => store.as('seller')));
  const words = ['umbra', 'vortex', 'wigwam', 'xebec', 'yurt'];
  const some = (n: number) =>
    words
      .map((_, at) => words[(at * 3 + n) % words.length])
      .slice(0, 3)
      .join(' ');
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const by = sellers[n % sellers.length] ?? seller;
      for (let round = 0; round < 4; round += 1) {
        const id = await list(some(n + round), by);
        await by.api.send(editMyProduct, { params: { id }, body: { productName: some(n + round + 1) } });
        if (n % 2) await sell(id, by);
        await by.api.send(deleteMyProduct, { params: { id } });
      }
    }),
  );
  await list('Umbra vortex wigwam xebec yurt');
  for (const word of words) expect(await suggested(word)).toContain(word);
});

test('a dump, which comes back without a search path, can be filled in', async () => {
  const id = await list('Dumped');
  await during(async (client) => {
    await client.query(`set local search_path = ''`);
    const { rows } = await client.query(
      `select document = public.search_tokens(name, description) and area = public.search_area(location) as same
        from public.products where id = $1`,
      [id],
    );
    expect(rows).toEqual([{ same: true }]);
  });
});

test('however many searches wait, everything else of the store answers', async () => {
  await during(async (client, commit) => {
    await client.query('lock table search_words in access exclusive mode');
    const searches = Array.from({ length: 30 }, () => seller.api.send(search, { query: { q: 'pram' } }));
    const all = Promise.allSettled(searches);
    await untilSomebodyWaits(all);
    const answers = Array.from({ length: 10 }, () => store.anyone.send(listCategories, {}));
    const first = await Promise.race([all.then(() => 'searches'), Promise.all(answers).then(() => 'the rest')]);
    await commit();
    expect(first).toBe('the rest');
    expect((await all).filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});
