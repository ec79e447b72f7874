import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestStore, signUp, type TestStore } from '../../../../tests/support/test-store.ts';
import { attemptsAt, deviceCookieOf, deviceOf, ELSEWHERE, HOME, MOBILE, PASSWORD } from './attempts.fixtures.ts';

/** Small limits, because each guess takes a tenth of a second. */
const [FAILURES, EMAILS] = [5, 2];

let store: TestStore;
let at: ReturnType<typeof attemptsAt>;
beforeAll(async () => {
  store = await openTestStore({
    RATE_LIMITS: 'on',
    LIMIT_TRIES: '1000',
    LIMIT_FAILURES: String(FAILURES),
    LIMIT_EMAILS: String(EMAILS),
  });
  at = attemptsAt(store);
});
afterAll(() => store.close());

async function resetTokenOf(email: string): Promise<string> {
  return vi.waitFor(async () => {
    const { body } = await store.app.inject('/sandbox/outbox/');
    const mail = body.split('<article').find((one) => one.includes(`To <b>${email}</b>`) && one.includes('/reset?'));
    const token = /\/reset\?token=([\w-]+)/.exec(mail ?? '')?.[1];
    if (!token) throw new Error(`No letter to ${email} yet`);
    return token;
  }, 10_000);
}

test('guesses of many networks are limited to ten times an account’s limit, and its owner’s browser still signs in [T4]', {
  timeout: 120_000,
}, async () => {
  const email = 'large-botnet@example.com';
  const device = await at.owner(email);
  expect(await at.attack(email, 60, 60, '10.8.0')).toEqual({ 401: 10 * FAILURES, 429: 60 - 10 * FAILURES });
  const refused = await at.signIn(email, PASSWORD, MOBILE);
  expect(refused.statusCode).toBe(429);
  expect(refused.json().message).toMatch(/Log in from a browser you used before, or reset the password by email/);
  expect((await at.signIn(email, PASSWORD, MOBILE, device)).statusCode).toBe(200);
});

test('during such an attack a reset link signs in, even one that a stranger requested [13.10]', {
  timeout: 120_000,
}, async () => {
  const email = 'forgetful@example.com';
  await at.owner(email);
  for (let n = 0; n < EMAILS; n += 1) expect((await at.requestReset(email, ELSEWHERE)).statusCode).toBe(200);
  await at.attack(email, 6, 11, '10.4.0');
  // As many guesses as in the test above.
  await store.db
    .updateTable('limit_counts')
    .set({ count: 9 * FAILURES })
    .where('bucket', 'like', 'failures-slow-all:%')
    .execute();
  expect((await at.requestReset(email, MOBILE)).statusCode).toBe(429);
  const reset = { token: await resetTokenOf(email), newPassword: 'brand-new-1' };
  const answer = await at.post('/reset-password', reset, MOBILE);
  expect(answer.statusCode).toBe(200);
  expect((await at.signIn(email, 'brand-new-1', ELSEWHERE)).statusCode).toBe(429);
  expect((await at.signIn(email, 'brand-new-1', MOBILE, deviceOf(answer))).statusCode).toBe(200);
});

test('e-mails to one address are at most three times their limit in an hour [T5]', {
  timeout: 120_000,
}, async () => {
  const email = 'mailbox@example.com';
  const device = await at.owner(email);
  let sent = 0;
  for (const [from, cookie] of [['10.3.0.1'], [HOME], [HOME, device], [MOBILE, device]] as const)
    for (let n = 0; n <= 3 * EMAILS; n += 1)
      if ((await at.requestReset(email, from, cookie)).statusCode === 200) sent += 1;
  expect(sent).toBe(3 * EMAILS);
});

test('one IPv6 customer with many networks guesses as often as four networks [T4]', { timeout: 60_000 }, async () => {
  const email = 'six-to-four@example.com';
  const statuses = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await at.signIn(email, 'guess', `2001:db8:7:${n}::1`)).statusCode);
  expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
  expect((await at.signIn(email, 'guess', '2001:db8:8:1::1')).statusCode).toBe(401);
});

test('no limit reveals whether an account exists [T11]', { timeout: 120_000 }, async () => {
  const there = 'there@example.com';
  await at.owner(there);
  const statuses = async (email: string, block: string) => [
    await at.attack(email, 6, 14, block),
    (await at.requestReset(email, `${block}.1`)).statusCode,
  ];
  expect(await statuses('not-there@example.com', '10.7.1')).toEqual(await statuses(there, '10.7.0'));
});

describe('the device cookie', () => {
  test('is unreadable for scripts, not sent by other sites, and contains no e-mail', async () => {
    const email = 'cookie@example.com';
    await at.owner(email);
    const cookie = deviceCookieOf(await at.signIn(email, PASSWORD, HOME));
    expect(cookie).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 400 * 24 * 60 * 60 });
    const [, payload = ''] = cookie.value.split('.');
    expect(Buffer.from(payload, 'base64url').toString()).not.toMatch(/cookie|example|@/);
  });

  test('of another account, altered or made up gives no limit of its own [T6]', async () => {
    const [victim, other] = ['victim@example.com', 'other@example.com'];
    const [genuine, others] = [await at.owner(victim), await at.owner(other)];
    await at.attack(victim, 5, FAILURES, '10.6.0');
    const [header, , signature] = others.split('.');
    const forged = `${header}.${genuine.split('.')[1]}.${signature}`;
    const cookies = [others, forged, 'known-device=x', `known-device=${'x'.repeat(3000)}`];
    for (const [n, cookie] of cookies.entries()) {
      expect((await at.signIn(victim, 'guess', `10.6.1.${n}`, cookie)).statusCode).toBe(401);
      expect((await at.signIn(victim, PASSWORD, `10.6.1.${n}`, cookie)).statusCode).toBe(429);
    }
  });

  test('that was stolen allows a fifth of an hour’s guesses and no session [T6]', async () => {
    const email = 'stolen@example.com';
    const device = await at.owner(email);
    await at.attack(email, 5, FAILURES, '10.5.0');
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await at.signIn(email, `guess-${n}`, ELSEWHERE, device)).statusCode);
    // One guess of the cookie, and one of its network.
    expect(statuses).toEqual([401, 401, 429, 429]);
    const session = await store.app.inject({ url: '/api/session', headers: { cookie: device } });
    expect(session.json()).toEqual({ email: null });
  });

  test('from before a password change gives no limit of its own [T6]', { timeout: 60_000 }, async () => {
    const email = 'moved-on@example.com';
    const device = await at.owner(email);
    const later = await at.owner('other-owner@example.com');
    await at.requestReset(email, HOME);
    const reset = { token: await resetTokenOf(email), newPassword: 'brand-new-1' };
    const renewed = deviceOf(await at.post('/reset-password', reset, HOME));
    await at.attack(email, 5, FAILURES, '10.11.0');
    // The network's one attempt is used up.
    await at.signIn(email, 'guess', ELSEWHERE);
    expect((await at.signIn(email, 'guess', ELSEWHERE, device)).statusCode).toBe(429);
    expect((await at.signIn(email, 'guess', ELSEWHERE, later)).statusCode).toBe(429);
    expect((await at.signIn(email, 'brand-new-1', ELSEWHERE, renewed)).statusCode).toBe(200);
  });

  test('allows all browsers of an account together as many guesses in an hour as strangers [T6]', {
    timeout: 60_000,
  }, async () => {
    const email = 'many-browsers@example.com';
    await at.owner(email);
    const devices = [];
    for (let n = 0; n < FAILURES + 2; n += 1) devices.push(deviceOf(await at.signIn(email, PASSWORD, HOME)));
    await at.signIn(email, 'guess', ELSEWHERE);
    const statuses = [];
    for (const device of devices) statuses.push((await at.signIn(email, 'guess', ELSEWHERE, device)).statusCode);
    // The first refusal is the ceiling's, because the network's one attempt is used up.
    expect(statuses).toEqual([...Array(FAILURES).fill(401), 429, 429]);
  });

  test('names the last five accounts of a browser', async () => {
    let cookie = '';
    const emails = [1, 2, 3, 4, 5, 6].map((n) => `family-${n}@example.com`);
    for (const email of emails) {
      await signUp(store.app, { name: 'Rima', email, password: PASSWORD });
      cookie = deviceOf(await at.signIn(email, PASSWORD, HOME, cookie));
    }
    const [, payload = ''] = cookie.split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString()).accounts).toHaveLength(5);
    expect(cookie.length).toBeLessThan(700);
  });
});

test('the database keeps five networks of an account, as digests, and none of a deleted account', async () => {
  const email = 'traveller@example.com';
  await at.owner(email);
  for (let n = 0; n < 7; n += 1) expect((await at.signIn(email, PASSWORD, `203.0.113.${n}`)).statusCode).toBe(200);
  const rows = () =>
    store.db
      .selectFrom('known_networks')
      .innerJoin('accounts', 'accounts.id', 'account_id')
      .select('digest')
      .where('email', '=', email)
      .execute();
  expect(await rows()).toHaveLength(5);
  for (const { digest } of await rows()) expect(digest).toMatch(/^[\w-]{43}$/);
  await store.db.deleteFrom('accounts').where('email', '=', email).execute();
  expect(await rows()).toEqual([]);
});
