import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ORIGIN, openTestStore, signUp, type TestStore } from '../../../../tests/support/test-store.ts';
import { changeEmail } from '../profile.contract.ts';
import { changePassword } from '../sessions.contract.ts';
import { attemptsAt, deviceOf, PASSWORD } from './attempts.fixtures.ts';

const [TRIES, EMAILS] = [10, 2];

let store: TestStore;
let at: ReturnType<typeof attemptsAt>;
beforeAll(async () => {
  store = await openTestStore({ RATE_LIMITS: 'on', LIMIT_TRIES: String(TRIES), LIMIT_EMAILS: String(EMAILS) });
  at = attemptsAt(store);
});
afterAll(() => store.close());

/** A counted call that hashes no password. */
const tryToken = (from: string) => at.post('/reset-password', { token: 'x', newPassword: 'brand-new-1' }, from);

/** Sends a sign-in whose body cannot be read. */
const sendJunk = (remoteAddress: string) =>
  store.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    remoteAddress,
    payload: '{',
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
  });

async function emailsTo(email: string, link: string): Promise<number> {
  const { body } = await store.app.inject('/sandbox/outbox/');
  return body.split('<article').filter((one) => one.includes(`To <b>${email}</b>`) && one.includes(link)).length;
}

test('a known browser signs in on a network with exhausted attempts [T5]', async () => {
  const email = 'carrier-nat@example.com';
  const device = await at.owner(email);
  const shared = '100.64.0.1';
  for (let n = 0; n <= TRIES; n += 1) await tryToken(shared);
  expect((await at.signIn(email, PASSWORD, shared)).statusCode).toBe(429);
  expect((await at.signIn('somebody@example.com', PASSWORD, shared, device)).statusCode).toBe(429);
  expect((await at.signIn(email, PASSWORD, shared, device)).statusCode).toBe(200);
});

test('the known browsers of an account share a limit of attempts', { timeout: 60_000 }, async () => {
  const email = 'many-tries@example.com';
  let device = await at.owner(email);
  const shared = '100.64.0.2';
  for (let n = 0; n <= TRIES; n += 1) await tryToken(shared);
  const statuses = [];
  for (let n = 0; n <= TRIES; n += 1) {
    const answer = await at.signIn(email, PASSWORD, shared, device);
    statuses.push(answer.statusCode);
    if (answer.statusCode === 200) device = deviceOf(answer);
  }
  expect(statuses).toEqual([...Array(TRIES).fill(200), 429]);
});

test('unreadable bodies have their own limit, and do not count as sign-ins', async () => {
  const email = 'junk@example.com';
  await signUp(store.app, { name: 'Rima', email, password: PASSWORD });
  const statuses = [];
  for (let n = 0; n <= TRIES; n += 1) statuses.push((await sendJunk('100.64.0.3')).statusCode);
  expect(statuses).toEqual([...Array(TRIES).fill(400), 429]);
  expect((await at.signIn(email, PASSWORD, '100.64.0.3')).statusCode).toBe(200);
});

test('one IPv6 customer with many networks has four times the attempts of one network', async () => {
  const statuses = [];
  for (let n = 0; n <= 4 * TRIES; n += 1) statuses.push((await tryToken(`2001:db8:9:${n % 8}::1`)).statusCode);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect(statuses.at(-1)).toBe(429);
  expect((await tryToken('2001:db8:a:1::1')).statusCode).not.toBe(429);
});

test('confirmation e-mails do not count towards the limit of reset e-mails [T5]', async () => {
  const email = 'unconfirmed@example.com';
  const answer = await at.post('/sign-up/email', { name: 'Rima', email, password: PASSWORD }, '100.64.1.1');
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
  const confirm = (address: string, from: string, session?: string) =>
    at.post('/send-verification-email', { email: address }, from, session);

  // For a stranger nothing is sent and nothing is counted.
  for (const address of [email, 'unknown-address@example.com'])
    for (let n = 0; n <= EMAILS; n += 1) {
      const { statusCode, body } = await confirm(address, '100.64.1.2');
      expect([statusCode, JSON.parse(body)]).toEqual([200, { status: true }]);
    }
  expect((await confirm('unknown-address@example.com', '100.64.1.1', cookie)).json()).toEqual({ status: true });
  // The e-mail of the registration counts.
  expect((await confirm(email, '100.64.1.1', cookie)).statusCode).toBe(200);
  expect((await confirm(email, '100.64.1.1', cookie)).statusCode).toBe(429);
  expect((await at.requestReset(email, '100.64.1.3')).statusCode).toBe(200);
  await vi.waitFor(async () => expect(await emailsTo(email, '/reset?')).toBe(1), 10_000);
  await vi.waitFor(async () => expect(await emailsTo(email, 'verify-email')).toBe(EMAILS), 10_000);
});

test('refused registrations do not count as e-mails', async () => {
  const email = 'refused@example.com';
  const register = (password: string) => at.post('/sign-up/email', { name: 'Rima', email, password }, '100.64.1.4');
  for (let n = 0; n <= EMAILS; n += 1) expect((await register('123456')).statusCode).toBe(400);
  expect((await register(PASSWORD)).statusCode).toBe(200);
});

test('a password can be changed, and the e-mail sent, five times an hour at most [13.8 T5]', {
  timeout: 60_000,
}, async () => {
  const person = await store.as('buyer');
  const change = (oldPassword: string, newPassword: string) =>
    person.api.send(changePassword, { body: { oldPassword, newPassword } });
  let password = person.password;
  for (let n = 0; n < 5; n += 1) {
    expect(await change(password, `brand-new-${n}`)).toEqual({ modifiedCount: 1 });
    password = `brand-new-${n}`;
  }
  await expect(change(password, 'brand-new-5')).rejects.toMatchObject({ status: 429 });
  await vi.waitFor(async () => expect(await emailsTo(person.email, 'was changed')).toBe(5), 10_000);
});

test('a change of the password counts as an attempt of its network', async () => {
  await store.db.deleteFrom('limit_counts').execute();
  const person = await store.as('buyer');
  for (let n = 0; n <= TRIES; n += 1) await tryToken('127.0.0.1');
  const body = { oldPassword: person.password, newPassword: 'brand-new-1' };
  await expect(person.api.send(changePassword, { body })).rejects.toMatchObject({ status: 429 });
});

test('changes to an address have a limit of their own, and do not use up its confirmation e-mails [T5]', async () => {
  await store.db.deleteFrom('limit_counts').execute();
  const email = 'wanted@example.com';
  const cookie = await signUp(store.app, { name: 'Rima', email, password: PASSWORD });
  const ask = async () => {
    const stranger = await store.as('buyer');
    return stranger.api.send(changeEmail, { body: { newEmail: email, password: stranger.password } });
  };
  for (let n = 0; n < EMAILS; n += 1) expect(await ask()).toEqual({ acknowledged: true });
  await expect(ask()).rejects.toMatchObject({ status: 429 });
  expect((await at.post('/send-verification-email', { email }, '100.64.1.5', cookie)).statusCode).toBe(200);
});
