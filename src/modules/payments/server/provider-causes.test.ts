import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';
import { createSslcommerzCalls } from './providers/sslcommerz/sslcommerz-api.ts';

interface Line {
  level: number;
  msg: string;
  cause?: string;
}
const lines: Line[] = [];
const log = { write: (line: string) => void lines.push(JSON.parse(line)) };

const providerStore = await openProviderStore({ LOG_LEVEL: 'warn' }, { log });
const withWrongKeys = await openProviderStore(
  { LOG_LEVEL: 'warn', BKASH_APP_SECRET: 'another-secret', SSLCOMMERZ_STORE_PASSWORD: 'another-password' },
  { log },
);
afterAll(async () => {
  await providerStore.close();
  await withWrongKeys.close();
});
beforeEach(() => {
  lines.length = 0;
});

const { buyer, faults, book, choose } = providerStore;
const code2006 = { statusCode: '2006', statusMessage: 'Refused' };
const quoting = (text: string) => ({ status: 'FAILED', failedreason: text });

test.each([
  ['bkash', 409, 'instead', 'create', code2006, 'method-refused', /^bKash answered 2006$/],
  ['bkash', 503, 'instead', 'create', { statusCode: '9999' }, 'provider-away', /^bKash answered 9999$/],
  ['bkash', 503, 'error-before', 'create', {}, 'provider-away', /^127\.0\.0\.1:\d+: the status is 500$/],
  ['bkash', 503, 'cut-before', 'create', {}, 'provider-away', /^127\.0\.0\.1:\d+: TypeError \w+$/],
  ['sslcommerz', 503, 'refuse', 'session', {}, 'provider-away', /^127\.0\.0\.1:\d+: the status is 401$/],
  [
    ...(['bkash', 503, 'instead', 'create', { organizationBalance: 'none' }, 'provider-away'] as const),
    /: the answer has an unexpected organizationBalance$/,
  ],
  [
    ...(['sslcommerz', 409, 'instead', 'session', quoting('Invalid amount'), 'method-refused'] as const),
    /^SSLCommerz answered: Invalid amount$/,
  ],
] as const)('%s: the log has the cause of a %i: %s %s %o', async (method, status, kind, on, set, code, cause) => {
  const id = await book();
  faults[method].addAll({ calls: [{ kind, on, set }] });
  await expect(choose(id, method)).rejects.toMatchObject({ status });
  expect(lines).toMatchObject([{ level: 40, msg: code, cause: expect.stringMatching(cause) }]);
});

test('a reason that quotes the request is logged without password, person and numbers', async () => {
  const id = await book();
  const person = `${buyer.name} ${buyer.email} 01712345678`;
  const set = quoting(`store-id and store-password of ${person} with 4111111111111111 are refused`);
  faults.sslcommerz.addAll({ calls: [{ kind: 'instead', on: 'session', set }] });
  await expect(choose(id, 'sslcommerz')).rejects.toMatchObject({ status: 409 });
  const cause = 'SSLCommerz answered: […] and […] of […] […] […] with [number] are refused';
  expect(lines).toMatchObject([{ cause }]);
});

test('of a password that begins with the number of the store no part is logged', async () => {
  const calls = createSslcommerzCalls({
    ...{ base: 'https://sslcommerz.example', sandbox: true },
    ...{ storeId: 'dolna', storePassword: 'dolna@secret' },
  });
  const answer = Response.json(quoting('dolna with dolna@secret is refused'));
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(answer);
  try {
    expect(await calls.begin({})).toMatchObject({ failedreason: '[…] with […] is refused' });
  } finally {
    fetched.mockRestore();
  }
});

test.each([
  ['bkash', 503, 'bKash returned no token: 2001'],
  ['sslcommerz', 409, 'SSLCommerz answered: Store Credential Error Or Store is De-active'],
] as const)('with wrong keys of %s the log says so', async (method, status, cause) => {
  const id = await withWrongKeys.book();
  await expect(withWrongKeys.choose(id, method)).rejects.toMatchObject({ status });
  expect(lines).toMatchObject([{ level: 40, cause }]);
});
