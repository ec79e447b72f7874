import { afterAll, describe, expect, test, vi } from 'vitest';
import { listAuditEntries } from '#modules/audit/contract.ts';
import { bookProduct } from '#modules/bookings/contract.ts';
import { form, openProviderStore } from '../../../../tests/support/provider-store.ts';
import { ORIGIN } from '../../../../tests/support/test-store.ts';
import { listPayments, reviewPayment } from '../admin.contract.ts';
import { paymentSettings } from '../contract.ts';
import { verifyBooks } from './reconciliation-report.ts';
import { refundDuePayment } from './refund.job.ts';

const providerStore = await openProviderStore();
const { store, buyer, admin, deps, sslcommerz, faults, book, choose, check, stateOf, payAt, reconcile } = providerStore;
afterAll(() => providerStore.close());

test('the methods are offered in their order', async () => {
  const { methods } = await buyer.api.send(paymentSettings, {});
  expect(methods.map(({ method }) => method)).toEqual(['card', 'bkash', 'sslcommerz', 'cash']);
});

/** The calls whose answers prove a payment, and fields of another one. */
const ALTERED = {
  bkash: {
    on: 'payment/status',
    amount: { amount: '65.00' },
    currency: { currency: 'USD' },
    reference: { merchantInvoiceNumber: 'other' },
  },
  sslcommerz: {
    on: 'validation',
    amount: { amount: '65.00' },
    currency: { currency_type: 'USD' },
    reference: { value_a: 'other' },
  },
};

const ONLY_REFUND = {
  amount: /^The amount is not the price: it can only be refunded/,
  currency: /^Another currency: it can only be refunded/,
  reference: /^It lacks its booking’s number: it can only be refunded/,
};

describe.each(['bkash', 'sslcommerz'] as const)('%s', (method) => {
  test('a payment makes the sale, and coming back twice changes nothing', async () => {
    const id = await book();
    const url = await choose(id, method);
    expect(await choose(id, method)).toBe(url);
    const comeBack = await payAt(method, url);
    for (const _ of [1, 2]) {
      const { statusCode, headers } = await comeBack();
      expect([statusCode, headers.location]).toEqual([303, `${ORIGIN}/dashboard/payment/${id}?back=${method}`]);
    }
    expect(await check(id)).toEqual({ state: 'paid', method, away: false });
    expect(await stateOf(id)).toMatchObject({ booking: 'paid', payments: [{ state: 'succeeded' }] });
  });

  test('a return that lies about success sells nothing', async () => {
    const id = await book();
    await choose(id, method);
    const [{ intent = '' } = {}] = (await stateOf(id)).payments;
    if (method === 'bkash') await store.app.inject(`/api/payments/bkash/return?paymentID=${intent}&status=success`);
    else {
      const lie = form({ tran_id: intent, status: 'VALID', amount: '6500.00', val_id: 'made-up' });
      await store.app.inject({ method: 'POST', url: '/api/payments/sslcommerz/return', ...lie });
    }
    expect((await stateOf(id)).booking).toBe('held');
    expect(['open', 'failed']).toContain((await check(id)).state);
  });

  test('a provider that is unavailable is asked again until it answers', async () => {
    const id = await book();
    const comeBack = await payAt(method, await choose(id, method));
    await sslcommerz.settled();
    if (method === 'bkash') {
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

  test.each(['amount', 'currency', 'reference'] as const)(
    'a payment with another %s is kept for review, and goes back whole by a decision',
    async (differs) => {
      const id = await book();
      const url = await choose(id, method);
      const { on, [differs]: set } = ALTERED[method];
      faults[method].addAll({ calls: [{ kind: 'alter', on, set, times: 50 }] });
      await (await payAt(method, url))();
      expect(await check(id)).toMatchObject({ state: 'review' });
      const [{ id: paymentId = '' } = {}] = (await stateOf(id)).payments;
      const kept = await admin.api.send(listPayments, {});
      expect(kept.items).toContainEqual(expect.objectContaining({ _id: paymentId, state: 'review', review: differs }));
      const decide = (decision: 'release' | 'refund') =>
        admin.api.send(reviewPayment, {
          params: { id: paymentId },
          body: { decision, reason: `The ${differs} differs.` },
        });
      const refused = { title: `${differs}-differs`, message: expect.stringMatching(ONLY_REFUND[differs]) };
      await expect(decide('release')).rejects.toMatchObject({ status: 409, problem: refused });
      expect(await decide('refund')).toMatchObject({ state: 'refund_due' });
      faults[method].addAll({ clear: true });
    },
  );

  test('an answer of a payment of 0 is taken as no answer, and the next one makes the sale', async () => {
    const id = await book();
    const url = await choose(id, method);
    const on = method === 'bkash' ? ['execute', 'payment/status'] : ['validation'];
    faults[method].addAll({ calls: on.map((on) => ({ kind: 'alter', on, set: { amount: '0.00' } })) });
    const comeBack = await payAt(method, url);
    expect((await comeBack()).statusCode).toBe(303);
    faults[method].addAll({ clear: true });
    await reconcile();
    expect(await stateOf(id)).toMatchObject({ booking: 'paid', payments: [{ state: 'succeeded' }] });
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
  // SSLCommerz first answers that the refund began. The job of the store may run at the same time.
  await vi.waitFor(async () => {
    await refundDuePayment(deps, second?.id ?? '').catch(() => undefined);
    expect(await statesOf(id)).toEqual(['refunded', 'succeeded']);
  }, 10_000);
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

test('a risky payment whose item another buyer booked goes back at its release, and the log says so', async () => {
  const id = await book();
  await payAt('sslcommerz', await choose(id, 'sslcommerz'), 'risky');
  await sslcommerz.settled();
  const held = store.db.updateTable('bookings').set({ hold_until: new Date() }).where('id', '=', id);
  const { product_id: itemId } = await held.returning('product_id').executeTakeFirstOrThrow();
  const other = await store.as('buyer');
  await other.api.send(bookProduct, { body: { itemId, phone: '01712345678', location: 'Mirpur' } });
  const { payments } = await stateOf(id);
  const params = { id: payments[0]?.id ?? '' };
  const body = { decision: 'release' as const, reason: 'The buyer showed the card.' };
  expect(await admin.api.send(reviewPayment, { params, body })).toMatchObject({ state: 'refund_due' });
  expect((await admin.api.send(listAuditEntries, {})).items[0]).toMatchObject({ act: 'refund-payment' });
});

test('a payment that the buyer cancels at SSLCommerz is cancelled, and another one makes the sale', async () => {
  const id = await book();
  await (await payAt('sslcommerz', await choose(id, 'sslcommerz'), 'cancel'))();
  await sslcommerz.settled();
  expect(await stateOf(id)).toMatchObject({ booking: 'held', payments: [{ state: 'cancelled' }] });
  await (await payAt('sslcommerz', await choose(id, 'sslcommerz')))();
  expect(await stateOf(id)).toMatchObject({
    booking: 'paid',
    payments: [{ state: 'cancelled' }, { state: 'succeeded' }],
  });
});

test.each(['EXPIRED', 'UNATTEMPTED'])('a payment that SSLCommerz reports as %s is cancelled', async (status) => {
  const id = await book();
  await choose(id, 'sslcommerz');
  faults.sslcommerz.addAll({ calls: [{ kind: 'alter', on: 'query', set: { status }, times: 50 }] });
  expect(await check(id)).toEqual({ state: 'cancelled', method: 'sslcommerz', away: false });
  faults.sslcommerz.addAll({ clear: true });
  expect((await stateOf(id)).booking).toBe('held');
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
  const { differences } = await verifyBooks(store.db, store.providers);
  expect(differences).toEqual([]);
});
