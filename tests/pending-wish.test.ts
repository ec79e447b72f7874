import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addProduct, deleteMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { addRole } from '#modules/identity/contract.ts';
import { listWishes } from '#modules/wishlist/contract.ts';
import { createCookieJar, hiddenFields, noticeOf, postForm } from './support/page-forms.ts';
import { loadSourcePages } from './support/pages.ts';
import { openTestStore, type Person, type TestStore } from './support/test-store.ts';

let store: TestStore;
let seller: Person;
let buyer: Person;
let categoryId: string;

beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
  [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

const list = async () => (await seller.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;

async function wishesOf({ api, email }: Person) {
  return (await api.send(listWishes, { query: { email } })).items.map(({ itemId }) => itemId);
}

/** A browser without a script. It keeps cookies; `follow` requests the pages of redirects. */
function openBrowser() {
  const jar = createCookieJar();
  async function get(url: string) {
    const answer = await store.app.inject({ url, headers: { cookie: jar.cookiesFor(url) } });
    jar.keep(answer);
    return answer;
  }
  async function post(url: string, fields: Record<string, string>) {
    const answer = await postForm(store.app, url, jar.cookiesFor(url), fields);
    jar.keep(answer);
    return answer;
  }
  async function follow(answer: { headers: { location?: string | undefined } }) {
    let page = await get(answer.headers.location ?? expect.fail('no redirect'));
    while (page.headers.location) page = await get(page.headers.location);
    return page;
  }
  return { get, post, follow, wish: () => /wish=([^;]*)/.exec(jar.cookiesFor('/'))?.[1] };
}

/** Presses the heart of a product's page as a visitor. Returns the answer, a redirect to the login. */
async function pressHeart({ get, post }: ReturnType<typeof openBrowser>, url: string, item: string) {
  const { body } = await get(url);
  return post(url, { ...hiddenFields(body, 'wish'), item });
}

describe('a visitor’s heart', () => {
  test('leads to the login, which names the product, and saves it after the login', async () => {
    const item = await list();
    for (const url of [`/items/${item}`, '/search?q=pram', `/sellers/${seller.id}`]) {
      const person = await store.as('buyer');
      const browser = openBrowser();
      const asked = await pressHeart(browser, url, item);
      expect(asked.headers.location).toBe(`/login?from=${encodeURIComponent(url)}`);
      expect((await browser.follow(asked)).body).toContain('Log in to save Coach pram.');
      const login = await browser.post(asked.headers.location ?? '', {
        email: person.email,
        password: person.password,
      });
      const page = await browser.follow(login);
      expect(noticeOf(page.body)).toEqual(['status', 'Added to your wishlist!']);
      expect(await wishesOf(person)).toEqual([item]);
      expect(browser.wish()).toBe('');
      expect(noticeOf((await browser.get(url)).body)).toEqual([]);
    }
  });

  test('is kept until after a registration', async () => {
    const item = await list();
    const browser = openBrowser();
    await pressHeart(browser, `/items/${item}`, item);
    const account = { name: 'Hena Heart', email: 'hena.heart@example.com', password: 'heart-1234' };
    const answer = await browser.post(`/signup?from=/items/${item}`, { ...account, userCategory: 'Buyer' });
    const page = await browser.follow(answer);
    expect(noticeOf(page.body)).toEqual(['status', 'Added to your wishlist!']);
    expect(page.body).toMatch(/aria-pressed="true"/);
  });

  test('is in the data of each part of the page that a script requests at once', async () => {
    const item = await list();
    const person = await store.as('buyer');
    const headers = { cookie: `${person.cookie}; wish=${item}` };
    const urls = ['root', 'site/layout,site/item'].map((routes) => `/items/${item}.data?_routes=${routes}`);
    const [root, page] = await Promise.all(urls.map((url) => store.app.inject({ url, headers })));
    expect(root?.body).toContain('Added to your wishlist!');
    expect(await wishesOf(person)).toEqual([item]);
    expect(page?.body).toContain(item);
  });

  test('of the own product, or of one that was removed, says why it was not saved, once', async () => {
    const both = await store.as('seller');
    await both.api.send(addRole, { params: { role: 'buyer' } });
    const { insertedId: own } = await both.api.send(addProduct, { body: aProduct(categoryId) });
    const gone = await list();
    await seller.api.send(deleteMyProduct, { params: { id: gone } });
    const refusals = [
      [own, both, 'You cannot save your own item.'],
      [gone, buyer, expect.any(String)],
    ] as const;
    for (const [item, { cookie }, message] of refusals) {
      const answer = await store.app.inject({ url: '/', headers: { cookie: `${cookie}; wish=${item}` } });
      expect(noticeOf(answer.body)).toEqual(['alert', message]);
      expect(answer.cookies).toContainEqual(expect.objectContaining({ name: 'wish', value: '', maxAge: 0 }));
    }
  });

  test('is not saved for a seller, nor by the page of the login, nor without a product’s id', async () => {
    const item = await list();
    const wished = (person: Person, url: string, wish = item) =>
      store.app.inject({ url, headers: { cookie: `${person.cookie}; wish=${wish}` } });
    for (const answer of [
      await wished(seller, '/'),
      await wished(buyer, '/login?from=/'),
      await wished(buyer, '/', 'x'),
      await wished(buyer, '/', `${item}%0d%0a`),
    ])
      expect(answer.cookies.filter(({ name }) => name === 'wish')).toEqual([]);
    expect(await wishesOf(buyer)).not.toContain(item);
  });

  test('is kept only by a form of the store itself that saves, and only of a product’s id', async () => {
    const item = await list();
    const url = `/items/${item}`;
    const foreign = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' };
    const payload = `intent=wish&item=${item}`;
    const refused = await store.app.inject({ method: 'POST', url, headers: foreign, payload });
    expect([refused.statusCode, refused.cookies.filter(({ name }) => name === 'wish')]).toEqual([403, []]);
    for (const wrong of ['x', `${item}; Domain=evil.example`]) {
      const answer = await postForm(store.app, url, '', { intent: 'wish', item: wrong, wish: '' });
      expect(answer.headers.location).toBe(`/login?from=${encodeURIComponent(url)}`);
      expect(answer.cookies.filter(({ name }) => name === 'wish')).toEqual([]);
    }
    // A removal by a lost session.
    const removal = await postForm(store.app, url, '', { intent: 'wish', item, wish: item });
    expect([removal.statusCode, removal.cookies.filter(({ name }) => name === 'wish')]).toEqual([302, []]);
    const kept = await postForm(store.app, url, '', { intent: 'wish', item, wish: '', here: 'https://evil.example/x' });
    expect(kept.headers.location).toBe('/login?from=%2Fx');
    expect(kept.cookies).toContainEqual(
      expect.objectContaining({ name: 'wish', value: item, httpOnly: true, sameSite: 'Lax', maxAge: 1800 }),
    );
  });
});
