import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadSourcePages } from '../../../../tests/support/pages.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { getMe } from '../contract.ts';

let store: TestStore;
let buyer: Person;

beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
  buyer = await store.as('buyer');
});
afterAll(() => store.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const ME = `/api${getMe.path}`;

const ask = async (method: 'GET' | 'POST', url: string, authorization: string) =>
  (await store.app.inject({ method, url, headers: { authorization } })).statusCode;

async function issueCredential(use: 'read' | 'write' = 'read') {
  const session = await store.app.identify.byCookie({ headers: { cookie: buyer.cookie } } as never);
  return store.app.identify.issueCredential(session ?? expect.fail('no session'), use);
}

test('a page reads as the person of its cookie, changes nothing, and loses its access afterwards', async () => {
  const { authorization, end } = await issueCredential();
  expect(await ask('GET', ME, authorization)).toBe(200);
  expect(await ask('POST', '/api/reports', authorization)).toBe(401);
  end();
  expect(await ask('GET', ME, authorization)).toBe(401);
});

test('the action of a form changes data as the person of its cookie, and loses its access afterwards', async () => {
  const { authorization, end } = await issueCredential('write');
  // Admitted, and refused for the missing body.
  expect(await ask('POST', '/api/reports', authorization)).toBe(400);
  end();
  expect(await ask('POST', '/api/reports', authorization)).toBe(401);
});

test('the credential of a page cannot be guessed while it reads', async () => {
  const [one, other] = [await issueCredential(), await issueCredential()];
  expect(one.authorization).not.toBe(other.authorization);
  for (const { authorization } of [one, other])
    expect(authorization).toMatch(/^Page [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  for (const guess of ['Page', 'Page ', 'Page undefined', `Page ${buyer.id}`, `Page ${crypto.randomUUID()}`])
    expect(await ask('GET', ME, guess)).toBe(401);
  one.end();
  expect(await ask('GET', ME, other.authorization)).toBe(200);
  other.end();
});

test.each([
  ['a page', 'GET', '/dashboard/myorders', 200],
  ['the data of a page', 'GET', '/dashboard/myorders.data', 200],
  ['a page of another role', 'GET', '/dashboard/addproduct', 200],
  ['a page that redirects', 'GET', '/dashboard', 302],
  ['a missing page', 'GET', '/items/00000000-0000-7000-8000-000000000000', 404],
  ['a form', 'POST', '/login', 302],
] as const)('%s revokes the credential of its page', async (_name, method, url, status) => {
  const issued = vi.spyOn(store.app.identify, 'issueCredential');
  const { cookie } = buyer;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await store.app.inject({
    method,
    url,
    headers: { cookie, ...(method === 'POST' ? form : {}) },
    ...(method === 'POST' ? { payload: 'email=x' } : {}),
  });
  expect(answer.statusCode).toBe(status);
  expect(issued.mock.results).toHaveLength(1);
  for (const { value } of issued.mock.results) expect(await ask('GET', ME, value.authorization)).toBe(401);
});
