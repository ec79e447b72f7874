import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { calls } from './support/contracts.ts';
import { allRows } from './support/rows.ts';
import { ORIGIN, openTestStore, type TestStore } from './support/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

test.each([
  ['GET', '/api/nothing', 404],
  ['GET', '/api//categories', 404],
  ['POST', '/api/categories', 404],
  ['GET', '/api/users/admin/%ff', 400],
  ['POST', '/api/jwt', 404],
] as const)('%s %s is a JSON %i [11.2]', async (method, url, status) => {
  const answer = await store.app.inject({ method, url });
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(answer.json()).toMatchObject({ status, message: expect.stringMatching(/\w/) });
});

test('a call without a body may declare JSON and send none', async () => {
  const seller = await store.as('seller');
  const headers = { authorization: `Bearer ${seller.token}`, 'content-type': 'application/json' };
  const payload = aProduct(await aCategory(store.db));
  const { insertedId } = (await store.app.inject({ method: 'POST', url: '/api/products', headers, payload })).json();
  const address = `${store.address}/api/my-products/${insertedId}`;
  const sold = await fetch(`${address}?status=SOLD`, { method: 'PUT', headers });
  expect([sold.status, await sold.json()]).toEqual([200, { modifiedCount: 1 }]);
  const deleted = await fetch(address, { method: 'DELETE', headers });
  expect([deleted.status, await deleted.json()]).toEqual([200, { deletedCount: 1 }]);
});

test.each([
  ['a body that is cut off', 'application/json', '{"a":', 400],
  ['a body that reaches for the prototype', 'application/json', '{"__proto__":{"role":"admin"}}', 400],
  ['no body where one is needed', 'application/json', '', 400],
  ['a text', 'text/plain', '{}', 415],
  ['a form', 'application/x-www-form-urlencoded', 'itemId=1', 415],
])('%s is refused', async (_what, type, payload, status) => {
  const buyer = await store.as('buyer');
  const headers = { authorization: `Bearer ${buyer.token}`, 'content-type': type };
  const answer = await store.app.inject({ method: 'POST', url: '/api/bookings', headers, payload });
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ status, message: expect.stringMatching(/\w/) });
});

test('issues without a message of their own have a translated one', async () => {
  const buyer = await store.as('buyer');
  const headers = { authorization: `Bearer ${buyer.token}` };
  const send = (language: string) =>
    store.app.inject({
      method: 'POST',
      url: '/api/bookings',
      headers: { ...headers, 'accept-language': language },
      payload: [],
    });
  expect((await send('en')).json().errors).toEqual([{ field: '', message: 'Check this and try again.' }]);
  expect((await send('bn')).json().message).toMatch(/^[\u0980-\u09ff]/);
});

test('a body above 64 KB is refused on routes without a session', async () => {
  const payload = { name: 'x'.repeat(80_000), email: 'x@example.com', password: 'secret-1234' };
  const answer = await store.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload });
  expect(answer.statusCode).toBe(413);
});

test.each(['update-user', 'get-session', 'token', 'list-sessions', 'change-email', 'delete-user'])(
  'the identity provider’s own %s stays closed [7.30]',
  async (call) => {
    for (const method of ['GET', 'POST'] as const)
      expect(
        (await store.app.inject({ method, url: `/api/auth/${call}`, headers: { origin: ORIGIN } })).statusCode,
      ).toBe(404);
  },
);

test('a sign-out from another site is refused', async () => {
  const { cookie } = await store.as('buyer');
  const headers = { cookie, origin: 'https://evil.example' };
  const out = await store.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers, payload: {} });
  expect(out.statusCode).toBe(403);
  const body = { name: 'x', email: 'x@example.com', userCategory: 'Buyer' };
  expect((await store.app.inject({ method: 'POST', url: '/api/users', headers, payload: body })).statusCode).toBe(403);
});

test.each(['a%00@example.com', 'a%0d%0ab@example.com', 'a,b@example.com', `${'a'.repeat(65)}@example.com`])(
  'an invalid e-mail (%s) is a 400',
  async (email) => {
    const { token } = await store.as('admin');
    const url = `/api/users/admin/${email}`;
    const answer = await store.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode).toBe(400);
  },
);

test('a cursor without a valid instant is a 400', async () => {
  const buyer = await store.as('buyer');
  for (const at of [
    '2026-13-45 00:00:00+00',
    '2026-02-31 00:00:00+00',
    '0000-01-01 00:00:00+00',
    '9999-99-99 00:00:00+00',
  ]) {
    const cursor = Buffer.from(JSON.stringify([at, '0190a0a0-0000-7000-8000-000000000000'])).toString('base64url');
    const url = `/api/bookings?email=${encodeURIComponent(buyer.email)}&cursor=${cursor}`;
    const answer = await store.app.inject({ url, headers: { authorization: `Bearer ${buyer.token}` } });
    expect(answer.statusCode, at).toBe(400);
  }
});

test('errors are in Bangla for a Bangla request [11.2]', async () => {
  const answer = await store.app.inject({ url: '/api/me', headers: { 'accept-language': 'bn-BD,bn;q=0.9' } });
  expect(answer.json().message).toBe('আগে লগইন করুন।');
});

test('under https, replies carry Strict-Transport-Security', async () => {
  const safe = await openTestStore({ PUBLIC_URL: 'https://dolna.example' });
  const { headers } = await safe.app.inject('/api/categories');
  await safe.close();
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
  expect((await store.app.inject('/api/categories')).headers).not.toHaveProperty('strict-transport-security');
});

describe('another site', () => {
  const elsewhere = [{ origin: 'https://evil.example' }, { origin: 'null' }, { referer: 'https://evil.example/' }, {}];

  test('cannot change data with a person’s cookie: calls accept only the token, which is in no cookie [T20]', async () => {
    const seller = await store.as('seller');
    const headers = { authorization: `Bearer ${seller.token}` };
    const payload = aProduct(await aCategory(store.db, 'Cots'));
    const { insertedId } = (await store.app.inject({ method: 'POST', url: '/api/products', headers, payload })).json();
    const before = await allRows(store.db);
    const ask = `status=SOLD&accessToken=${seller.token}&access_token=${seller.token}`;
    for (const from of elsewhere)
      for (const [method, url] of [
        ['PUT', `/api/my-products/${insertedId}?${ask}`],
        ['DELETE', `/api/my-products/${insertedId}?${ask}`],
        ['POST', `/api/products?${ask}`],
      ] as const) {
        const type = { 'content-type': 'text/plain', cookie: `${seller.cookie}; accessToken=${seller.token}` };
        const answer = await store.app.inject({ method, url, headers: { ...from, ...type }, payload: '{}' });
        expect([method, answer.statusCode]).toEqual([method, 401]);
      }
    expect(await allRows(store.db)).toEqual(before);
  });

  test('cannot read data: no call allows CORS, and calls by cookie refuse cross-site requests [T20]', async () => {
    const { cookie, email } = await store.as('buyer');
    const origin = 'https://evil.example';
    for (const url of ['/api/categories', '/api/me', `/api/jwt?email=${email}`, '/api/users', '/api/auth/sign-out']) {
      const headers = {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization',
      };
      const preflight = await store.app.inject({ method: 'OPTIONS', url, headers });
      expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
      const read = await store.app.inject({ url, headers: { origin, cookie } });
      expect(read.headers['access-control-allow-origin']).toBeUndefined();
    }
    for (const url of ['/api/me', `/api/jwt?email=${email}`])
      expect((await store.app.inject({ url, headers: { origin, cookie } })).statusCode).toBe(403);
  });
});

test('every call by cookie refuses a cross-site request [T20]', async () => {
  const { cookie, email } = await store.as('buyer');
  const plain = [...calls.values()].filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  const reading: string[] = [];
  for (const url of plain.map(({ path }) => `/api${path}?email=${email}`)) {
    const ask = (headers: Record<string, string>) => store.app.inject({ url, headers });
    const [own, nobodys] = [await ask({ cookie, origin: ORIGIN }), await ask({ origin: ORIGIN })];
    // A problem contains its request's id, so only statuses are compared.
    if (own.statusCode === nobodys.statusCode && (own.statusCode >= 400 || own.body === nobodys.body)) continue;
    reading.push(url);
    const foreign: [string, string][] = [
      ['origin', 'https://evil.example'],
      ['origin', 'null'],
      ['sec-fetch-site', 'cross-site'],
    ];
    for (const [name, value] of foreign)
      expect([url, (await ask({ cookie, [name]: value })).statusCode]).toEqual([url, 403]);
  }
  expect(reading).toEqual(expect.arrayContaining([`/api/session?email=${email}`, `/api/jwt?email=${email}`]));
});

test('the policy on frames agrees with X-Frame-Options in every reply [T12]', async () => {
  for (const url of [
    '/api/categories',
    '/api/nothing',
    '/%ff',
    '/media/none.webp',
    '/sandbox/outbox',
    '/sandbox/stripe/',
    '/sandbox/stripe/field',
    '/sandbox/bkash/',
    '/sandbox/bkash/pay/TR1',
    '/sandbox/sslcommerz/',
    '/sandbox/sslcommerz/pay/none',
  ]) {
    const { headers } = await store.app.inject(url);
    const isShut = String(headers['content-security-policy']).includes("frame-ancestors 'none'");
    expect([url, headers['x-frame-options']]).toEqual([url, isShut ? 'DENY' : undefined]);
  }
});

test('every answer carries the security headers and the id of its request', async () => {
  const { headers } = await store.app.inject('/api/categories');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-request-id': expect.stringMatching(/^[a-z0-9]{12}$/),
  });
});
