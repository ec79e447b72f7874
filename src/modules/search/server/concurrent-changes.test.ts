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

/** Runs work in a transaction, and always ends it. */
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

/** Waits until a connection waits for a lock, or `done` has settled. */
async function untilLockWait(done: Promise<unknown>): Promise<void> {
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

test('a word stays when a product with it is listed during the sale of the last one', async () => {
  const id = await list('Zebrawood');
  await during(async (client, commit) => {
    await client.query(COPY, [id]);
    const sale = sell(id);
    await untilLockWait(sale);
    await commit();
    await sale;
  });
  expect(await suggested('zebraw')).toEqual(['zebrawood']);
});

test('a word returns when a product with it is listed during its deletion', async () => {
  const id = await list('Quaggawool');
  await during(async (client, commit) => {
    await client.query(`update products set status = 'sold', sold_at = now() where id = $1`, [id]);
    const listing = list('Quaggawool');
    await untilLockWait(listing);
    await commit();
    await listing;
  });
  expect(await suggested('quagga')).toEqual(['quaggawool']);
});

test('the products of a seller are marked verified while another transaction locks several of them', async () => {
  const other = await store.as('seller');
  const [first, second] = [await list('One', other), await list('Two', other)];
  // Its row moves behind the row of the second.
  await other.api.send(editMyProduct, { params: { id: first }, body: { description: 'Moved.' } });
  await during(async (client, commit) => {
    await client.query('select from products where id = $1 for update', [first]);
    await admin.api.send(verifyUser, { params: { id: other.id }, body: { verify: 'Verified' } });
    await untilLockWait(untilIdle(store.db));
    await client.query('select from products where id = $1 for update', [second]);
    await commit();
  });
  await untilIdle(store.db);
  const { rows } = await store.pool.query('select seller_verified from products where seller_id = $1', [other.id]);
  expect(rows).toEqual([{ seller_verified: true }, { seller_verified: true }]);
});

test('sellers who list, rename, sell and delete products with the same words do not block each other', async () => {
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

test('a dump is restored without a search path', async () => {
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

test('other calls are answered while many searches wait', async () => {
  await during(async (client, commit) => {
    await client.query('lock table search_words in access exclusive mode');
    const searches = Array.from({ length: 30 }, () => seller.api.send(search, { query: { q: 'pram' } }));
    const all = Promise.allSettled(searches);
    await untilLockWait(all);
    const answers = Array.from({ length: 10 }, () => store.anyone.send(listCategories, {}));
    const first = await Promise.race([all.then(() => 'searches'), Promise.all(answers).then(() => 'others')]);
    await commit();
    expect(first).toBe('others');
    expect((await all).filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});
