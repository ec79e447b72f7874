import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';
import { addProduct, type Category } from '../contract.ts';
import { aCategory, aProduct } from './fixtures.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ DATABASE_REPLICA_URL: 'postgresql://127.0.0.1:1/away' });
});
afterAll(() => store.close());

test('a new product is counted at once for its seller, also after a read from a replica', async () => {
  const categoryId = await aCategory(store.db);
  const seller = await store.as('seller');
  const count = async (cookie: string) => {
    const answer = await store.app.inject({ url: '/api/categories', headers: { cookie } });
    return answer.json<Category[]>().find(({ _id }) => _id === categoryId)?.count;
  };
  expect(await count('lang=en')).toBe(0);
  await seller.api.send(addProduct, { body: aProduct(categoryId) });
  expect(await count('lang=en; own=1')).toBe(1);
});
