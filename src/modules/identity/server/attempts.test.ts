import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORIGIN, openTestStore, provider, signUp, type TestStore } from '../../../../tests/support/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ RATE_LIMITS: 'on', LIMIT_TRIES: '40', LIMIT_FAILURES: '10', LIMIT_EMAILS: '2' });
});
afterAll(() => store.close());

const signIn = (email: string, password: string, remoteAddress = '127.0.0.1') =>
  store.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    remoteAddress,
    payload: { email, password },
    headers: { origin: 'http://localhost:3999' },
  });

test('wrong passwords for one account are refused after the limit, and its owner still signs in from another address [T4]', async () => {
  await signUp(store.app, { name: 'Rima', email: 'rima@example.com', password: 'secret-1234' });
  for (const guess of ['guess-1', 'guess-2'])
    expect((await signIn('rima@example.com', guess, '127.0.0.2')).statusCode).toBe(401);
  const refused = await signIn('Rima@Example.com', 'secret-1234', '127.0.0.2');
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json().message).toBe('Too many attempts. Wait a moment.');
  expect((await signIn('rima@example.com', 'secret-1234', '127.0.0.3')).statusCode).toBe(200);
});

test('guesses from many addresses are limited to one a minute each, whether the account exists or not', async () => {
  const codes = [];
  for (let n = 0; n < 10; n++)
    codes.push((await signIn('nobody@example.com', `guess-${n}`, `127.0.1.${n}`)).statusCode);
  for (let n = 0; n < 2; n++) codes.push((await signIn('nobody@example.com', `guess-${n}`, '127.0.1.99')).statusCode);
  expect(codes).toEqual([...Array(11).fill(401), 429]);
});

test('a body that only the provider could read is refused, so that every guess is counted', async () => {
  await signUp(store.app, { name: 'Tania', email: 'tania@example.com', password: 'secret-1234' });
  const send = (type: string, payload: string) =>
    store.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      remoteAddress: '127.0.0.5',
      payload,
      headers: { origin: 'http://localhost:3999', 'content-type': type },
    });
  const form = 'email=tania%40example.com&password=secret-1234';
  for (const payload of [form, `"&${form}&"`])
    expect((await send('application/x-www-form-urlencoded', payload)).statusCode).toBe(415);
  // Readers differ in how they treat a byte order mark.
  const marked = `\ufeff${JSON.stringify({ email: 'tania@example.com', password: 'guess-1' })}`;
  const codes = [];
  for (let n = 0; n < 3; n++) codes.push((await send('application/json', marked)).statusCode);
  expect(codes).toEqual([401, 401, 429]);
});

test('right passwords are not counted', async () => {
  await signUp(store.app, { name: 'Sumon', email: 'sumon@example.com', password: 'secret-1234' });
  for (let n = 0; n < 6; n++)
    expect((await signIn('sumon@example.com', 'secret-1234', '127.0.0.4')).statusCode).toBe(200);
});

test('e-mails to one address are limited, whether it has an account or not', async () => {
  const ask = (email: string) => provider(store.app, '/request-password-reset', { email });
  for (const email of ['rima@example.com', 'stranger@example.com']) {
    const codes = [await ask(email), await ask(email), await ask(email)].map((answer) => answer.statusCode);
    expect(codes).toEqual([200, 200, 429]);
  }
});

test('attempts from one address are counted over all accounts', { timeout: 60_000 }, async () => {
  const codes = [];
  for (let n = 0; n < 41; n++) codes.push((await signIn(`p${n}@example.com`, 'guess-1', '127.0.0.9')).statusCode);
  expect(codes.filter((code) => code === 429)).toHaveLength(1);
  expect(codes.at(-1)).toBe(429);
});

test('starts of a sign-in with Google are counted, because each is stored', async () => {
  const query = new URLSearchParams({ provider: 'google', popupOrigin: ORIGIN, popupNonce: 'n1' });
  const start = () => store.app.inject({ url: `/api/auth/oauth-popup/start?${query}`, remoteAddress: '127.0.0.10' });
  const codes = [];
  for (let n = 0; n < 41; n++) codes.push((await start()).statusCode);
  expect(codes).toEqual([...Array(40).fill(302), 429]);
});

test('the addresses of one IPv6 network count as one [T4]', async () => {
  const codes = [];
  for (let n = 0; n < 3; n++)
    codes.push((await signIn('six@example.com', `guess-${n}`, `2001:db8:1:2::${n + 1}`)).statusCode);
  expect(codes).toEqual([401, 401, 429]);
});

test('the database keeps digests, not addresses or e-mails', async () => {
  const rows = await store.db.selectFrom('limit_counts').select('bucket').execute();
  expect(rows.length).toBeGreaterThan(3);
  for (const { bucket } of rows) expect(bucket).toMatch(/^[a-z-]+:[\w-]{43}$/);
});

test('the most common passwords are refused at registration and at reset [5.4]', async () => {
  for (const password of ['123456', 'Password', 'password123']) {
    const answer = await provider(store.app, '/sign-up/email', { name: 'Mita', email: 'mita@example.com', password });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe('This password is easy to guess. Choose another.');
  }
});
