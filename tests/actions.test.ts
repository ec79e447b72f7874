import type { ServerBuild } from 'react-router';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { reportProduct } from '#modules/moderation/contract.ts';
import { hiddenFields, noticeOf, postForm } from './support/page-forms.ts';
import { loadSourcePages } from './support/pages.ts';
import { allRows } from './support/rows.ts';
import { openTestStore, type Person, type TestStore } from './support/test-store.ts';

let store: TestStore;
let build: ServerBuild;
let seller: Person;
let buyer: Person;
let admin: Person;
let categoryId: string;
let itemId: string;

beforeAll(async () => {
  const pages: typeof loadSourcePages = async (app) => {
    const load = await loadSourcePages(app);
    build = await load();
    return load;
  };
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages });
  [seller, buyer, admin] = [await store.as('seller'), await store.as('buyer'), await store.as('admin')];
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

beforeEach(async () => {
  const { insertedId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
  itemId = insertedId;
});

const post = (url: string, cookie: string, fields: Record<string, string>) => postForm(store.app, url, cookie, fields);
const open = (url: string, { cookie }: { cookie: string }) => store.app.inject({ url, headers: { cookie } });

const rowsOf = async (table: string, where: string) =>
  (await store.pool.query(`select * from ${table} where ${where}`)).rows;

describe('without the page’s script', () => {
  test('a buyer books once, even if the form is sent again, and gets a confirmation', async () => {
    const url = `/products/${categoryId}?book=${itemId}`;
    const { body: html } = await open(url, buyer);
    const fields = { ...hiddenFields(html, 'phone'), phone: '01712345678', location: 'Mirpur 10' };
    expect(fields).toMatchObject({ intent: 'book', itemId, key: expect.stringMatching(/^[\x21-\x7e]{12,}$/) });
    const answers = await Promise.all([1, 2, 3].map(() => post(url, buyer.cookie, fields)));
    for (const { statusCode, body } of answers) {
      expect([statusCode, noticeOf(body)]).toEqual([200, ['status', 'Booking Confirmed']]);
      expect(body).not.toContain('name="phone"');
    }
    expect(await rowsOf('bookings', `product_id = '${itemId}'`)).toHaveLength(1);
    const again = await post(url, buyer.cookie, { ...fields, key: crypto.randomUUID() });
    expect(noticeOf(again.body)[0]).toBe('alert');
  });

  test('a visitor’s message is stored once, however often the form is sent', async () => {
    const { body: html } = await store.app.inject({ url: '/contact' });
    const email = 'double.press@example.com';
    const fields = { ...hiddenFields(html, 'email'), name: 'Ayesha', email, subject: 'other', message: 'Hello.' };
    const answers = await Promise.all([1, 2].map(() => post('/contact', '', fields)));
    for (const { statusCode, body } of answers) {
      expect(statusCode).toBe(200);
      expect(body).toContain(email);
    }
    expect(await rowsOf('contact_messages', `email = '${email}'`)).toHaveLength(1);
  });

  test('a dialog has a link to its page without it, with the other parameters', async () => {
    const { body } = await open(`/products/${categoryId}?max=90000&book=${itemId}`, buyer);
    expect(body).toMatch(new RegExp(`<a [^>]*href="/products/${categoryId}\\?max=90000"[^>]*>Close</a>`));
  });

  test('a form with an error is shown again with the error and the values', async () => {
    const fields = { intent: 'book', itemId, phone: '12', location: 'Mirpur 10' };
    const { statusCode, body } = await post(`/products/${categoryId}?book=${itemId}`, buyer.cookie, fields);
    expect(statusCode).toBe(200);
    expect(body).toContain('value="Mirpur 10"');
    expect(body).toContain('aria-invalid="true"');
  });

  test('a buyer cancels a booking after a confirmation', async () => {
    const { insertedId: id } = await buyer.api.send(bookProduct, {
      body: { itemId, phone: '01712345678', location: 'Mirpur 10' },
    });
    const { body: html } = await open(`/dashboard/myorders?ask=${id}`, buyer);
    expect(html).toContain('Cancel the booking of Coach pram?');
    expect(hiddenFields(html, 'name')).toMatchObject({ id });
    const { body } = await post('/dashboard/myorders', buyer.cookie, hiddenFields(html, 'name'));
    expect(noticeOf(body)).toEqual(['status', expect.stringContaining('Coach pram')]);
    expect(await rowsOf('bookings', `id = '${id}'`)).toMatchObject([{ state: 'cancelled' }]);
  });

  test('a buyer saves and removes a wish, from a list, from a product’s page and from the wishlist', async () => {
    for (const url of [`/products/${categoryId}`, `/items/${itemId}`]) {
      const { body: html } = await open(url, buyer);
      const save = { ...hiddenFields(html, 'wish'), item: itemId };
      expect(save).toMatchObject({ intent: 'wish', wish: '' });
      const saved = await post(url, buyer.cookie, save);
      expect(noticeOf(saved.body)).toEqual(['status', 'Added to your wishlist!']);
      const [wish] = await rowsOf('wishes', `product_id = '${itemId}'`);
      const { body: list } = await open('/dashboard/mywishlist', buyer);
      expect(list).toContain(wish.id);
      const removed = await post('/dashboard/mywishlist', buyer.cookie, { wish: wish.id });
      expect(noticeOf(removed.body)[0]).toBe('status');
      expect(await rowsOf('wishes', `product_id = '${itemId}'`)).toEqual([]);
    }
  });

  test('the report button leads to a form, which is sent once', async () => {
    const { body: list } = await open(`/products/${categoryId}`, buyer);
    expect(list).toMatch(
      new RegExp(`action="/dashboard/myreports#dialog"[^>]*><input type="hidden" name="report" value="${itemId}"`),
    );
    const url = `/dashboard/myreports?report=${itemId}`;
    const { body: html } = await open(url, buyer);
    const fields = { ...hiddenFields(html, 'reason'), reason: 'It is a picture from a shop.' };
    expect(fields).toMatchObject({ productId: itemId });
    for (const { body } of await Promise.all([1, 2].map(() => post(url, buyer.cookie, fields))))
      expect(noticeOf(body)[0]).toBe('status');
    expect(await rowsOf('reports', `product_id = '${itemId}'`)).toHaveLength(1);
  });

  test('a seller lists a product once, with the address of its picture, and is redirected to the list', async () => {
    const { body: html } = await open('/dashboard/addproduct', seller);
    const typed = { productName: 'Rocking horse', imageURL: '/demo/01-pram-gada-mint-800.webp', categoryId };
    const prices = { originalPrice: '4000', resalePrice: '1500', location: 'Uttara', phone: '01712345678' };
    const fields = { ...hiddenFields(html, 'productName'), ...typed, ...prices };
    expect(fields).toMatchObject({ source: 'link', key: expect.any(String) });
    const answers = await Promise.all([1, 2].map(() => post('/dashboard/addproduct', seller.cookie, fields)));
    const [product, ...others] = await rowsOf('products', "name = 'Rocking horse'");
    expect(others).toEqual([]);
    for (const { statusCode, headers } of answers)
      expect([statusCode, headers.location]).toEqual([303, `/dashboard/myproduct?new=${product.id}`]);
  });

  test('a seller edits, advertises, marks and deletes a product', async () => {
    const url = '/dashboard/myproduct';
    const { imageURL, phone, location, ...product } = aProduct(categoryId);
    const edited = { imageURL, phone, location, productName: 'Coach pram, blue', categoryId };
    const prices = { originalPrice: String(product.originalPrice), resalePrice: '6000' };
    const sent = await post(`${url}/${itemId}/edit`, seller.cookie, { ...edited, ...prices });
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `${url}?new=${itemId}`]);
    const name = 'Coach pram, blue';
    for (const change of ['advertise', 'unadvertise', 'sell', 'unsell', 'delete']) {
      const { body } = await post(url, seller.cookie, { change, id: itemId, name });
      expect([change, noticeOf(body)]).toEqual([change, ['status', expect.stringContaining(name)]]);
    }
    expect((await open(`/items/${itemId}`, seller)).statusCode).toBe(410);
  });

  test('a buyer starts selling, and is led to Add a Product [6.12]', async () => {
    const person = await store.as('buyer');
    const url = '/dashboard/account';
    expect((await open(url, person)).body).toContain('name="role" value="seller"');
    const fields = { intent: 'start', role: 'seller', to: '/dashboard/addproduct' };
    const sent = await post(url, person.cookie, fields);
    expect([sent.statusCode, sent.headers.location]).toEqual([303, fields.to]);
    expect((await open(fields.to, person)).body).toContain('name="productName"');
    expect((await open(url, person)).body).not.toContain('name="role"');
    const astray = await post(url, person.cookie, { ...fields, to: 'https://evil.example/' });
    expect(astray.headers.location).toBe('/');
  });

  test('the confirmation of a deletion is a section of the page', async () => {
    const { body: list } = await open('/dashboard/myproduct', seller);
    expect(list).toMatch(new RegExp(`<input type="hidden" name="delete" value="${itemId}"`));
    const { body: html } = await open(`/dashboard/myproduct?delete=${itemId}`, seller);
    const section = html.match(/<section class="dialog[\s\S]*?<\/section>/)?.[0] ?? '';
    expect(section).toContain('Delete Coach pram?');
    expect(hiddenFields(section, 'change')).toEqual({ change: 'delete', id: itemId, name: 'Coach pram' });
  });

  test('an admin verifies a seller, and removes a reported product', async () => {
    const verify = { change: 'verify', id: seller.id, name: seller.name };
    expect(noticeOf((await post('/dashboard/allsellers', admin.cookie, verify)).body)[0]).toBe('status');
    await buyer.api.send(reportProduct, { body: { productId: itemId, reason: 'It is broken.' } });
    const removal = { decision: 'remove', id: itemId, name: 'Coach pram' };
    expect(noticeOf((await post('/dashboard/reporteditems', admin.cookie, removal)).body)[0]).toBe('status');
    expect(await rowsOf('admin_acts', `target_id in ('${seller.id}', '${itemId}')`)).toHaveLength(2);
  });

  test('a user changes the password, and deletes the account', async () => {
    const person = await store.as('buyer');
    const url = '/dashboard/account';
    const change = { intent: 'password', oldPassword: 'wrong-1234', newPassword: 'other-12345' };
    const refused = await post(url, person.cookie, change);
    for (const password of ['wrong-1234', 'other-12345']) expect(refused.body).not.toContain(password);
    const changed = await post(url, person.cookie, { ...change, oldPassword: person.password });
    expect(noticeOf(changed.body)[0]).toBe('status');
    expect((await open(`${url}?open=delete`, person)).body).toContain('value="delete"');
    const left = await post(url, person.cookie, { intent: 'delete', password: 'other-12345' });
    expect([left.statusCode, left.headers.location]).toEqual([303, '/']);
    expect(String(left.headers['set-cookie'])).toMatch(/session_token=;/);
    expect(await rowsOf('users', `email = '${person.email}'`)).toEqual([]);
  });
});

describe('an action', () => {
  test('redirects a visitor to the login page, and back', async () => {
    const url = `/products/${categoryId}?pages=2`;
    const { statusCode, headers } = await post(url, '', { intent: 'wish', item: itemId });
    expect([statusCode, headers.location]).toEqual([302, `/login?from=${encodeURIComponent(url)}`]);
  });

  test('has the access rule of its call', async () => {
    const before = await rowsOf('products', 'true');
    const asBuyer = await post('/dashboard/myproduct', buyer.cookie, { change: 'delete', id: itemId, name: '' });
    expect(noticeOf(asBuyer.body)[0] ?? 'page of another role').toMatch(/alert|another role/);
    const other = await store.as('seller');
    const asOther = await post('/dashboard/myproduct', other.cookie, { change: 'delete', id: itemId, name: '' });
    expect(noticeOf(asOther.body)[0]).toBe('alert');
    expect(await rowsOf('products', 'true')).toEqual(before);
  });

  test('uses a credential that is revoked with its request', async () => {
    const issued = vi.spyOn(store.app.identify, 'issueCredential');
    await post('/dashboard/mywishlist', buyer.cookie, { item: itemId });
    const [{ value } = expect.fail()] = issued.mock.results;
    issued.mockRestore();
    const headers = { authorization: value.authorization };
    for (const method of ['GET', 'DELETE'] as const)
      expect((await store.app.inject({ method, url: `/api/wishlist/${itemId}`, headers })).statusCode).not.toBe(200);
    expect((await store.app.inject({ url: '/api/me', headers })).statusCode).toBe(401);
  });

  test.each([
    ['/dashboard/account', 'buyer', { intent: 'end' }],
    ['/dashboard/allsellers', 'admin', { change: 'approve', id: 'x', name: 'x' }],
  ] as const)('that is unknown to %s changes nothing', async (url, role, fields) => {
    const actor = await store.as(role);
    const target = await store.as('seller');
    const answer = await post(url, actor.cookie, { ...fields, ...('id' in fields ? { id: target.id } : {}) });
    expect(answer.body).toContain('Check this and try again.');
    expect(await rowsOf('users', `id = '${target.id}' and status = 'active'`)).toHaveLength(1);
    expect((await store.app.inject({ url: '/dashboard/account', headers: { cookie: actor.cookie } })).statusCode).toBe(
      200,
    );
  });

  test.each(['/dashboard/mywishlist', '/items/:id', '/items/:id.data'])(
    'to %s gets 503 while sessions cannot be read',
    async (path) => {
      await store.pool.query('alter table sessions rename to away');
      try {
        const answer = await post(path.replace(':id', itemId), buyer.cookie, { intent: 'wish', item: itemId });
        expect(answer.statusCode).toBe(503);
      } finally {
        await store.pool.query('alter table away rename to sessions');
      }
    },
  );
});

describe('a form of another site', () => {
  const FOREIGN = [
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: 'null' }],
    ['the origin of another port', { origin: 'http://localhost:4000' }],
    ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
    ['a request of a sibling site', { 'sec-fetch-site': 'same-site' }],
  ] as const;
  const TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'];

  /** Returns the path of a route, with its parents. */
  function pathOf(id: string | undefined): string {
    const route = id === undefined ? undefined : build.routes[id];
    return route ? [pathOf(route.parentId), route.path].filter(Boolean).join('/') : '';
  }

  test.each(FOREIGN)('is refused by every page with an action: %s', async (_name, headers) => {
    const routes = Object.values(build.routes).filter((route) => route?.module.action);
    expect(routes.length).toBeGreaterThan(18);
    const before = await allRows(store.db);
    for (const route of routes)
      for (const type of TYPES)
        for (const suffix of ['', '.data']) {
          const path = pathOf(route?.id).replace(/:\w+/, itemId) + suffix;
          const sent = { ...headers, cookie: buyer.cookie, 'content-type': type };
          const answer = await store.app.inject({ method: 'POST', url: path, headers: sent, payload: 'intent=wish' });
          expect([path, type, answer.statusCode]).toEqual([path, type, 403]);
          expect(answer.body).toContain('This belongs to someone else.');
        }
    expect(await allRows(store.db)).toEqual(before);
  });
});
