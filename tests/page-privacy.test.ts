import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { OFFLINE_PATH } from '#platform/contract/saved-pages.ts';
import { loadSourcePages, pages } from './support/pages.ts';
import { openTestStore, type Person, type TestStore } from './support/test-store.ts';

const asData = (path: string) => (path === '/' ? '/_root.data' : `${path}.data`);

let store: TestStore;
let buyer: Person;
let seller: Person;
/** Paths of all pages, with existing ids, and one unknown path. */
let addresses: string[];
/** The same for everybody, and saved by browsers. */
const SHARED = [OFFLINE_PATH, asData(OFFLINE_PATH)];

beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
  [buyer, seller] = [await store.as('buyer', 'Ayesha Rahman'), await store.as('seller', 'Sadia Karim')];
  const categoryId = await aCategory(store.db);
  const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
  const body = { itemId, phone: '01712345678', location: 'Mirpur 10' };
  const { insertedId: bookingId } = await buyer.api.send(bookProduct, { body });
  const ids: [RegExp, string][] = [
    [/^\/products\/:\w+/, `/products/${categoryId}`],
    [/^\/items\/:\w+/, `/items/${itemId}`],
    [/^\/sellers\/:\w+/, `/sellers/${seller.id}`],
    [/^\/dashboard\/myproduct\/:\w+/, `/dashboard/myproduct/${itemId}`],
    [/^\/dashboard\/payment\/:\w+/, `/dashboard/payment/${bookingId}`],
    [/^\/dashboard\/mybuyers\/:\w+/, `/dashboard/mybuyers/${bookingId}`],
    [/^\/dashboard\/myorders\/:\w+/, `/dashboard/myorders/${bookingId}`],
    [/^\/dashboard\/receipt\/:\w+/, `/dashboard/receipt/${bookingId}`],
    [/^\/dashboard\/disputes\/:\w+/, `/dashboard/disputes/${bookingId}`],
    [/^\/\*$/, '/nowhere'],
  ];
  const filled = pages.map((path) =>
    ids.reduce((filling, [pattern, address]) => filling.replace(pattern, address), path),
  );
  addresses = [...filled.filter((path) => path !== OFFLINE_PATH), `/items/${crypto.randomUUID()}`];
  expect(addresses.filter((path) => path.includes(':'))).toEqual([]);
});
afterAll(() => store?.close());

const get = (url: string, cookie: string, headers = {}) => store.app.inject({ url, headers: { ...headers, cookie } });

describe('personal data on a page', () => {
  test('is never cached: every page of a signed-in person is no-store, and so is its data [T21]', async () => {
    let named = 0;
    for (const { cookie, email } of [buyer, seller])
      for (const url of addresses.flatMap((path) => [path, asData(path)])) {
        const answer = await get(url, cookie);
        expect([url, answer.headers['cache-control']]).toEqual([url, 'private, no-store']);
        expect([url, answer.headers.etag]).toEqual([url, undefined]);
        if (answer.body.includes(email)) named += 1;
      }
    // Most pages contain the person's e-mail; the others redirect.
    expect(named).toBeGreaterThan(addresses.length * 2);
  });

  test('is never cached when the page fails', async () => {
    await store.pool.query('alter table products rename to away');
    try {
      const answer = await get('/dashboard/myproduct', seller.cookie);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([500, 'private, no-store']);
    } finally {
      await store.pool.query('alter table away rename to products');
    }
  });

  test('is not on the offline page of a signed-in person, which browsers save', async () => {
    for (const { cookie, id, email } of [buyer, seller])
      for (const url of SHARED) {
        const answer = await get(url, cookie);
        expect([url, answer.headers['cache-control']]).toEqual([url, 'private, no-cache']);
        for (const own of [id, email, 'Rahman', 'Karim']) expect(answer.body, url).not.toContain(own);
      }
  });

  test('is in no page of a visitor, which may be cached with revalidation', async () => {
    for (const url of [...addresses.flatMap((path) => [path, asData(path)]), ...SHARED]) {
      const answer = await get(url, '');
      expect([url, answer.headers['cache-control']]).toEqual([url, 'private, no-cache']);
      for (const { email } of [buyer, seller]) expect(answer.body, url).not.toContain(email);
    }
  });

  test('is not served from a visitor’s cached page: each page varies by cookie', async () => {
    const { headers } = await get('/', '');
    expect(headers).toMatchObject({ vary: expect.stringContaining('cookie'), etag: expect.any(String) });
    const signedIn = await get('/', buyer.cookie, { 'if-none-match': headers.etag });
    expect([signedIn.statusCode, signedIn.body.includes(buyer.email)]).toEqual([200, true]);
    for (const path of addresses)
      for (const { cookie } of [buyer, { cookie: '' }])
        expect([path, (await get(path, cookie)).headers.vary]).toEqual([path, expect.stringContaining('cookie')]);
  });
});
