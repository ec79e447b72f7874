import { RouterContextProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { RootData } from '#platform/contract/page.ts';
import { clientLoader } from '../src/root.tsx';
import { loadSourcePages } from './support/pages.ts';
import { openTestStore, type Person, type TestStore } from './support/test-store.ts';

let store: TestStore;
let seller: Person;
beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
  seller = await store.as('seller', 'Sadia Karim');
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.pool.query('alter table sessions rename to away');
});
afterEach(async () => {
  await store.pool.query('alter table away rename to sessions');
});

const get = (url: string, cookie = seller.cookie) => store.app.inject({ url, headers: { cookie } });

test.each(['/dashboard', '/dashboard/myproduct', '/dashboard/account'])(
  '%s is a 503 while the session cannot be read, and not a redirect to the login page',
  async (path) => {
    const answer = await get(path);
    expect([answer.statusCode, answer.headers.location]).toEqual([503, undefined]);
    expect((await get(path, '')).headers.location).toContain('/login');
  },
);

test('public pages are shown while the session cannot be read', async () => {
  expect((await get('/about')).statusCode).toBe(200);
  expect((await get('/login')).statusCode).toBe(200);
});

test('the browser keeps its token and its user while the session cannot be read', async () => {
  const token = `.${btoa(JSON.stringify({ sub: 'account' }))}.`;
  const local = new Map([['accessToken', token]]);
  const storage = {
    getItem: (key: string) => local.get(key),
    removeItem: (key: string) => local.delete(key),
    setItem: (key: string, value: string) => local.set(key, value),
  };
  vi.stubGlobal('localStorage', storage);
  const documentElement = { getAttribute: () => null, removeAttribute: () => undefined };
  vi.stubGlobal('document', { documentElement });
  const user = { id: seller.id, accountId: 'account', name: seller.name, email: seller.email };
  const context = new RouterContextProvider();
  const load = (frame: object) => clientLoader({ context, serverLoader: async () => frame } as never);
  try {
    await load({ user, isUserUnknown: false } as RootData);
    expect(await load({ user: null, isUserUnknown: true })).toMatchObject({ user });
    expect(local.get('accessToken')).toBe(token);
    expect(await load({ user: null, isUserUnknown: false })).toMatchObject({ user: null });
    expect(local.has('accessToken')).toBe(false);
  } finally {
    vi.unstubAllGlobals();
  }
});
