import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#platform/contract/call-client.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import {
  cookieOf,
  openTestStore,
  type Person,
  provider,
  signUp,
  type TestStore,
} from '../../../../tests/support/test-store.ts';
import { getAccessToken, getMe, isBuyer, isSeller, listUsers, registerUser, verifyUser } from '../contract.ts';

let store: TestStore;
let admin: Person;

beforeAll(async () => {
  store = await openTestStore();
  admin = await store.as('admin');
});
afterAll(() => store.close());

const account = { name: 'Nusrat Jahan', email: 'nusrat@example.com', password: 'dolnay' };

describe('registration', () => {
  test('creates an account, then a user of the store, once [3.2 4.4 6.1 7.3 10.1]', async () => {
    const cookie = await signUp(store.app, account);
    const session = createClient(inProcessTransport(store.app, { cookie }));
    expect(await session.send(getMe, {})).toMatchObject({ email: account.email, roles: [] });

    const body = { name: account.name, email: account.email, userCategory: 'Seller' as const };
    const first = await session.send(registerUser, { body });
    const again = await session.send(registerUser, { body: { ...body, userCategory: 'Buyer' } });
    expect(again).toEqual(first);
    expect(await session.send(getMe, {})).toMatchObject({ roles: ['seller'], verified: false });
  });

  test('is for one’s own e-mail, as Buyer or Seller and nothing else [7.3 10.7]', async () => {
    const cookie = await signUp(store.app, { ...account, email: 'other@example.com' });
    const session = createClient(inProcessTransport(store.app, { cookie }));
    const body = { name: 'Other', email: 'other@example.com', userCategory: 'Buyer' as const };
    await expect(session.send(registerUser, { body: { ...body, email: admin.email } })).rejects.toMatchObject({
      status: 403,
    });
    await expect(
      session.send(registerUser, { body: { ...body, userCategory: 'Admin' as 'Buyer' } }),
    ).rejects.toMatchObject({ status: 400, problem: { errors: [{ field: 'userCategory' }] } });
  });

  test('that was interrupted leaves an account without a role, without any access before it chooses Buyer or Seller [10.5]', async () => {
    const email = 'cut.off@example.com';
    const cookie = await signUp(store.app, { ...account, email });
    const session = createClient(inProcessTransport(store.app, { cookie }));
    const { accessToken } = await session.send(getAccessToken, { query: { email } });
    const api = createClient(inProcessTransport(store.app, { authorization: `Bearer ${accessToken}` }));
    expect(await api.send(getMe, {})).toMatchObject({ roles: [] });
    await expect(api.send(isBuyer, { params: { email } })).rejects.toMatchObject({
      status: 403,
      problem: { title: 'registration-incomplete' },
    });
    await api.send(registerUser, { body: { name: account.name, email, userCategory: 'Buyer' } });
    expect(await api.send(isBuyer, { params: { email } })).toEqual({ isBuyer: true });
  });

  test('needs a name and a password of 6 characters [5.4 9.4]', async () => {
    const answer = await provider(store.app, '/sign-up/email', {
      ...account,
      email: 'x@example.com',
      password: '12345',
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toMatch(/password/i);
  });
});

describe('signing in', () => {
  test('starts a session that is exchanged for an access token, for one’s own e-mail only [4.2 7.2]', async () => {
    const person = await store.as('buyer');
    const cookie = cookieOf(
      await provider(store.app, '/sign-in/email', { email: person.email, password: person.password }),
    );
    const session = createClient(inProcessTransport(store.app, { cookie }));
    const { accessToken } = await session.send(getAccessToken, { query: { email: person.email.toUpperCase() } });
    const api = createClient(inProcessTransport(store.app, { authorization: `Bearer ${accessToken}` }));
    expect(await api.send(isBuyer, { params: { email: person.email } })).toEqual({ isBuyer: true });
    expect(await api.send(isSeller, { params: { email: person.email } })).toEqual({ isSeller: false });
    await expect(session.send(getAccessToken, { query: { email: admin.email } })).rejects.toMatchObject({
      status: 403,
    });
    await expect(store.anyone.send(getAccessToken, { query: { email: person.email } })).rejects.toMatchObject({
      status: 401,
      message: 'Log in first.',
    });
  });

  test('with a wrong password is refused with the provider’s message, as for an unknown e-mail [8.1]', async () => {
    const person = await store.as('buyer');
    const wrong = await provider(store.app, '/sign-in/email', { email: person.email, password: 'not-this-one' });
    const unknown = await provider(store.app, '/sign-in/email', {
      email: 'nobody@example.com',
      password: 'not-this-one',
    });
    expect([wrong.statusCode, wrong.json().message]).toEqual([401, 'Invalid email or password']);
    expect([unknown.statusCode, unknown.json().message]).toEqual([401, 'Invalid email or password']);
  });
});

describe('an admin', () => {
  test('lists people without secrets [1.5 7.4 11.6]', async () => {
    const buyer = await store.as('buyer', 'Rumana Islam');
    const { items } = await admin.api.send(listUsers, { params: { type: 'Buyer' } });
    expect(items[0]).toEqual({ _id: buyer.id, name: 'Rumana Islam', email: buyer.email });
    await expect(admin.api.send(listUsers, { params: { type: 'Admin' as 'Buyer' } })).rejects.toMatchObject({
      status: 400,
    });
  });

  test('verifies sellers only [1.5 3.1 4.7 7.7]', async () => {
    const [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
    const verify = (id: string) => admin.api.send(verifyUser, { params: { id }, body: { verify: 'Verified' } });
    expect(await verify(seller.id)).toEqual({ modifiedCount: 1 });
    expect(await verify(seller.id)).toEqual({ modifiedCount: 0 });
    await expect(verify(buyer.id)).rejects.toMatchObject({ status: 404 });
    const { items } = await admin.api.send(listUsers, { params: { type: 'Seller' } });
    expect(items.find((one) => one._id === seller.id)).toMatchObject({ verify: 'Verified' });
  });
});

test('the provider’s cookie is httpOnly [10.1]', async () => {
  const answer = await provider(store.app, '/sign-up/email', { ...account, email: 'cookie@example.com' });
  const [cookie] = answer.cookies;
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
});

test('no reply contains the value of that cookie [T17]', async () => {
  const who = { ...account, email: 'secret@example.com', name: 'A name with "token":"mine"' };
  for (const path of ['/sign-up/email', '/sign-in/email']) {
    const answer = await provider(store.app, path, who);
    const [secret] = decodeURIComponent(answer.cookies[0]?.value ?? '').split('.');
    expect(secret).toMatch(/^\w{32}$/);
    expect(answer.body).not.toContain(secret);
    expect(answer.json().user).toMatchObject({ email: who.email, name: who.name });
  }
});

test('the keys that sign access tokens are published [10.2]', async () => {
  const { keys } = (await store.app.inject('/api/auth/jwks')).json();
  expect(keys[0]).toMatchObject({ kty: 'OKP', crv: 'Ed25519' });
  expect(keys[0].d).toBeUndefined();
});

test('many registrations at once do not block the database; a full queue answers with Retry-After', async () => {
  const register = () =>
    provider(store.app, '/sign-up/email', { ...account, email: `${crypto.randomUUID()}@example.com` });
  const registering = Promise.all(Array.from({ length: 30 }, register));
  const others = await Promise.all(Array.from({ length: 5 }, () => store.app.inject('/api/products/advertise')));
  expect(others.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
  const answers = (await registering).map(({ statusCode, headers }) => [statusCode, headers['retry-after']]);
  for (const answer of answers)
    expect([
      [200, undefined],
      [503, '5'],
    ]).toContainEqual(answer);
  expect(answers).toContainEqual([200, undefined]);
  expect((await register()).statusCode).toBe(200);
});
