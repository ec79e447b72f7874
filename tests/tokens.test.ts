import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { bookProduct, listBookings } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { deleteUser, getMe, verifyUser } from '#modules/identity/contract.ts';
import { replaceRoles } from '#modules/identity/server/store.ts';
import { ORIGIN, openTestStore, type Person, provider, register, type TestStore } from './support/test-store.ts';

let store: TestStore;
let admin: Person;
beforeAll(async () => {
  store = await openTestStore();
  admin = await store.as('admin');
});
afterAll(() => store.close());

const me = (authorization: string) => store.app.inject({ url: '/api/me', headers: { authorization } });
const jwt = (email: string, headers: Record<string, string>) =>
  store.app.inject({ url: `/api/jwt?email=${encodeURIComponent(email)}`, headers });
const signOut = (cookie: string) => provider(store.app, '/sign-out', {}, { cookie });
const erase = (person: Person) => admin.api.send(deleteUser, { params: { id: person.id } });

describe('a token', () => {
  afterEach(() => void vi.useRealTimers());

  test('that is altered, unsigned or malformed is refused [10.4 T3]', async () => {
    const { token } = await store.as('buyer');
    const [header = '', payload = '', signature = ''] = token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const altered = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...altered, sub: admin.id })).toString('base64url');
    for (const bad of [unsigned, `${header}.${other}.${signature}`, `${token}x`, 'a.b.c', ''])
      expect((await me(`Bearer ${bad}`)).statusCode).toBe(401);
    expect((await me(`Basic ${token}`)).statusCode).toBe(401);
    expect((await me(`Bearer ${token}`)).statusCode).toBe(200);
  });

  test('lives 15 minutes [9.10 10.2]', async () => {
    const { token } = await store.as('buyer');
    const { iat } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime((iat + 15 * 60 - 1) * 1000);
    expect((await me(`Bearer ${token}`)).statusCode).toBe(200);
    vi.setSystemTime((iat + 15 * 60) * 1000);
    expect((await me(`Bearer ${token}`)).statusCode).toBe(401);
  });

  test('is invalid after the sign-out of its session, and not after that of another [10.3 T3]', async () => {
    const person = await store.as('buyer');
    const { email, password } = person;
    const elsewhere = await provider(store.app, '/sign-in/email', { email, password });
    const cookie = elsewhere.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
    expect((await signOut(cookie)).statusCode).toBe(200);
    expect((await me(`Bearer ${person.token}`)).statusCode).toBe(200);
    expect((await signOut(person.cookie)).statusCode).toBe(200);
    expect((await me(`Bearer ${person.token}`)).statusCode).toBe(401);
    expect((await jwt(email, { cookie: person.cookie })).statusCode).toBe(401);
  });

  test('names the account and the session, and no role [10.2]', () => {
    const payload = JSON.parse(Buffer.from(admin.token.split('.')[1] ?? '', 'base64url').toString());
    expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
  });

  test('cannot be exchanged for another token: that needs the session', async () => {
    const { email, token } = await store.as('buyer');
    expect((await jwt(email, { authorization: `Bearer ${token}` })).statusCode).toBe(401);
  });

  test('loses the role in the same moment as its user [10.3]', async () => {
    const person = await store.as('seller');
    await replaceRoles(store.db, person.id, ['buyer']);
    const query = { email: person.email };
    expect((await person.api.send(listBookings, { query })).items).toEqual([]);
    await expect(person.api.send(addProduct, { body: aProduct(crypto.randomUUID()) })).rejects.toMatchObject({
      status: 403,
    });
  });
});

describe('a session’s cookie', () => {
  afterEach(() => void vi.useRealTimers());

  test('that is altered is refused, while the valid one is accepted', async () => {
    const { email, cookie } = await store.as('buyer');
    const codes = async (cookie: string) => (await jwt(email, { cookie })).statusCode;
    const [name, value = ''] = cookie.split('=');
    const altered = `${name}=${value.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`;
    expect([await codes(cookie), await codes(altered), await codes(`x${cookie}`), await codes(cookie)]).toEqual([
      200, 401, 401, 200,
    ]);
    expect(await codes(`${altered}; ${cookie}`)).toBe(401);
    expect(await codes(`lang=bn; ${cookie}; theme=dark`)).toBe(200);
    expect(await codes(`${cookie}; better-auth.session_token=${'x'.repeat(2000)}`)).toBe(200);
  });

  test('keeps people signed in: a session is prolonged after a day', async () => {
    const { email, cookie } = await store.as('buyer');
    const account = store.db.selectFrom('accounts').select('id').where('email', '=', email);
    const days = async () => {
      const { expires_at } = await store.db
        .selectFrom('sessions')
        .select('expires_at')
        .where('account_id', '=', account)
        .executeTakeFirstOrThrow();
      return Math.round((expires_at.getTime() - Date.now()) / 86_400_000);
    };
    const expires_at = new Date(Date.now() + 5 * 86_400_000);
    await store.db.updateTable('sessions').set({ expires_at }).where('account_id', '=', account).execute();
    const elevenMinutes = Date.now() + 660_000;
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(elevenMinutes);
    expect([(await jwt(email, { cookie })).statusCode, await days()]).toEqual([200, 30]);
  });
});

describe('a deleted person', () => {
  test('cannot sign in by password, session, mailed link or confirmed address [10.6]', async () => {
    const { email, password, cookie, ...person } = await store.as('buyer');
    await provider(store.app, '/request-password-reset', { email, redirectTo: '/reset' });
    const letters = await vi.waitUntil(async () => {
      const { body } = await store.app.inject('/sandbox/outbox');
      return body.includes('/reset?token=') && body;
    }, 10_000);
    const [, reset = ''] = /reset\?token=([\w-]+)/.exec(letters) ?? [];
    const [, verify = ''] = /verify-email\?token=([\w.-]+)/.exec(letters) ?? [];
    await erase({ email, password, cookie, ...person });

    expect((await provider(store.app, '/sign-in/email', { email, password })).statusCode).toBe(401);
    expect((await jwt(email, { cookie })).statusCode).toBe(401);
    expect((await jwt(email, { authorization: `Bearer ${person.token}` })).statusCode).toBe(401);
    const newPassword = 'another-1234';
    expect((await provider(store.app, '/reset-password', { token: reset, newPassword })).statusCode).toBe(400);
    expect((await provider(store.app, '/sign-in/email', { email, password: newPassword })).statusCode).toBe(401);
    const confirmed = await store.app.inject(`/api/auth/verify-email?token=${verify}&callbackURL=%2Fverified`);
    expect(confirmed.cookies).toEqual([]);
    expect(await store.db.selectFrom('accounts').select('id').where('email', '=', email).execute()).toEqual([]);
  });

  test('registering again creates a new person without the old data', async () => {
    const seller = await store.as('seller');
    const buyer = await store.as('buyer');
    const categoryId = await aCategory(store.db);
    const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
    await buyer.api.send(bookProduct, { body: { itemId, phone: '01712345678', location: 'Mirpur' } });
    await admin.api.send(verifyUser, { params: { id: seller.id }, body: { verify: 'Verified' } });
    await erase(buyer);
    await erase(seller);

    const [again, sellerAgain] = [
      await register(store.app, { name: 'New', email: buyer.email, userCategory: 'Buyer' }),
      await register(store.app, { name: 'New', email: seller.email, userCategory: 'Seller' }),
    ];
    expect(again.id).not.toBe(buyer.id);
    expect((await again.api.send(listBookings, { query: { email: again.email } })).items).toEqual([]);
    expect(await sellerAgain.api.send(getMe, {})).toMatchObject({ id: sellerAgain.id, verified: false });
    for (const gone of [buyer, seller]) {
      expect((await me(`Bearer ${gone.token}`)).statusCode).toBe(401);
      expect((await jwt(gone.email, { cookie: gone.cookie })).statusCode).toBe(401);
    }
  });
});

test('calls without an e-mail return the caller’s own data', async () => {
  const [one, other] = [await store.as('buyer'), await store.as('buyer')];
  const ask = async (path: string, { token, cookie }: Person) =>
    (await store.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}`, cookie } })).json();
  for (const path of ['/me', '/session']) {
    expect(await ask(path, one)).toMatchObject({ email: one.email });
    expect(await ask(path, other)).toMatchObject({ email: other.email });
  }
  expect((await store.app.inject('/api/session')).json()).toEqual({ email: null });
});

test('a cookie of a cross-site request is ignored', async () => {
  const { cookie, email } = await store.as('buyer');
  for (const origin of ['https://evil.example', 'null', `${ORIGIN}.evil.example`])
    expect((await jwt(email, { cookie, origin })).statusCode).toBe(403);
});
