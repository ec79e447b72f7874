import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { getMe } from '../contract.ts';

let store: TestStore;
let buyer: Person;

beforeAll(async () => {
  store = await openTestStore();
  buyer = await store.as('buyer');
});
afterAll(() => store.close());

const ask = async (method: 'GET' | 'POST', url: string, authorization: string) =>
  (await store.app.inject({ method, url, headers: { authorization } })).statusCode;

test('a page reads as the person its cookie named, changes nothing, and is nobody once it is done', async () => {
  const session = await store.app.identify.byCookie({ headers: { cookie: buyer.cookie } } as never);
  const { authorization, end } = store.app.identify.lend(session ?? expect.fail('no session'));
  expect(await ask('GET', `/api${getMe.path}`, authorization)).toBe(200);
  expect(await ask('POST', '/api/reports', authorization)).toBe(401);
  end();
  expect(await ask('GET', `/api${getMe.path}`, authorization)).toBe(401);
});

test('what a page asks by cannot be guessed', async () => {
  for (const authorization of ['Page', 'Page ', 'Page undefined', `Page ${crypto.randomUUID()}`])
    expect(await ask('GET', `/api${getMe.path}`, authorization)).toBe(401);
});
