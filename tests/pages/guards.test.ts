import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hiddenFields } from '../support/page-forms.ts';
import { elementWith, linksOf, openPage, textsOf } from '../support/page-text.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openTestPeople, type TestPeople } from '../support/test-people.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let store: TestStore;
let people: TestPeople;
beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
  people = await openTestPeople(store);
  await store.db.updateTable('categories').set({ name_bn: 'প্র্যাম' }).execute();
});
afterAll(() => store?.close());

const ADMIN_PAGES = [
  ['/dashboard/allsellers', 'All Sellers'],
  ['/dashboard/allbuyers', 'All Buyers'],
  ['/dashboard/reporteditems', 'Reported Items'],
  ['/dashboard/audit', 'Admin log'],
] as const;
const loginPage = (from: string) => `/login?from=${encodeURIComponent(from)}`;

describe('a page of admins', () => {
  test.each(ADMIN_PAGES)(
    '%s redirects visitors to the login page, which names it [2.17 2.18 4.3 6.7]',
    async (path, name) => {
      const { status, location, html } = await openPage(store, path);
      expect([status, location]).toEqual([302, loginPage(path)]);
      expect(html).not.toContain(people.seller.email);
      const { text } = await openPage(store, location ?? '');
      expect(text).toContain(`Log in to see ${name}.`);
    },
  );

  test.each(ADMIN_PAGES)('%s redirects a buyer and a seller to a page with the reason [4.3 6.7 13.6]', async (path) => {
    for (const person of [people.buyer, people.otherSeller, people.both])
      for (const address of [path, `${path}.data`, path.replace('/a', '/%61')]) {
        const { status, html } = await openPage(store, address, person);
        expect(address.endsWith('.data') || status === 302, address).toBe(true);
        expect(html, address).not.toContain(people.seller.email);
      }
    const { location } = await openPage(store, path, people.buyer);
    expect(location).toBe(loginPage(path));
    expect((await openPage(store, location ?? '', people.buyer)).heading).toBe('For admins only');
  });
});

describe('a page of another role', () => {
  test.each(['addproduct', 'myproduct', 'mybuyers'])('%s offers a buyer to start selling [6.3 6.12]', async (path) => {
    const { status, heading, main } = await openPage(store, `/dashboard/${path}`, people.buyer);
    expect([status, heading]).toEqual([200, 'Start selling']);
    expect(hiddenFields(main, 'intent')).toEqual({ intent: 'start', role: 'seller', to: `/dashboard/${path}` });
  });

  test.each(['myorders', 'mywishlist'])('%s offers a seller to start buying [6.5 6.12]', async (path) => {
    const { status, heading, main } = await openPage(store, `/dashboard/${path}`, people.seller);
    expect([status, heading]).toEqual([200, 'Start buying']);
    expect(hiddenFields(main, 'intent')).toMatchObject({ role: 'buyer' });
  });

  test('says to an admin that it is for sellers', async () => {
    const { status, heading, main } = await openPage(store, '/dashboard/addproduct', people.admin);
    expect([status, heading]).toEqual([200, 'For sellers only']);
    expect(main).toContain('href="/dashboard"');
  });

  test('links to the own dashboard', async () => {
    for (const [person, start] of [
      [people.buyer, '/dashboard/myorders'],
      [people.seller, '/dashboard/myproduct'],
      [people.both, '/dashboard/myorders'],
      [people.admin, '/dashboard/allsellers'],
    ] as const)
      expect((await openPage(store, '/dashboard', person)).location).toBe(start);
  });
});

describe('the login page', () => {
  test('names the requested category or product, in both languages', async () => {
    const wanted = loginPage(`/products/${people.categoryId}`);
    expect((await openPage(store, wanted)).text).toContain('Log in to open Prams');
    expect((await openPage(store, `${wanted}&lang=bn`)).text).toContain('খুলতে লগইন করুন: প্র্যাম');
    const id = await people.list();
    expect((await openPage(store, loginPage(`/items/${id}`))).text).toContain('Log in to see Coach pram.');
    const booking = loginPage(`/items/${id}?book=${id}`);
    expect((await openPage(store, booking)).text).toContain('Log in to book Coach pram.');
    expect((await openPage(store, loginPage('/search?q=pram'))).text).not.toContain('Log in to see');
  });

  test('links from a category that needs a login to the same products in search, with their filters', async () => {
    const wall = await openPage(store, loginPage(`/products/${people.categoryId}?max=1000`));
    const look = `/search?max=1000&category=${people.categoryId}`;
    expect(linksOf(wall.main)).toContainEqual(['Look around first', look.replaceAll('&', '&amp;')]);
    expect((await openPage(store, look)).status).toBe(200);
  });

  test('shows three products of a category, with their prices and nothing of their seller', async () => {
    const prices = async () => {
      const { main, html } = await openPage(store, loginPage(`/products/${people.categoryId}`));
      for (const secret of [people.seller.email, people.seller.id, '01711']) expect(html, secret).not.toContain(secret);
      return textsOf(main, 'b').filter((text) => text.startsWith('Tk '));
    };
    const ids = [];
    for (let count = 0; count < 4; count += 1) ids.push(await people.list());
    const [oldest = '', ...newest] = ids;
    await store.db.updateTable('products').set({ price_poisha: 123_400 }).where('id', 'in', newest).execute();
    await store.db.updateTable('products').set({ price_poisha: 999_900 }).where('id', '=', oldest).execute();
    expect(await prices()).toEqual(['Tk 1,234', 'Tk 1,234', 'Tk 1,234']);
    await store.db.updateTable('products').set({ status: 'removed' }).where('id', 'in', newest.slice(1)).execute();
    expect((await prices()).slice(0, 2)).toEqual(['Tk 1,234', 'Tk 9,999']);
  });

  test('redirects to pages of the store only [2.22]', async () => {
    for (const from of ['//evil.example', 'https://evil.example/', '/\\evil.example', '/\t/evil.example'])
      expect((await openPage(store, loginPage(from), people.buyer)).location, from).toBe('/');
    const { main } = await openPage(store, '/login?from=//evil.example');
    expect(main).toContain('href="/signup"');
    expect(linksOf(main).filter(([, href]) => href.includes('evil'))).toEqual([]);
  });

  test('is where a visitor is sent by a category, with the way back; search and sellers are open [2.11 6.7]', async () => {
    const category = `/products/${people.categoryId}?pages=2`;
    expect((await openPage(store, category)).location).toBe(loginPage(category));
    for (const path of ['/search?q=pram', `/search?category=${people.categoryId}`, `/sellers/${people.seller.id}`])
      expect((await openPage(store, path)).status, path).toBe(200);
  });
});

describe('a page of a person', () => {
  test('is served to that person only, and contains no access token [T21]', async () => {
    const path = `/dashboard/payment/${await people.book()}`;
    for (const url of ['/dashboard/myorders', path]) {
      const own = await openPage(store, url, people.buyer);
      expect([own.status, own.text.includes('Coach pram')]).toEqual([200, true]);
      expect(own.html).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
      const other = await openPage(store, url, people.otherBuyer);
      expect([url, other.status]).toEqual([url, url === path ? 404 : 200]);
      const visitor = await openPage(store, url);
      expect([visitor.status, visitor.location]).toEqual([302, loginPage(url)]);
      for (const { html } of [other, visitor])
        for (const secret of ['Coach pram', people.buyer.email]) expect(html).not.toContain(secret);
    }
    expect((await openPage(store, path, people.otherBuyer)).text).toContain('Booking not found');
  });

  test('tells an admin that the account cannot be deleted, without a delete button [13.3]', async () => {
    const { main } = await openPage(store, '/dashboard/account', people.admin);
    const panel = elementWith(main, 'section', 'Delete my account');
    expect(panel).toContain('First remove your admin role on the command line.');
    expect(panel).not.toContain('<button');
  });
});

test('a category, a seller and a product that do not exist are the 404 page for a signed-in person [2.12]', async () => {
  const unknown = crypto.randomUUID();
  for (const path of [`/products/${unknown}`, '/products/nothing', `/sellers/${unknown}`, `/items/${unknown}`]) {
    const { status, title, heading } = await openPage(store, path, people.buyer);
    expect([path, status, title, heading]).toEqual([path, 404, 'Page not found · Dolna', 'Page not found']);
  }
});

test('a receipt and a statement that do not exist lead back to their lists, without another try', async () => {
  for (const [path, person, status, link] of [
    ['/dashboard/receipt/x', people.buyer, 404, ['My Orders', '/dashboard/myorders']],
    ['/dashboard/myearnings/statement?month=2026-13', people.seller, 400, ['My earnings', '/dashboard/myearnings']],
  ] as const) {
    const page = await openPage(store, path, person);
    expect([path, page.status, page.title, page.heading]).toEqual([
      path,
      status,
      'Page not found · Dolna',
      'Page not found',
    ]);
    expect(linksOf(page.main)).toContainEqual(link);
    expect(page.text).not.toContain('Try again');
  }
});
