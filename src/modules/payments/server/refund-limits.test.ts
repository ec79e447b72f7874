import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { refundBooking } from '#modules/bookings/server/service.ts';
import { transaction } from '#platform/database/database.ts';
import { openProviderStore, type PageMethod } from '../../../../tests/support/provider-store.ts';
import { recordRefundByHand, retryRefund } from '../admin.contract.ts';
import { REFUND_PAUSES_MINUTES } from '../rules.ts';
import { verifyBooks } from './reconciliation-report.ts';
import { refundDuePayment } from './refund.job.ts';
import { selectRefundsDue } from './refunds.store.ts';
import { lockPaymentOfSale, refundSale } from './sale.service.ts';
import { updatePaymentState } from './sale.store.ts';

const providerStore = await openProviderStore();
const { store, seller, admin, deps, faults, book, choose, stateOf, payAt, sslcommerz } = providerStore;
afterAll(() => providerStore.close());
beforeEach(() => providerStore.clearFaults());

/** Makes a payment that is due back, without a job for it. */
async function due(method: PageMethod) {
  const id = await book();
  await (await payAt(method, await choose(id, method)))();
  await sslcommerz.settled();
  const [{ id: paymentId = '' } = {}] = (await stateOf(id)).payments;
  await transaction(store.db, async (db) => {
    await updatePaymentState(db, paymentId, 'refund_due');
    await refundBooking(db, id);
  });
  return { id, paymentId };
}

const run = (paymentId: string) => refundDuePayment(deps, paymentId).catch(() => undefined);
const stateOfPayment = async (id: string) => (await stateOf(id)).payments.map(({ state }) => state);
const requestsOf = (paymentId: string) =>
  store.db
    .selectFrom('refund_requests')
    .select(['ref', 'refused', 'unclear'])
    .where('payment_id', '=', paymentId)
    .orderBy('at')
    .execute();
/** The time of the last try is long ago. */
async function forgetTry(paymentId: string) {
  const long = sql`now() - interval '3 minutes'`;
  await sql`update refund_requests set tried_at = ${long} where payment_id = ${paymentId}`.execute(store.db);
  await sql`update payments set refund_tried_at = ${long} where id = ${paymentId}`.execute(store.db);
}
/** The time until the next try, by the database's clock. */
const minutesLeft = async (paymentId: string) =>
  (
    await sql<{ left: number }>`select round(extract(epoch from refund_next_at - now()) / 60)::int as left
      from payments where id = ${paymentId}`.execute(store.db)
  ).rows[0]?.left;
async function endPause(paymentId: string) {
  await forgetTry(paymentId);
  await sql`update payments set refund_next_at = now() where id = ${paymentId}`.execute(store.db);
}
const byHand = (id: string) =>
  admin.api.send(recordRefundByHand, {
    params: { id },
    body: { amount: 6500, reference: `Receipt of ${id.slice(0, 8)}` },
  });

test('runs at the same time send one request', async () => {
  const { id, paymentId } = await due('sslcommerz');
  faults.sslcommerz.addAll({ calls: [{ kind: 'late', on: 'refund', delay: 300 }] });
  await Promise.all([run(paymentId), run(paymentId), run(paymentId)]);
  await vi.waitFor(async () => {
    await run(paymentId);
    expect(await stateOfPayment(id)).toEqual(['refunded']);
  });
  expect(await requestsOf(paymentId)).toEqual([{ ref: expect.any(String), refused: false, unclear: false }]);
});

test('runs at the same time send bKash one refund, and the next one waits two minutes for its answer', async () => {
  const { id, paymentId } = await due('bkash');
  const through = globalThis.fetch;
  const sent: string[] = [];
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (String(init?.body).includes('"sku"')) sent.push(String(init?.body));
    return through(input, init);
  });
  // Each run looks for a refund before it decides, and again before it sends.
  const [on, late] = ['payment/refund', { kind: 'late', on: 'payment/refund', delay: 300 }];
  faults.bkash.addAll({ calls: [late, late, late, { kind: 'late', on }, { kind: 'cut-before', on }] });
  await Promise.all([run(paymentId), run(paymentId), run(paymentId)]);
  await run(paymentId);
  expect(sent).toHaveLength(1);
  await forgetTry(paymentId);
  await run(paymentId);
  fetched.mockRestore();
  expect(sent).toHaveLength(2);
  expect(await stateOfPayment(id)).toEqual(['refunded']);
});

test('a refusal of a request without an answer proves nothing: an admin decides', async () => {
  const { paymentId } = await due('sslcommerz');
  faults.sslcommerz.addAll({ calls: [{ kind: 'cut-after', on: 'refund' }] });
  await run(paymentId);
  await expect(byHand(paymentId)).rejects.toMatchObject({ status: 409 });
  await forgetTry(paymentId);
  faults.sslcommerz.addAll({ calls: [{ kind: 'alter', on: 'refund', set: { status: 'failed' } }] });
  expect(await run(paymentId)).toBe(false);
  expect(await requestsOf(paymentId)).toEqual([{ ref: null, refused: false, unclear: true }]);
  expect(await selectRefundsDue(store.db, 1000)).not.toContain(paymentId);
  expect(await byHand(paymentId)).toMatchObject({ left: 0 });
});

test.each(['bkash', 'sslcommerz'] as const)(
  'three tries that %s refuses span hours, then an admin decides',
  async (method) => {
    const { paymentId } = await due(method);
    const answer =
      method === 'bkash'
        ? { kind: 'alter', on: 'payment/refund', set: { statusCode: '2033' }, times: 20 }
        : { kind: 'alter', on: 'refund', set: { status: 'failed' }, times: 20 };
    faults[method].addAll({ calls: [answer] });
    for (const minutes of REFUND_PAUSES_MINUTES) {
      expect(await run(paymentId)).toBeUndefined();
      expect(await minutesLeft(paymentId)).toBe(minutes);
      // Neither the minute job nor another run sends anything before that time.
      expect(await selectRefundsDue(store.db, 1000)).not.toContain(paymentId);
      const requests = await requestsOf(paymentId);
      expect(await run(paymentId)).toBeUndefined();
      expect(await requestsOf(paymentId)).toEqual(requests);
      await endPause(paymentId);
      expect(await selectRefundsDue(store.db, 1000)).toContain(paymentId);
    }
    for (const _ of ['the last try', 'after the stop']) expect(await run(paymentId)).toBe(false);
    expect(await selectRefundsDue(store.db, 1000)).not.toContain(paymentId);
  },
);

test.each(['bkash', 'sslcommerz'] as const)(
  'three refunds that %s accepts and that fail later span hours, then an admin orders a try, and it is made once [16.9]',
  async (method) => {
    const { id, paymentId } = await due(method);
    faults[method].addAll({ calls: [{ kind: 'refuse', on: 'refund-end', times: 3 }] });
    const failures = async () =>
      (
        await store.db
          .selectFrom('ledger_transactions')
          .select('ref')
          .where('payment_id', '=', paymentId)
          .where('kind', '=', 'refund_failed')
          .execute()
      ).length;
    const runUntil = (count: number) =>
      vi.waitFor(async () => {
        await run(paymentId);
        expect(await failures()).toBe(count);
      });
    for (const [n, minutes] of REFUND_PAUSES_MINUTES.entries()) {
      await runUntil(n + 1);
      expect(await minutesLeft(paymentId)).toBe(minutes);
      expect(await selectRefundsDue(store.db, 1000)).not.toContain(paymentId);
      await run(paymentId);
      expect(await failures()).toBe(n + 1);
      await endPause(paymentId);
    }
    await runUntil(3);
    expect(await run(paymentId)).toBe(false);
    expect(await selectRefundsDue(store.db, 1000)).not.toContain(paymentId);
    await admin.api.send(retryRefund, { params: { id: paymentId } });
    await vi.waitFor(async () => {
      await run(paymentId);
      expect(await stateOfPayment(id)).toEqual(['refunded']);
    }, 10_000);
    expect(await failures()).toBe(3);
    const { differences } = await verifyBooks(store.db, store.providers, Date.now() + 600_000);
    const intents = (await stateOf(id)).payments.map(({ intent }) => intent);
    expect(differences.filter((difference) => intents.some((intent) => difference.includes(intent)))).toEqual([]);
  },
);

test('a refund under way at SSLCommerz is asked about by its number alone, until it ended', async () => {
  const { id, paymentId } = await due('sslcommerz');
  const processing = { kind: 'alter', on: 'refund-state', set: { status: 'processing' }, times: 50 };
  faults.sslcommerz.addAll({ calls: [processing] });
  await expect(refundDuePayment(deps, paymentId)).rejects.toThrow('is pending');
  const [{ ref } = {}] = await requestsOf(paymentId);
  const fetched = vi.spyOn(globalThis, 'fetch');
  for (const _ of [1, 2]) await expect(refundDuePayment(deps, paymentId)).rejects.toThrow('is pending');
  const asked = fetched.mock.calls.map(([url]) => new URL(String(url)).searchParams.get('refund_ref_id'));
  fetched.mockRestore();
  expect(asked.length).toBeGreaterThanOrEqual(2);
  expect(new Set(asked)).toEqual(new Set([ref]));
  faults.sslcommerz.addAll({ clear: true });
  await run(paymentId);
  expect(await stateOfPayment(id)).toEqual(['refunded']);
});

test('an answer of bKash that is not clear is no refusal', async () => {
  const { id, paymentId } = await due('bkash');
  const refundCall = { kind: 'late', on: 'payment/refund', delay: 0 };
  // The run looks for a refund before it decides, and again before it sends.
  faults.bkash.addAll({
    calls: [refundCall, refundCall, { kind: 'alter', on: 'payment/refund', set: { statusCode: '2029' } }],
  });
  await run(paymentId);
  await expect(byHand(paymentId)).rejects.toMatchObject({ status: 409 });
  await forgetTry(paymentId);
  await run(paymentId);
  expect(await stateOfPayment(id)).toEqual(['refunded']);
});

test('bKash returns one part: an admin returns the next one', async () => {
  const id = await book();
  await (await payAt('bkash', await choose(id, 'bkash')))();
  const [{ id: paymentId = '' } = {}] = (await stateOf(id)).payments;
  const partDue = async () =>
    await store.db
      .selectFrom('payments')
      .select(['part_due_poisha', 'refund_stopped_at'])
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
  const refund = (amount: number, cause: string) =>
    transaction(store.db, async (db) => {
      const terms = { bookingId: id, sellerId: seller.id, feePoisha: 0 };
      return refundSale(db, { payment: await lockPaymentOfSale(db, id), terms }, amount, cause);
    });
  await refund(10_000, 'the first decision');
  await vi.waitFor(async () => {
    await run(paymentId);
    expect((await partDue()).part_due_poisha).toBe(0);
  });
  await refund(15_000, 'the second decision');
  await run(paymentId);
  expect(await partDue()).toEqual({ part_due_poisha: 5000, refund_stopped_at: expect.any(Date) });
  // bKash would refuse a second one for ever.
  const again = admin.api.send(retryRefund, { params: { id: paymentId } });
  await expect(again).rejects.toMatchObject({ status: 409, problem: { title: 'by-hand-only' } });
});
