import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createClient } from '#platform/contract/call-client.ts';
import { transaction } from '#platform/database/database.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import { untilIdle } from '../../../../tests/support/rows.ts';
import { cookieOf, ORIGIN, openTestStore, provider, type TestStore } from '../../../../tests/support/test-store.ts';
import { getMe } from '../contract.ts';

let store: TestStore;
beforeAll(async () => {
  // Expected errors are not printed.
  store = await openTestStore({ LOG_LEVEL: 'fatal' });
});
afterAll(() => store.close());

/** Returns the newest e-mail to an address whose text matches, from the demo's outbox. */
async function mailTo(email: string, matching: RegExp): Promise<string> {
  return vi.waitFor(
    async () => {
      const { body } = await store.app.inject('/sandbox/outbox/');
      const found = body.split('<article').find((one) => one.includes(`To <b>${email}</b>`) && matching.test(one));
      if (!found) throw new Error(`No mail to ${email} yet`);
      return found;
    },
    { timeout: 10_000, interval: 20 },
  );
}

function linkIn(mail: string): URL {
  return new URL((/<a href="([^"]+)"/.exec(mail)?.[1] ?? '').replaceAll('&#38;', '&'));
}

const forget = (email: string, headers: Record<string, string> = {}) =>
  provider(store.app, '/request-password-reset', { email }, headers);
const login = (email: string, password: string) => provider(store.app, '/sign-in/email', { email, password });

test('a forgotten password is replaced by a mailed link, once, and every session ends [12.3 T15]', async () => {
  const person = await store.as('buyer');
  expect((await forget(person.email, { host: 'evil.example' })).statusCode).toBe(200);
  const link = linkIn(await mailTo(person.email, /\/reset\?token=/));
  expect(link.origin + link.pathname).toBe(`${ORIGIN}/reset`);

  const token = link.searchParams.get('token');
  const reset = (newPassword: string) => provider(store.app, '/reset-password', { token, newPassword });
  expect((await reset('12345')).json()).toMatchObject({ code: 'PASSWORD_TOO_SHORT' });
  expect((await reset('brand-new-1')).statusCode).toBe(200);
  expect((await reset('brand-new-2')).json()).toMatchObject({ code: 'INVALID_TOKEN' });

  const before = createClient(inProcessTransport(store.app, { cookie: person.cookie }));
  await expect(before.send(getMe, {})).rejects.toMatchObject({ status: 401 });
  await expect(person.api.send(getMe, {})).rejects.toMatchObject({ status: 401 });
  expect((await login(person.email, person.password)).statusCode).toBe(401);
  expect((await login(person.email, 'brand-new-1')).statusCode).toBe(200);
});

test('a link to a new password works for an hour', async () => {
  const person = await store.as('buyer');
  await forget(person.email);
  const token = linkIn(await mailTo(person.email, /\/reset\?token=/)).searchParams.get('token');
  const { account_id } = await store.db
    .selectFrom('users')
    .select('account_id')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  const { expires_at } = await store.db
    .selectFrom('verifications')
    .select('expires_at')
    .where('value', '=', String(account_id))
    .executeTakeFirstOrThrow();
  const minutes = (new Date(expires_at).getTime() - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(58);
  expect(minutes).toBeLessThanOrEqual(60);
  await store.db
    .updateTable('verifications')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute();
  const answer = await provider(store.app, '/reset-password', { token, newPassword: 'brand-new-1' });
  expect(answer.json()).toMatchObject({ code: 'INVALID_TOKEN' });
});

test('a reset by a mailed link confirms the address, and older links stop working [T16]', async () => {
  const person = await store.as('buyer');
  const tokenOfLetter = async (other?: string | null) =>
    vi.waitFor(async () => {
      const token = linkIn(await mailTo(person.email, /\/reset\?token=/)).searchParams.get('token');
      expect(token).not.toBe(other);
      return token;
    });
  await forget(person.email);
  const older = await tokenOfLetter();
  await forget(person.email);
  const token = await tokenOfLetter(older);
  const reset = (token: string | null) => provider(store.app, '/reset-password', { token, newPassword: 'brand-new-1' });
  expect((await reset(token)).statusCode).toBe(200);
  const session = createClient(
    inProcessTransport(store.app, { cookie: cookieOf(await login(person.email, 'brand-new-1')) }),
  );
  expect(await session.send(getMe, {})).toMatchObject({ emailVerified: true });
  expect((await reset(older)).json()).toMatchObject({ code: 'INVALID_TOKEN' });
});

test('a new reset link ends the older ones, also when several are requested at once [T16]', async () => {
  const person = await store.as('buyer');
  const links = () =>
    store.db
      .selectFrom('verifications')
      .innerJoin('users', (join) => join.on(sql<boolean>`users.account_id::text = verifications.value`))
      .select('verifications.id')
      .where('users.id', '=', person.id)
      .execute();
  await forget(person.email);
  const older = linkIn(await mailTo(person.email, /\/reset\?token=/)).searchParams.get('token');
  const answers = await Promise.all(Array.from({ length: 5 }, () => forget(person.email)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
  expect(await links()).toHaveLength(1);
  const reset = (token: string | null) => provider(store.app, '/reset-password', { token, newPassword: 'brand-new-1' });
  expect((await reset(older)).json()).toMatchObject({ code: 'INVALID_TOKEN' });
  await untilIdle(store.db);
  const { body } = await store.app.inject('/sandbox/outbox/');
  const tokens = body
    .split('<article')
    .filter((mail) => mail.includes(`To <b>${person.email}</b>`) && mail.includes('/reset?token='))
    .map((mail) => linkIn(mail).searchParams.get('token'));
  const outcomes = [];
  for (const token of tokens) outcomes.push((await reset(token)).statusCode);
  expect(outcomes.filter((code) => code === 200)).toHaveLength(1);
});

test('a reset request does not reveal whether an account exists [T11]', async () => {
  const person = await store.as('buyer');
  const timed = async (email: string) => {
    const start = performance.now();
    const answer = await forget(email);
    return { status: answer.statusCode, body: answer.json(), took: performance.now() - start };
  };
  const there = await timed(person.email);
  const nowhere = await timed('nobody-at-all@example.com');
  expect(nowhere).toMatchObject({ status: there.status, body: there.body });
  expect(Math.min(there.took, nowhere.took)).toBeGreaterThanOrEqual(395);
  await mailTo(person.email, /\/reset\?token=/);
  expect((await store.app.inject('/sandbox/outbox/')).body).not.toContain('nobody-at-all@example.com');
});

test('a registration sends a confirmation link, which does not sign in [3.2]', async () => {
  const email = 'fresh@example.com';
  const signedUp = await provider(store.app, '/sign-up/email', { name: 'Fresh', email, password: 'secret-1234' });
  expect(signedUp.json().user).toMatchObject({ emailVerified: false });
  const cookie = cookieOf(signedUp);
  const first = linkIn(await mailTo(email, /verify-email/));
  expect(first.origin).toBe(ORIGIN);

  const sentAgain = await provider(store.app, '/send-verification-email', { email }, { cookie });
  expect(sentAgain.statusCode).toBe(200);

  const followed = await store.app.inject(first.pathname + first.search);
  expect([followed.statusCode, followed.headers.location]).toEqual([302, '/verified?done=1']);
  expect(followed.cookies).toEqual([]);
  const session = await store.app.inject({ url: '/api/me', headers: { cookie } });
  expect(session.json()).toMatchObject({ email, emailVerified: true });

  const altered = await store.app.inject('/api/auth/verify-email?token=abc&callbackURL=%2Fverified%3Fdone%3D1');
  expect(altered.headers.location).toBe('/verified?done=1&error=INVALID_TOKEN');
});

test('e-mails and refusals are in the reader’s language [8.1 8.12]', async () => {
  const person = await store.as('buyer');
  const bangla = { cookie: 'lang=bn' };
  await forget(person.email, bangla);
  expect(await mailTo(person.email, /\/reset\?token=/)).toContain('নতুন পাসওয়ার্ড: দোলনা');
  const wrong = (headers: Record<string, string>) =>
    provider(store.app, '/sign-in/email', { email: person.email, password: 'not-this-one' }, headers);
  expect((await wrong({ 'accept-language': 'bn' })).json()).toMatchObject({
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'ইমেইল বা পাসওয়ার্ড ভুল',
  });
  expect((await wrong({})).json()).toMatchObject({ message: 'Invalid email or password' });
});

test('a link that cannot be enqueued is a 503, not a success [P8]', async () => {
  const person = await store.as('buyer');
  const again = () =>
    provider(store.app, '/send-verification-email', { email: person.email }, { cookie: person.cookie });
  const signUp = () =>
    provider(store.app, '/sign-up/email', { name: 'Late', email: 'late@example.com', password: 'secret-1234' });
  const codes = await transaction(store.db, async (db) => {
    await sql`lock table graphile_worker._private_jobs in access exclusive mode`.execute(db);
    const answers = await Promise.all([forget(person.email), again(), signUp()]);
    return answers.map(({ statusCode }) => statusCode);
  });
  expect(codes).toEqual([503, 503, 503]);
});
