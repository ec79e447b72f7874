import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { createLimiter } from '#platform/limits/rate-limiter.ts';
import { form } from '../../../../tests/support/provider-store.ts';
import { HIGH_LIMITS, openRecordingStore } from '../../../../tests/support/recording-store.ts';
import { selfSigned } from '../../../../tests/support/self-signed.ts';
import { CERTIFICATE_URL, signSns, TOPIC } from '../../../../tests/support/sns-messages.ts';
import { mayPoll } from './poll-limits.ts';

const providerStore = await openRecordingStore(
  { RATE_LIMITS: 'on', ...HIGH_LIMITS, BKASH_TOPIC_ARN: TOPIC },
  {
    nameOf: ({ pathname }) => (pathname.includes('/token/') ? undefined : pathname.replace(/.*\//, '')),
    answer: ({ hostname }) => (hostname.includes('amazonaws') ? new Response('', { status: 404 }) : undefined),
  },
);
const { store, faults, book, choose, check, stateOf, payAt, sslcommerz, asked, messages } = providerStore;

const times = (count: number) => Array.from({ length: count });
/** Two seconds pass for the limits. */
const wait = () => sql`update limit_counts set resets_at = now() where bucket like 'provider-%'`.execute(store.db);
const sendIpn = (fields: Record<string, string>, remoteAddress = '192.0.2.1') =>
  store.app.inject({ method: 'POST', url: '/api/payments/sslcommerz/ipn', remoteAddress, ...form(fields) });

const pollJobs = sql`select from graphile_worker.jobs where task_identifier = 'ask-provider'`;
// A delayed poll would count for the next test.
afterEach(() => vi.waitUntil(async () => (await pollJobs.execute(store.db)).rows.length === 0, 15_000));

test.each([
  ['bkash', 'status'],
  ['sslcommerz', 'merchantTransIDvalidationAPI.php'],
] as const)(
  'pages that ask about a payment of %s at the same time have the provider asked once',
  async (method, call) => {
    const id = await book();
    await choose(id, method);
    asked.length = 0;
    const answers = await Promise.all(times(10).map(() => check(id)));
    expect(asked).toEqual([call]);
    expect(answers).toEqual(times(10).map(() => ({ state: 'open', method, away: false })));
    await wait();
    await check(id);
    expect(asked).toEqual([call, call]);
  },
);

test('right messages soon after a poll are accepted, and poll SSLCommerz once after the pause', async () => {
  const id = await book();
  const url = await choose(id, 'sslcommerz');
  faults.sslcommerz.addAll({ calls: [{ kind: 'error-before', on: 'query', times: 1 }] });
  await payAt('sslcommerz', url, 'success');
  await sslcommerz.settled();
  const [message = {}] = messages;
  asked.length = 0;
  const answers = await Promise.all(times(20).map(() => sendIpn(message)));
  expect(asked).toEqual([]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(times(20).map(() => 200));
  await vi.waitUntil(async () => (await stateOf(id)).booking === 'paid', 15_000);
  expect(asked.filter((call) => call === 'merchantTransIDvalidationAPI.php')).toHaveLength(1);
});

test('returns at the same time take the money once, whatever page asked a moment before', async () => {
  const id = await book();
  const comeBack = await payAt('bkash', await choose(id, 'bkash'));
  await check(id);
  asked.length = 0;
  const answers = await Promise.all(times(20).map(() => comeBack()));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(times(20).map(() => 303));
  expect(asked.filter((call) => call === 'execute')).toHaveLength(1);
  expect((await stateOf(id)).booking).toBe('paid');
});

test('a flood of forged messages and returns costs no poll, and ends with 429 for its network alone', async () => {
  const forged = { tran_id: 'abcdef123', status: 'VALID', verify_key: 'status,tran_id', verify_sign: '0'.repeat(32) };
  const codes = new Map<number, number>();
  for (const _ of times(620)) {
    const { statusCode } = await sendIpn(forged, '203.0.113.9');
    codes.set(statusCode, (codes.get(statusCode) ?? 0) + 1);
  }
  expect(Object.fromEntries(codes)).toEqual({ 400: 600, 429: 20 });
  expect((await sendIpn(forged, '203.0.113.10')).statusCode).toBe(400);
  const back = '/api/payments/bkash/return?paymentID=TR0011unknown&status=success';
  const answers = await Promise.all(
    times(20).map(() => store.app.inject({ url: back, remoteAddress: '203.0.113.11' })),
  );
  expect(answers.map(({ headers }) => headers.location)).toEqual(
    times(20).map(() => expect.stringContaining('/myorders')),
  );
  expect(asked).toEqual([]);
});

test('messages that name new certificates again and again have few of them fetched', async () => {
  const forger = selfSigned('sns.amazonaws.com');
  const answers = [];
  for (const [n] of times(15).entries()) {
    const SigningCertURL = CERTIFICATE_URL.replace('-1.pem', `-${n}.pem`);
    const payload = JSON.stringify(signSns(forger, { SigningCertURL }));
    const headers = { 'content-type': 'text/plain' };
    answers.push(await store.app.inject({ method: 'POST', url: '/api/payments/bkash/webhook', headers, payload }));
  }
  expect(asked).toHaveLength(10);
  expect(answers.slice(10).map(({ statusCode }) => statusCode)).toEqual(times(5).map(() => 429));
});

test('processes agree about the pause', async () => {
  const limiters = times(4).map(() => createLimiter(store.db, 'the secret of the store'));
  const number = { provider: 'bkash', intent: 'TR0011shared' };
  const allowed = await Promise.all(
    times(20).map((_, n) => mayPoll({ db: store.db, limiter: limiters[n % limiters.length] }, number)),
  );
  expect(allowed.filter(Boolean)).toHaveLength(1);
});
