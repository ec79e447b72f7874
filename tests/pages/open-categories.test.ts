import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, listByCategory } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { linksOf, openPage } from '../support/page-text.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ OPEN_CATEGORIES: 'on' }, { pages: loadSourcePages });
});
afterAll(() => store?.close());

test('OPEN_CATEGORIES shows the page of a category to visitors, without phone, e-mail and surname', async () => {
  const seller = await store.as('seller', 'Sadia Karim');
  const categoryId = await aCategory(store.db);
  const { insertedId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
  const path = `/products/${categoryId}`;
  const { status, html, main } = await openPage(store, path);
  expect(status).toBe(200);
  for (const secret of ['01712345678', seller.email, 'Karim', 'Sadia K']) expect(html).not.toContain(secret);
  const login = `/login?from=${encodeURIComponent(`${path}?book=${insertedId}`)}`;
  expect(linksOf(main)).toContainEqual(['Log in to book', login]);
  expect((await openPage(store, `/products/${crypto.randomUUID()}`)).status).toBe(404);
  await expect(store.anyone.send(listByCategory, { params: { categoryId } })).rejects.toMatchObject({ status: 401 });
});
