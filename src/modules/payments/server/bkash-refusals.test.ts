import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { chooseMethod } from '#modules/handover/contract.ts';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';
import { getPaymentStatus } from '../contract.ts';

const providerStore = await openProviderStore();
const { buyer, faults, book, choose, check, stateOf, payAt, reconcile, clearFaults } = providerStore;
afterAll(() => providerStore.close());

/** The buyer agrees at bKash and comes back while bKash has these faults. */
async function payWith(calls: object[]) {
  const id = await book();
  const comeBack = await payAt('bkash', await choose(id, 'bkash'));
  faults.bkash.addAll({ calls });
  await comeBack();
  return id;
}
/** bKash answers the execution with a code, with or without its effect. */
const payAnswered = (statusCode: string, effect: 'alter' | 'instead') =>
  payWith([{ kind: effect, on: 'execute', set: { statusCode, statusMessage: 'Refused' } }]);
const readPaymentStatus = (id: string) =>
  buyer.api.send(getPaymentStatus, { params: { id }, query: { method: 'bkash' } });

test('a wallet with too little money is refused for that reason', async () => {
  const id = await book();
  await (await payAt('bkash', await choose(id, 'bkash'), 'failed'))();
  const refused = { state: 'failed', method: 'bkash', refusal: 'funds', away: false };
  expect(await readPaymentStatus(id)).toEqual(refused);
  expect(await check(id, 'bkash')).toEqual(refused);
  // Another payment begins, which has no reason yet.
  await choose(id, 'bkash');
  expect(await readPaymentStatus(id)).toEqual({ state: 'open', method: 'bkash', away: false });
});

test.each([
  ['2014', 'code'],
  ['2015', 'locked'],
  ['2037', 'account'],
  ['2056', 'ended'],
])('an execution that bKash refuses with %s fails for the reason "%s"', async (statusCode, refusal) => {
  const id = await payAnswered(statusCode, 'instead');
  expect(await check(id, 'bkash')).toMatchObject({ state: 'failed', refusal });
});

describe.each(['2029', '2056', '2062', '2116', '2117'])('an execution that bKash answers with %s', (statusCode) => {
  test('makes the sale when the query reports the payment as completed', async () => {
    const id = await payAnswered(statusCode, 'alter');
    expect(await readPaymentStatus(id)).toEqual({ state: 'paid', method: 'bkash', away: false });
    expect(await stateOf(id)).toMatchObject({ booking: 'paid', payments: [{ state: 'succeeded' }] });
  });
});

test.each(['2029', '2062', '2116', '2117', '2003', '9999'])(
  'after %s without a completed payment the outcome stays open until bKash tells it',
  async (statusCode) => {
    const id = await payAnswered(statusCode, 'instead');
    expect(await stateOf(id)).toMatchObject({ booking: 'held', payments: [{ state: 'created' }] });
    await reconcile();
    expect(await stateOf(id)).toMatchObject({ booking: 'paid', payments: [{ state: 'succeeded' }] });
  },
);

test('a refused payment that an earlier request captured is found two minutes later, and makes the sale', async () => {
  const id = await payWith([
    { kind: 'alter', on: 'execute', set: { statusCode: '2056' } },
    { kind: 'alter', on: 'payment/status', set: { transactionStatus: 'Initiated' } },
  ]);
  expect(await stateOf(id)).toMatchObject({ booking: 'held', payments: [{ state: 'failed' }] });
  await sql`update graphile_worker._private_jobs set run_at = run_at - interval '2 minutes'
    where payload->>'intent' = ${(await stateOf(id)).payments[0]?.intent}`.execute(providerStore.store.db);
  await vi.waitUntil(async () => (await stateOf(id)).booking === 'paid', 10_000);
  expect(await stateOf(id)).toMatchObject({ payments: [{ state: 'succeeded' }] });
});

test('a payment that bKash does not know after an execution without an answer stays open', async () => {
  const unknown = { statusCode: '2033', statusMessage: 'Transaction not found' };
  const id = await payWith([
    { kind: 'error-after', on: 'execute' },
    { kind: 'instead', on: 'payment/status', set: unknown },
  ]);
  expect((await stateOf(id)).payments).toMatchObject([{ state: 'created' }]);
  await reconcile();
  expect(await stateOf(id)).toMatchObject({ booking: 'paid', payments: [{ state: 'succeeded' }] });
});

test('an execution that was called before does not keep a payment open for more than an hour', async () => {
  const id = await payWith([
    { kind: 'instead', on: 'execute', set: { statusCode: '2117', statusMessage: 'Refused' } },
    { kind: 'alter', on: 'payment/status', set: { paymentCreateTime: '2026-01-31T12:00:00:000 GMT+0600' } },
  ]);
  expect(await readPaymentStatus(id)).toMatchObject({ state: 'failed', refusal: 'ended' });
});

test.each([
  { kind: 'error-before', on: 'create' },
  { kind: 'instead', on: 'create', set: { statusCode: '503', statusMessage: 'System is undergoing maintenance' } },
])('while bKash is unavailable no payment begins, and its name is told: %o', async (fault) => {
  const id = await book();
  faults.bkash.addAll({ calls: [fault] });
  await expect(buyer.api.send(chooseMethod, { params: { id }, body: { method: 'bkash' } })).rejects.toMatchObject({
    status: 503,
    message: expect.stringMatching(/^bKash is not answering\. Nothing was charged\./),
  });
  clearFaults();
  expect((await stateOf(id)).payments).toEqual([]);
});

test('a check that bKash answers unclearly does not say that bKash is unavailable', async () => {
  const id = await book();
  const comeBack = await payAt('bkash', await choose(id, 'bkash'));
  const unclear = { statusCode: '2117', statusMessage: 'Refused' };
  faults.bkash.addAll({ calls: [{ kind: 'instead', on: 'execute', set: unclear, times: 20 }] });
  await comeBack();
  expect(await check(id, 'bkash')).toEqual({ state: 'open', method: 'bkash', away: false });
  clearFaults();
  await reconcile();
  expect(await check(id, 'bkash')).toMatchObject({ state: 'paid' });
});

test('a check without an answer of bKash says so', async () => {
  const id = await book();
  const comeBack = await payAt('bkash', await choose(id, 'bkash'));
  faults.bkash.addAll({ calls: [{ kind: 'error-before', times: 20 }] });
  await comeBack();
  expect(await check(id, 'bkash')).toEqual({ state: 'open', method: 'bkash', away: true });
  clearFaults();
  await reconcile();
  expect(await check(id, 'bkash')).toMatchObject({ state: 'paid' });
});
