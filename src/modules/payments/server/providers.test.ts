import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { chooseMethod } from '#modules/handover/contract.ts';
import { BKASH_CALLS_PATH, createBkash } from '../../../../sandbox/bkash/bkash.ts';
import { createSslcommerz } from '../../../../sandbox/sslcommerz/sslcommerz.ts';
import { ORIGIN, openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { listPayments, reviewPayment } from '../admin.contract.ts';
import { checkPayment, paymentSettings } from '../contract.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { reconcileTask } from './reconcile.job.ts';
import { verifyBooks } from './reconciliation-report.ts';
import { refundDuePayment } from './refund.job.ts';

const BKASH = { appKey: 'app-key', appSecret: 'app-secret', username: 'merchant', password: 'password' };
const SSLCOMMERZ = { storeId: 'store-id', storePassword: 'store-password' };
const WALLET = '01929918378';

let address = '';
const bkash = createBkash({ ...BKASH, file: ':memory:', path: '/sandbox/bkash', languageOf: () => 'en' });
const sslcommerz = createSslcommerz({
  ...SSLCOMMERZ,
  file: ':memory:',
  path: '/sandbox/sslcommerz',
  languageOf: () => 'en',
  refundMs: 0,
  slowMs: 0,
  reach: (url) => address + new URL(url).pathname,
});
const servers = [Fastify(), Fastify()] as const;
let store: TestStore;
let seller: Person;
let buyer: Person;
let admin: Person;
let deps: PaymentDeps;
let categoryId: string;

beforeAll(async () => {
  await servers[0].register(bkash.plugin);
  await servers[1].register(sslcommerz.plugin);
  const [wallet, gateway] = await Promise.all(servers.map((server) => server.listen({ host: '127.0.0.1', port: 0 })));
  store = await openTestStore({
    BKASH_BASE: `${wallet}${BKASH_CALLS_PATH}`,
    BKASH_APP_KEY: BKASH.appKey,
    BKASH_APP_SECRET: BKASH.appSecret,
    BKASH_USERNAME: BKASH.username,
    BKASH_PASSWORD: BKASH.password,
    SSLCOMMERZ_BASE: gateway ?? '',
    SSLCOMMERZ_STORE_ID: SSLCOMMERZ.storeId,
    SSLCOMMERZ_STORE_PASSWORD: SSLCOMMERZ.storePassword,
  });
  address = store.address;
  categoryId = await aCategory(store.db);
  [seller, buyer, admin] = [await store.as('seller'), await store.as('buyer'), await store.as('admin')];
  const names = { en: 'Dolna', bn: 'দোলনা' };
  const emailContext = { productName: names, currencyLabel: names, origin: ORIGIN };
  deps = { db: store.db, providers: store.providers, emailContext, pickupMinutes: 10 };
});
afterAll(async () => {
  await store.close();
  await Promise.all(servers.map((server) => server.close()));
  await sslcommerz.close();
  bkash.close();
});

async function book() {
  const itemId = (await seller.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
  const body = { itemId, phone: '01712345678', location: 'Mirpur' };
  return (await buyer.api.send(bookProduct, { body })).insertedId;
}

type Way = 'bkash' | 'sslcommerz';
const choose = async (id: string, method: Way) =>
  (await buyer.api.send(chooseMethod, { params: { id }, body: { method } })).redirectUrl ?? '';
const check = (id: string) => buyer.api.send(checkPayment, { params: { id } });

const form = (values: Record<string, string>) => ({
  payload: new URLSearchParams(values).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});
const stateOf = async (id: string) => {
  const { state } = await store.db
    .selectFrom('bookings')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const payments = await store.db
    .selectFrom('payments')
    .select(['id', 'intent', 'state'])
    .where('booking_id', '=', id)
    .execute();
  return { booking: state, payments };
};

/** The buyer pays on the provider's page. Returns how the browser comes back, which it has not done yet. */
async function payAt(way: Way, redirectUrl: string, result = 'success') {
  const { pathname } = new URL(redirectUrl);
  const url = pathname.replace(`/sandbox/${way}`, '');
  if (way === 'bkash') {
    let location = '';
    for (const [step, answer] of Object.entries({ number: WALLET, code: '123456', pin: '12121' }))
      location = String((await servers[0].inject({ method: 'POST', url, ...form({ step, answer }) })).headers.location);
    const { pathname: path, search } = new URL(location);
    return () => store.app.inject({ method: 'GET', url: path + search });
  }
  const page = (await servers[1].inject({ method: 'POST', url, ...form({ result, way: 'card' }) })).body;
  const fields = Object.fromEntries(
    [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name ?? '', value ?? '']),
  );
  return () => store.app.inject({ method: 'POST', url: '/api/payments/sslcommerz/return', ...form(fields) });
}

const faults = { bkash: bkash.faults, sslcommerz: sslcommerz.faults };
const reconcile = async () => {
  // The job leaves payments of the last 30 seconds to browser and message.
  await store.db
    .updateTable('payments')
    .set({ created_at: new Date(Date.now() - 60_000) })
    .execute();
  await reconcileTask(deps)({}, { logger: { error: (line: string) => expect.unreachable(line) } } as never);
};

test('the ways are offered in their order', async () => {
  const { ways } = await buyer.api.send(paymentSettings, {});
  expect(ways.map(({ method }) => method)).toEqual(['card', 'bkash', 'sslcommerz', 'cash']);
});

describe.each(['bkash', 'sslcommerz'] as const)('%s', (way) => {
  test('a payment makes the sale, and coming back twice changes nothing', async () => {
    const id = await book();
    const url = await choose(id, way);
    expect(await choose(id, way)).toBe(url);
    const comeBack = await payAt(way, url);
    for (const _ of [1, 2]) {
      const { statusCode, headers } = await comeBack();
      expect([statusCode, headers.location]).toEqual([303, `${ORIGIN}/dashboard/payment/${id}?back=${way}`]);
    }
    expect(await check(id)).toEqual({ state: 'paid', method: way, away: false });
    expect(await stateOf(id)).toMatchObject({ booking: 'paid', payments: [{ state: 'succeeded' }] });
  });

  test('a return that lies about success sells nothing', async () => {
    const id = await book();
    await choose(id, way);
    const [{ intent = '' } = {}] = (await stateOf(id)).payments;
    if (way === 'bkash') await store.app.inject(`/api/payments/bkash/return?paymentID=${intent}&status=success`);
    else {
      const lie = form({ tran_id: intent, status: 'VALID', amount: '6500.00', val_id: 'made-up' });
      await store.app.inject({ method: 'POST', url: '/api/payments/sslcommerz/return', ...lie });
    }
    expect((await stateOf(id)).booking).toBe('held');
    expect(['open', 'failed']).toContain((await check(id)).state);
  });

  test('a provider that is away is asked again until it answers', async () => {
    const id = await book();
    const comeBack = await payAt(way, await choose(id, way));
    await sslcommerz.settled();
    if (way === 'bkash') {
      faults.bkash.addAll({
        calls: [
          { kind: 'error-after', on: 'execute' },
          { kind: 'error-before', on: 'payment/status' },
        ],
      });
      expect((await comeBack()).statusCode).toBe(303);
      expect((await stateOf(id)).booking).toBe('held');
    }
    await reconcile();
    expect(await stateOf(id)).toMatchObject({ booking: 'paid', payments: [{ state: 'succeeded' }] });
  });

  test('an altered amount is kept for review, and goes back whole by a decision', async () => {
    const id = await book();
    const url = await choose(id, way);
    faults[way].addAll({
      calls: [
        { kind: 'alter', on: way === 'bkash' ? 'payment/status' : 'validation', set: { amount: '65.00' }, times: 50 },
      ],
    });
    const comeBack = await payAt(way, url);
    await comeBack();
    expect(await check(id)).toMatchObject({ state: 'review' });
    const { payments } = await stateOf(id);
    const kept = await admin.api.send(listPayments, {});
    expect(kept.items).toContainEqual(
      expect.objectContaining({ _id: payments[0]?.id, state: 'review', review: 'amount' }),
    );
    const params = { id: payments[0]?.id ?? '' };
    const decide = (decision: 'release' | 'refund') =>
      admin.api.send(reviewPayment, { params, body: { decision, reason: 'The amount differs.' } });
    await expect(decide('release')).rejects.toMatchObject({ status: 409 });
    expect(await decide('refund')).toMatchObject({ state: 'refund_due' });
    faults[way].addAll({ clear: true });
  });
});

/** Opens the pages of both providers for one booking. */
async function bookTwoPages() {
  const id = await book();
  const gateway = await choose(id, 'sslcommerz');
  return { id, gateway, wallet: await choose(id, 'bkash') };
}
const statesOf = async (id: string) => (await stateOf(id)).payments.map(({ state }) => state).sort();

test('a second capture of a booking goes back whole, once', async () => {
  const { id, gateway, wallet } = await bookTwoPages();
  await (await payAt('bkash', wallet))();
  await (await payAt('sslcommerz', gateway))();
  await sslcommerz.settled();
  const second = (await stateOf(id)).payments.find(({ state }) => state !== 'succeeded');
  expect(['refund_due', 'refunded']).toContain(second?.state);
  // SSLCommerz first answers that the refund began.
  await refundDuePayment(deps, second?.id ?? '').catch(() => undefined);
  await refundDuePayment(deps, second?.id ?? '');
  expect(await statesOf(id)).toEqual(['refunded', 'succeeded']);
  const refunds = store.db
    .selectFrom('refund_requests')
    .select('ref')
    .where('payment_id', '=', second?.id ?? '');
  expect(await refunds.execute()).toEqual([{ ref: expect.any(String) }]);
});

test('bKash takes nothing once a booking is paid otherwise', async () => {
  const { id, gateway, wallet } = await bookTwoPages();
  const comeBack = await payAt('bkash', wallet);
  await (await payAt('sslcommerz', gateway))();
  await comeBack();
  expect(await statesOf(id)).toEqual(['created', 'succeeded']);
});

test('a risky payment is kept, and its release makes the sale', async () => {
  const id = await book();
  await payAt('sslcommerz', await choose(id, 'sslcommerz'), 'risky');
  await sslcommerz.settled();
  expect(await check(id)).toMatchObject({ state: 'review' });
  const { payments } = await stateOf(id);
  const body = { decision: 'release' as const, reason: 'The buyer showed the card.' };
  expect(await admin.api.send(reviewPayment, { params: { id: payments[0]?.id ?? '' }, body })).toMatchObject({
    state: 'succeeded',
  });
  expect((await stateOf(id)).booking).toBe('paid');
});

test('forged messages are refused', async () => {
  const ipn = form({
    tran_id: 'abcdef123',
    status: 'VALID',
    verify_key: 'tran_id,status',
    verify_sign: '0'.repeat(32),
  });
  expect((await store.app.inject({ method: 'POST', url: '/api/payments/sslcommerz/ipn', ...ipn })).statusCode).toBe(
    400,
  );
  const sns = {
    Type: 'Notification',
    MessageId: '1',
    TopicArn: 'arn',
    Message: '{}',
    Timestamp: new Date().toISOString(),
    SignatureVersion: '1',
    Signature: 'AAAA',
    SigningCertURL: 'https://sns.evil.example/cert.pem',
  };
  expect(
    (await store.app.inject({ method: 'POST', url: '/api/payments/bkash/webhook', payload: sns })).statusCode,
  ).toBe(400);
});

test('no rule of the books is broken', async () => {
  const { findings } = await verifyBooks(store.db, store.providers);
  expect(findings).toEqual([]);
});
