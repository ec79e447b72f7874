import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCategories } from '#modules/catalogue/contract.ts';
import { getMe, isAdmin, verifyUser } from '#modules/identity/contract.ts';
import { calls } from './support/contracts.ts';
import { OWNERSHIP } from './support/ownership.ts';
import { type CallerKind, openTestPeople, type TestPeople } from './support/test-people.ts';
import { ORIGIN, openTestStore, provider, type TestStore } from './support/test-store.ts';

let store: TestStore;
let people: TestPeople;
beforeAll(async () => {
  store = await openTestStore();
  people = await openTestPeople(store);
});
afterAll(() => store.close());

const post = (path: string, headers: Record<string, string>, payload: object | string) =>
  store.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

/** Roles and verification of all people, which only calls of admins may change. */
const standings = () =>
  store.db
    .selectFrom('users')
    .leftJoin('user_roles', 'user_id', 'users.id')
    .leftJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.id', 'role', 'since', 'users.status', 'users.email', 'verified_at', 'accounts.email_verified'])
    .orderBy('users.id')
    .orderBy('role')
    .execute();

/** Fields that an attacker may add to a body. */
const HOPES = {
  role: 'admin',
  userCategory: 'Admin',
  isAdmin: true,
  verify: 'Verified',
  verified: true,
  verified_at: '2026-01-01T00:00:00Z',
  emailVerified: true,
  status: 'active',
  createdBy: 'other@example.com',
  seller_id: '0190a0a0-0000-7000-8000-000000000000',
  buyer_id: '0190a0a0-0000-7000-8000-000000000000',
  id: '0190a0a0-0000-7000-8000-000000000000',
  _id: '0190a0a0-0000-7000-8000-000000000000',
  paid: true,
  state: 'paid',
  advertiseEnable: true,
  advertised: true,
};

describe('registering', () => {
  test.each(['Admin', 'admin', 'ADMIN', 'seller', '', null, ['Seller'], { $ne: 'Buyer' }, 'Seller\u0000'])(
    'as %j is refused',
    async (userCategory) => {
      const { email, headers } = await people.newcomer();
      const answer = await post('/users', headers, { name: 'Nusrat', email, userCategory });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors).toEqual([{ field: 'userCategory', message: 'Choose Buyer or Seller.' }]);
    },
  );

  test.each(['__proto__', 'constructor'])('with %s in the body is refused', async (key) => {
    const { email, headers } = await people.newcomer();
    const inherited = key === '__proto__' ? { role: 'admin' } : { prototype: { role: 'admin' } };
    const body = JSON.stringify({ name: 'Nusrat', email, userCategory: 'Buyer' }).replace(
      '{',
      `{${JSON.stringify(key)}:${JSON.stringify(inherited)},`,
    );
    expect((await post('/users', headers, body)).statusCode).toBe(400);
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  test('ignores all other fields of the body [T2]', async () => {
    const { email, headers } = await people.newcomer();
    const { userCategory: _, ...hopes } = HOPES;
    const answer = await post('/users', headers, { name: 'Nusrat', email, userCategory: 'Buyer', ...hopes });
    expect(answer.statusCode).toBe(200);
    const me = (await store.app.inject({ url: '/api/me', headers })).json();
    expect(me).toEqual({
      id: answer.json().insertedId,
      accountId: expect.any(String),
      name: 'Nusrat',
      email,
      roles: ['buyer'],
      verified: false,
      emailVerified: false,
      phone: '',
      pickup: '',
    });
  });

  test('again, as in each sign-in with Google, changes neither role nor verification', async () => {
    const seller = await store.as('seller');
    const { api } = people.admin;
    await api.send(verifyUser, { params: { id: seller.id }, body: { verify: 'Verified' } });
    const before = await standings();
    for (const userCategory of ['Buyer', 'Seller', 'Buyer']) {
      const body = { name: 'Somebody else', email: seller.email, userCategory };
      const answer = await post('/users', { authorization: `Bearer ${seller.token}` }, body);
      expect([answer.statusCode, answer.json()]).toEqual([200, { acknowledged: true, insertedId: seller.id }]);
    }
    expect(await standings()).toEqual(before);
    expect(await seller.api.send(getMe, {})).toMatchObject({ roles: ['seller'], verified: true, name: seller.name });
    const { email } = people.admin;
    const headers = people.headers.admin;
    expect((await post('/users', headers, { name: 'Admin', email, userCategory: 'Buyer' })).statusCode).toBe(200);
    expect(await api.send(isAdmin, { params: { email } })).toEqual({ isAdmin: true });
  });

  test('at the identity provider accepts only name, e-mail and password [T2]', async () => {
    const account = { name: 'Nusrat', email: 'hopeful@example.com', password: 'plain-pram-77' };
    const more = { image: 'https://evil.example/track.gif', callbackURL: '/verified', rememberMe: false };
    const answer = await provider(store.app, '/sign-up/email', { ...account, ...HOPES, ...more });
    expect(answer.statusCode).toBe(200);
    const kept = await store.db.selectFrom('accounts').selectAll().where('email', '=', account.email).execute();
    expect(kept).toMatchObject([{ name: 'Nusrat', email_verified: false, image: null }]);
    expect(answer.json().user).toMatchObject({ image: null });
    expect(kept[0]?.id).not.toBe(HOPES.id);
    const users = await store.db.selectFrom('users').select('id').where('email', '=', account.email).execute();
    expect(users).toEqual([]);
  });
});

/** Registration has its tests above; a deleted person has no role any more. */
const APART = ['/users', '/me'];

/** Calls of people without an admin's role. */
const PEOPLES = [...calls].filter(
  ([, { spec, path }]) => spec.body && !['admin', 'provider'].includes(spec.access) && !APART.includes(path),
);

describe.each(PEOPLES)('%s', (line, call) => {
  test('ignores unknown fields in its body', async () => {
    const who: CallerKind = call.spec.access === 'seller' ? 'seller' : 'buyer';
    const { params = {}, body } = (await OWNERSHIP[line]?.ask(people, who)) ?? {};
    const before = await standings();
    const answer = await store.app.inject({
      method: call.method,
      url: `/api${call.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')}`,
      headers: people.headers[who],
      payload: { ...HOPES, ...body },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await standings()).toEqual(before);
    for (const table of ['products', 'bookings'] as const) {
      const row = await store.db.selectFrom(table).selectAll().orderBy('id', 'desc').executeTakeFirst();
      expect(Object.values(row ?? {})).not.toContain(HOPES.id);
      expect(row).not.toMatchObject({ advertised: true });
    }
  });
});

test('an admin’s call verifies, and changes no role', async () => {
  const id = await people.bystander('seller');
  const payload = { verify: 'Verified', role: 'admin', userCategory: 'Admin' };
  const headers = people.headers.admin;
  const answer = await store.app.inject({ method: 'PATCH', url: `/api/users/${id}`, headers, payload });
  expect(answer.json()).toEqual({ modifiedCount: 1 });
  const roles = await store.db.selectFrom('user_roles').select('role').where('user_id', '=', id).execute();
  expect(roles).toEqual([{ role: 'seller' }]);
});

test.each([
  'update-user',
  'update-session',
  'change-email',
  'change-password',
  'set-password',
  'link-social',
  'unlink-account',
  'delete-user',
  'admin/set-role',
  'admin/create-user',
  'admin/impersonate-user',
  'sign-in/anonymous',
  'sign-up/email/../../update-user',
])('the identity provider’s %s is refused to a signed-in seller', async (path) => {
  const before = await standings();
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const answer = await store.app.inject({
      method,
      url: `/api/auth/${path}`,
      headers: { ...people.headers.seller, origin: ORIGIN },
      ...(method === 'GET'
        ? {}
        : { payload: { role: 'admin', userId: people.seller.id, newEmail: people.admin.email } }),
    });
    expect([method, answer.statusCode]).toEqual([method, 404]);
  }
  expect(await standings()).toEqual(before);
  expect(await store.anyone.send(listCategories, {})).toHaveLength(1);
});
