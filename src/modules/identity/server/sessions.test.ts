import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient } from '#platform/contract/call-client.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import {
  cookieOf,
  openTestStore,
  type Person,
  provider,
  type TestStore,
} from '../../../../tests/support/test-store.ts';
import { getAccessToken, getMe } from '../contract.ts';
import { changePassword, endOtherSessions, endSession, listSessions } from '../sessions.contract.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ PASSWORD_MIN: '8', RATE_LIMITS: 'on', LIMIT_TRIES: '1000', LIMIT_FAILURES: '10' });
});
afterAll(() => store.close());

const ENDED = { status: 401 };
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const NEW = 'brand-new-88';

const signIn = ({ email }: Person, password: string, headers: Record<string, string> = {}) =>
  provider(store.app, '/sign-in/email', { email, password }, headers);

/** Signs a person in with another browser. */
async function elsewhere(person: Person) {
  const cookie = cookieOf(await signIn(person, person.password, { 'user-agent': ANDROID }));
  const byCookie = createClient(inProcessTransport(store.app, { cookie }));
  const { accessToken } = await byCookie.send(getAccessToken, { query: { email: person.email } });
  return { cookie, api: createClient(inProcessTransport(store.app, { authorization: `Bearer ${accessToken}` })) };
}

const emailInSession = async (cookie: string) =>
  (await store.app.inject({ url: '/api/session', headers: { cookie } })).json().email;

const change = (who: Person, oldPassword: string, newPassword: string) =>
  who.api.send(changePassword, { body: { oldPassword, newPassword } });

/** Returns the e-mail about a changed password to an address, from the demo's outbox. */
const changedMailTo = (email: string, subject: string) =>
  vi.waitFor(async () => {
    const { body } = await store.app.inject('/sandbox/outbox/');
    const mail = body.split('<article').find((one) => one.includes(`To <b>${email}</b>`) && one.includes(subject));
    if (!mail) throw new Error(`No such mail to ${email} yet`);
    return mail;
  }, 10_000);

describe('one’s sessions', () => {
  test('are listed newest first, with browser and system, and no secret [13.9]', async () => {
    const person = await store.as('buyer');
    await elsewhere(person);
    const { items } = await person.api.send(listSessions, {});
    const times = { begunAt: expect.stringMatching(/^\d{4}-.*Z$/), usedAt: expect.stringMatching(/^\d{4}-.*Z$/) };
    expect(items).toEqual([
      { _id: expect.any(String), current: false, browser: 'Chrome', system: 'Android', ...times },
      { _id: expect.any(String), current: true, browser: null, system: null, ...times },
    ]);
    const tokens = await store.db.selectFrom('sessions').select('token').execute();
    for (const { token } of tokens) expect(JSON.stringify(items)).not.toContain(token);
  });

  test('keep 512 characters of the User-Agent header', async () => {
    const person = await store.as('buyer');
    await signIn(person, person.password, { 'user-agent': 'Version/1 '.repeat(1000) });
    const stored = await store.db
      .selectFrom('sessions')
      .select('user_agent')
      .where('user_agent', 'like', 'Version/1 V%')
      .execute();
    expect(stored.map(({ user_agent }) => user_agent?.length)).toEqual([512]);
  });

  test('end one by one: cookie and access token are refused with the next request [13.9 T8]', async () => {
    const person = await store.as('seller');
    const other = await elsewhere(person);
    const { items } = await person.api.send(listSessions, {});
    const id = items.find(({ current }) => !current)?._id ?? '';
    expect(await person.api.send(endSession, { params: { id } })).toEqual({ deletedCount: 1 });
    await expect(other.api.send(getMe, {})).rejects.toMatchObject(ENDED);
    expect(await emailInSession(other.cookie)).toBeNull();
    await expect(person.api.send(endSession, { params: { id } })).rejects.toMatchObject({ status: 404 });
    expect(await emailInSession(person.cookie)).toBe(person.email);
  });

  test('of another person are not found [13.9]', async () => {
    const [person, stranger] = [await store.as('buyer'), await store.as('admin')];
    const { items } = await person.api.send(listSessions, {});
    const params = { id: items[0]?._id ?? '' };
    await expect(stranger.api.send(endSession, { params })).rejects.toMatchObject({ status: 404 });
    await stranger.api.send(endOtherSessions, {});
    expect(await person.api.send(getMe, {})).toMatchObject({ email: person.email });
  });

  test('end everywhere else, and then here [13.9]', async () => {
    const person = await store.as('buyer');
    const others = [await elsewhere(person), await elsewhere(person)];
    expect(await person.api.send(endOtherSessions, {})).toEqual({ deletedCount: 2 });
    for (const { api } of others) await expect(api.send(getMe, {})).rejects.toMatchObject(ENDED);
    expect(await person.api.send(getMe, {})).toMatchObject({ email: person.email });
    const { items } = await person.api.send(listSessions, {});
    expect(items).toMatchObject([{ current: true }]);
    const params = { id: items[0]?._id ?? '' };
    expect(await person.api.send(endSession, { params })).toEqual({ deletedCount: 1 });
    await expect(person.api.send(getMe, {})).rejects.toMatchObject(ENDED);
    expect(await emailInSession(person.cookie)).toBeNull();
  });
});

describe('changing one’s password', () => {
  test('keeps this session, ends the others, and the new password alone signs in [13.8 T8]', async () => {
    const person = await store.as('buyer');
    const other = await elsewhere(person);
    expect(await change(person, person.password, NEW)).toEqual({ modifiedCount: 1 });
    expect(await person.api.send(getMe, {})).toMatchObject({ email: person.email });
    expect(await emailInSession(person.cookie)).toBe(person.email);
    await expect(other.api.send(getMe, {})).rejects.toMatchObject(ENDED);
    expect(await emailInSession(other.cookie)).toBeNull();
    expect((await signIn(person, person.password)).statusCode).toBe(401);
    expect((await signIn(person, NEW)).statusCode).toBe(200);
  });

  test('sends an e-mail in the reader’s language, without a secret [13.8]', async () => {
    const [reader, banglaReader] = [await store.as('buyer'), await store.as('seller')];
    await change(reader, reader.password, NEW);
    const mail = await changedMailTo(reader.email, 'was changed');
    expect(mail).toContain('/forgot');
    for (const secret of [reader.password, NEW, 'token=']) expect(mail).not.toContain(secret);
    const inBangla = createClient(
      inProcessTransport(store.app, { authorization: `Bearer ${banglaReader.token}`, 'accept-language': 'bn' }),
    );
    await inBangla.send(changePassword, { body: { oldPassword: banglaReader.password, newPassword: NEW } });
    expect(await changedMailTo(banglaReader.email, 'পাসওয়ার্ড বদলেছে')).toContain('/forgot');
  });

  test('ends the links of older e-mails', async () => {
    const person = await store.as('buyer');
    await provider(store.app, '/request-password-reset', { email: person.email });
    const mail = await changedMailTo(person.email, '/reset?');
    const token = /\/reset\?token=([\w-]+)/.exec(mail)?.[1];
    await change(person, person.password, NEW);
    const answer = await provider(store.app, '/reset-password', { token, newPassword: 'other-new-99' });
    expect(answer.json()).toMatchObject({ code: 'INVALID_TOKEN' });
  });

  test('needs the old password, and a new one that registration would accept [13.8]', async () => {
    const person = await store.as('buyer');
    const other = await elsewhere(person);
    const refusals = [
      ['not-this-one', NEW, 403, 'oldPassword', 'Wrong password.'],
      [person.password, 'secret1', 400, 'newPassword', 'Password must be 8 character or longer'],
      [person.password, '', 400, 'newPassword', 'Password is required'],
      [person.password, 'password123', 400, 'newPassword', 'This password is easy to guess. Choose another.'],
    ] as const;
    for (const [oldPassword, newPassword, status, field, message] of refusals)
      await expect(change(person, oldPassword, newPassword)).rejects.toMatchObject({
        status,
        problem: { errors: [{ field, message }] },
      });
    expect((await signIn(person, person.password)).statusCode).toBe(200);
    expect(await other.api.send(getMe, {})).toMatchObject({ email: person.email });
  });

  test('counts wrong passwords together with those to sign in [T8]', async () => {
    const person = await store.as('buyer');
    expect((await signIn(person, 'guess-1')).statusCode).toBe(401);
    await expect(change(person, 'guess-2', NEW)).rejects.toMatchObject({ status: 403 });
    await expect(change(person, person.password, NEW)).rejects.toMatchObject({ status: 429 });
    expect((await signIn(person, person.password)).statusCode).toBe(429);
  });

  test('by two concurrent requests happens once [13.8]', async () => {
    const person = await store.as('buyer');
    const outcome = await Promise.allSettled([
      change(person, person.password, 'first-new-11'),
      change(person, person.password, 'second-new-22'),
    ]);
    expect(outcome.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const one of outcome) if (one.status === 'rejected') expect(one.reason.status).toBe(403);
  });

  test('is refused for an account without a password', async () => {
    const person = await store.as('buyer');
    await store.db
      .updateTable('credentials')
      .set({ password: null, provider_id: 'google' })
      .where('account_id', 'in', (accounts) =>
        accounts.selectFrom('accounts').select('id').where('email', '=', person.email),
      )
      .execute();
    await expect(change(person, person.password, NEW)).rejects.toMatchObject({ status: 403 });
  });
});
