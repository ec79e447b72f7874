import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, deleteMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { elements, linksOf, openPage } from '../support/page-text.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openTestStore, type Person, type TestStore } from '../support/test-store.ts';

let store: TestStore;
let seller: Person;
let categoryId: string;
beforeAll(async () => {
  store = await openTestStore({}, { pages: loadSourcePages });
  seller = await store.as('seller', 'Sadia Karim');
  categoryId = await aCategory(store.db);
});
afterAll(() => store?.close());

test('the first links of the home page and of About show items to a visitor; to a buyer the collections', async () => {
  const buyer = await store.as('buyer');
  for (const [who, category, shop] of [
    [{}, `/search?category=${categoryId}`, '/search'],
    [buyer, `/products/${categoryId}`, '/#collections'],
  ] as const) {
    const home = (await openPage(store, '/', who)).main;
    const chips = elements(home, 'nav').find((nav) => nav.includes('category-chips')) ?? '';
    expect(linksOf(chips).map(([, href]) => href)).toContain(category);
    for (const page of [home, (await openPage(store, '/about', who)).main])
      expect(linksOf(page)).toContainEqual(['Start shopping', shop]);
  }
});

test('the page of a removed item has a search field and a way on', async () => {
  const { insertedId: id } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
  await seller.api.send(deleteMyProduct, { params: { id } });
  const { status, main } = await openPage(store, `/items/${id}`);
  expect(status).toBe(410);
  expect(main).toMatch(/<form [^>]*action="\/search"/);
  expect(linksOf(main)).toContainEqual(['Start shopping', '/search']);
});

test('a signed-in person who asks to sell sees Add a Product', async () => {
  const buyer = await store.as('buyer');
  expect((await openPage(store, '/signup?as=seller', buyer)).location).toBe('/dashboard/addproduct');
  expect((await openPage(store, '/signup?as=seller&from=%2Fabout', buyer)).location).toBe('/about');
});

test('the page of a seller with nothing on sale leads to the search', async () => {
  const { id } = await store.as('seller', 'Empty Esha');
  expect(linksOf((await openPage(store, `/sellers/${id}`)).main)).toContainEqual(['Start shopping', '/search']);
});
