import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { addRole } from '#modules/identity/contract.ts';
import { loadSourcePages } from './support/pages.ts';
import { openTestStore, type Person, signUp, type TestStore } from './support/test-store.ts';

type Reader = Pick<Person, 'email' | 'cookie'>;

const HOME = /^<!DOCTYPE html>.+Shop Our Collections.+<\/html>$/s;

describe('the home page', () => {
  let store: TestStore;
  let buyer: Person;
  beforeAll(async () => {
    store = await openTestStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
    buyer = await store.as('buyer');
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => store?.close());

  test('is complete after a HEAD request', async () => {
    const head = await store.app.inject({ method: 'HEAD', url: '/' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect((await store.app.inject('/')).body).toMatch(HOME);
  });

  test.each([
    ['zstd', 'br', 'gzip, deflate, br, zstd'],
    ['br', 'br', 'gzip, br'],
    ['gzip', 'gzip', 'br;q=0, gzip'],
    [undefined, undefined, 'deflate'],
  ])('is sent to a buyer as %s and to a visitor as %s, with accept-encoding %s', async (own, kept, accepted) => {
    const plain = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };
    for (const [encoding, cookie] of [
      [own, buyer.cookie],
      [kept, ''],
    ] as const) {
      const headers = { 'accept-encoding': accepted, cookie };
      const answer = await store.app.inject({ url: '/', headers });
      expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, encoding]);
      expect(answer.headers.vary).toContain('accept-encoding');
      const html = encoding ? plain[encoding as keyof typeof plain](answer.rawPayload) : answer.rawPayload;
      expect(html.toString()).toMatch(HOME);
    }
  });

  test('shows a seller their new advertisement at once', async () => {
    const seller = await store.as('seller');
    const [categoryId, productName] = [await aCategory(store.db), 'Pram that is new here'];
    const { insertedId: id } = await seller.api.send(addProduct, { body: aProduct(categoryId, { productName }) });
    const shows = async (cookie: string) =>
      (await store.app.inject({ url: '/', headers: { cookie } })).body.includes(
        `class="deal-link" href="/items/${id}"`,
      );
    // The time of the cache does not change, so the page stays in it.
    vi.useFakeTimers({ toFake: ['performance'] });
    const other = await store.as('seller', 'Another seller');
    for (const { cookie } of [buyer, seller, other]) expect(await shows(cookie)).toBe(false);
    const url = `/api/my-products/${id}?advertiseEnable=true`;
    const { headers } = await store.app.inject({
      method: 'PUT',
      url,
      headers: { authorization: `Bearer ${seller.token}` },
    });
    const browser = `${seller.cookie}; ${String(headers['set-cookie']).split(';')[0]}`;
    expect([await shows(buyer.cookie), await shows(other.cookie), await shows(browser)]).toEqual([false, false, true]);
    vi.useRealTimers();
    await vi.waitUntil(() => shows(buyer.cookie), 5000);
  });

  /** Lets all cached pages expire, and stops the clock of the cache. */
  function expireCachedPages() {
    vi.useFakeTimers({ toFake: ['performance'] });
    vi.advanceTimersByTime(3_600_000);
  }

  const read = async ({ cookie }: Pick<Person, 'cookie'>, url = '/about') => {
    const { body, headers } = await store.app.inject({ url, headers: { cookie } });
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(headers).not.toHaveProperty('etag');
    const [element = '', json = '{}'] = /<script type="application\/json" id="user">(.*?)<\/script>/.exec(body) ?? [];
    return { ...JSON.parse(json), policy: headers['content-security-policy'], rest: body.replace(element, '') };
  };

  test.each(['buyer', 'seller', 'admin'] as const)(
    'is one cached page for each %s, with only the own data in each response',
    async (role) => {
      const [one, other] = [await store.as(role), await store.as(role, 'Omar </script><b> Other')];
      vi.useFakeTimers({ toFake: ['performance'] });
      for (const url of ['/', '/about']) {
        const mine = await read({ cookie: `${one.cookie}; verify-banner-dismissed=yes` }, url);
        const theirs = await read(other, url);
        expect(mine.policy).toMatch(/script-src 'self' ('sha256-[^']+' ?)+;/);
        expect(mine.user).toMatchObject({ email: one.email, roles: [role] });
        expect(theirs.user).toMatchObject({ email: other.email, name: 'Omar </script><b> Other' });
        const none = { myorders: 0, mybuyers: 0, disputes: 0, all: 0 };
        for (const { todo } of [mine, theirs]) expect(todo).toMatchObject(role === 'admin' ? { all: 0 } : none);
        expect(theirs.rest).toBe(mine.rest);
        for (const told of [one.email, other.email, one.id, other.id]) expect(mine.rest).not.toContain(told);
      }
    },
  );

  /** Reads the page of two users. Expects one cached page, without the data of either. */
  async function readShared(one: Reader, other: Reader): Promise<string> {
    const [mine, theirs] = [await read(one, '/'), await read(other, '/')];
    expect([mine.user.email, theirs.user.email]).toEqual([one.email, other.email]);
    expect(mine.policy).toMatch(/script-src 'self' ('sha256-[^']+' ?)+;/);
    expect(theirs.rest).toBe(mine.rest);
    for (const { email } of [one, other]) expect(mine.rest).not.toContain(email);
    return mine.rest;
  }

  test('is one cached page for people who buy and sell, but not for the seller of a product on it', async () => {
    const [seller, onlySells] = [await store.as('seller'), await store.as('seller')];
    const [one, other] = [await store.as('seller'), await store.as('seller')];
    for (const { api } of [seller, one, other]) await api.send(addRole, { params: { role: 'buyer' } });
    const categoryId = await aCategory(store.db, 'Cots');
    const list = ({ api }: Person) => api.send(addProduct, { body: aProduct(categoryId) });
    const { insertedId: id } = await list(seller);
    await list(onlySells);
    const heart = `name="item" value="${id}"`;
    expireCachedPages();
    const own = await read(seller, '/');
    expect(own.policy).toMatch(/script-src 'self' 'nonce-/);
    expect(own.rest).toContain(`href="/items/${id}"`);
    expect(own.rest).not.toContain(heart);
    expect(await readShared(one, other)).toContain(heart);
    expect(await readShared(onlySells, await store.as('seller'))).not.toContain(heart);
  });

  test('is one cached page for accounts without a role, with a heart, and none that another role gets', async () => {
    const accountOf = async (name: string) => {
      const email = `${name}@example.com`;
      return { email, cookie: await signUp(store.app, { name, email, password: 'secret-1234' }) };
    };
    const accounts = [await accountOf('nusrat'), await accountOf('tania')] as const;
    const sellers = [await store.as('seller'), await store.as('seller')] as const;
    expireCachedPages();
    const ofSellers = await readShared(...sellers);
    const ofVisitors = (await store.app.inject('/')).body;
    const ofAccounts = await readShared(...accounts);
    expect([ofSellers, ofVisitors, ofAccounts].map((page) => page.includes('name="intent" value="wish"'))).toEqual([
      false,
      true,
      true,
    ]);
    expect(ofVisitors).not.toContain('id="user"');
  });

  test('is a 304 for a browser with the same version, also after it was rendered again', async () => {
    expireCachedPages();
    const { etag } = (await store.app.inject('/')).headers;
    vi.advanceTimersByTime(3_600_000);
    const again = await store.app.inject({ url: '/', headers: { 'if-none-match': `"another", ${etag}` } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});
