import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as bookings from '#modules/bookings/contract.ts';
import * as catalogue from '#modules/catalogue/contract.ts';
import * as photos from '#modules/catalogue/photos.contract.ts';
import * as identity from '#modules/identity/contract.ts';
import * as moderation from '#modules/moderation/contract.ts';
import * as payments from '#modules/payments/contract.ts';
import * as support from '#modules/support/contract.ts';
import * as wishlist from '#modules/wishlist/contract.ts';
import type { Access, Call } from '#platform/contract/call.ts';
import { openTestStore, type Person, type TestStore } from './support/test-store.ts';

const calls = [identity, support, catalogue, photos, wishlist, bookings, moderation, payments]
  .flatMap((contract) => Object.values(contract) as unknown[])
  .filter((value): value is Call => typeof value === 'object' && value !== null && 'spec' in value && 'path' in value);

const WHO = ['visitor', 'buyer', 'seller', 'admin'] as const;
type Who = (typeof WHO)[number];

/** What a call's access says of somebody: let in (undefined), or refused with this status. */
function refusal(access: Access, who: Who): 401 | 403 | undefined {
  if (access === 'anyone' || access === 'provider') return undefined;
  if (who === 'visitor' || access === 'cookie') return 401;
  if (access === 'session' || access === 'signedIn') return undefined;
  return access === who ? undefined : 403;
}

let store: TestStore;
const people: Partial<Record<Who, Person>> = {};

beforeAll(async () => {
  store = await openTestStore();
  for (const role of ['buyer', 'seller', 'admin'] as const) people[role] = await store.as(role);
});
afterAll(() => store.close());

async function ask(call: Call, token: string | undefined, email: string) {
  const path = call.path
    .replace('{email}', email)
    .replace('{type}', 'Buyer')
    .replace(/\{\w+\}/g, () => randomUUID());
  const query = call.spec.query && 'email' in call.spec.query.shape ? `?email=${encodeURIComponent(email)}` : '';
  return store.app.inject({
    method: call.method,
    url: `/api${path}${query}`,
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    ...(call.spec.body ? { payload: {} } : {}),
  });
}

describe.each(WHO)('a %s', (who) => {
  test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (_line, call) => {
    const person = people[who];
    const { statusCode, headers } = await ask(call, person?.token, person?.email ?? 'visitor@example.com');
    const expected = refusal(call.spec.access, who);
    if (expected) {
      expect(statusCode).toBe(expected);
      expect(headers['content-type']).toContain('application/problem+json');
    } else {
      expect([401, 403]).not.toContain(statusCode);
      expect(statusCode).toBeLessThan(500);
    }
  });
});

describe('what belongs to somebody else', () => {
  const own = calls.filter((call) => call.spec.query && 'email' in call.spec.query.shape && call.path !== '/jwt');

  test.each(own.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s answers 403',
    async (_line, call) => {
      const role = call.spec.access === 'seller' ? 'seller' : 'buyer';
      const { statusCode } = await ask(call, people[role]?.token, 'somebody.else@example.com');
      expect(statusCode).toBe(403);
    },
  );

  test('the roles of others are told to an admin only', async () => {
    const path = `/api/users/seller/${people.seller?.email}`;
    const by = (who: Who) =>
      store.app.inject({ url: path, headers: { authorization: `Bearer ${people[who]?.token}` } });
    expect((await by('seller')).json()).toEqual({ isSeller: true });
    expect((await by('admin')).json()).toEqual({ isSeller: true });
    expect((await by('buyer')).statusCode).toBe(403);
  });
});

describe('a token', () => {
  const me = (authorization: string) => store.app.inject({ url: '/api/me', headers: { authorization } });

  test('that is altered, unsigned or odd is refused', async () => {
    const token = people.buyer?.token ?? '';
    const [header = '', payload = '', signature = ''] = token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const altered = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...altered, sub: people.admin?.id })).toString('base64url');
    for (const bad of [unsigned, `${header}.${other}.${signature}`, `${token}x`, 'a.b.c', ''])
      expect((await me(`Bearer ${bad}`)).statusCode).toBe(401);
    expect((await me(`Bearer ${token}`)).statusCode).toBe(200);
  });

  test('stops working with the sign-out of its session', async () => {
    const person = await store.as('buyer');
    expect((await me(`Bearer ${person.token}`)).statusCode).toBe(200);
    const out = await store.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      headers: { cookie: person.cookie, origin: 'http://localhost:3999' },
      payload: {},
    });
    expect(out.statusCode).toBe(200);
    expect((await me(`Bearer ${person.token}`)).statusCode).toBe(401);
  });

  test('names the account and the session, and no role', () => {
    const payload = JSON.parse(Buffer.from(people.admin?.token.split('.')[1] ?? '', 'base64url').toString());
    expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
    expect(payload.exp - payload.iat).toBe(15 * 60);
  });
});

test('every call of the contracts is served, and nothing else is', async () => {
  const document = (await store.app.inject('/api/openapi.json')).json();
  expect(document.openapi).toMatch(/^3\.1/);
  const served = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(served.sort()).toEqual(calls.map((call) => `${call.method} ${call.path}`).sort());
});
