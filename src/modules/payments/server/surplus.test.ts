import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { cancelBooking, getBooking } from '#modules/bookings/contract.ts';
import { getReceipt } from '#modules/earnings/contract.ts';
import { callOff } from '#modules/handover/contract.ts';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';
import { findUnsettled, settleUnsettled } from './after-restore.ts';
import { verifyBooks } from './reconciliation-report.ts';
import { refundDuePayment } from './refund.job.ts';
import { selectRefundsDue } from './refunds.store.ts';

const providerStore = await openProviderStore();
const { store, buyer, admin, deps, faults, standIns, book, choose, stateOf, payAt, reconcile, sslcommerz } =
  providerStore;
afterAll(() => providerStore.close());
beforeEach(() => {
  faults.sslcommerz.addAll({ clear: true });
});

const statesOf = async (id: string) => (await stateOf(id)).payments.map(({ state }) => state).sort();
const verify = async () => (await verifyBooks(store.db, store.providers, Date.now() + 600_000)).differences;

/** The buyer pays on two pages under one number. */
async function payTwice() {
  const id = await book();
  const first = await choose(id, 'sslcommerz');
  const [{ intent = '' } = {}] = (await stateOf(id)).payments;
  await (await payAt('sslcommerz', first))();
  await payAt('sslcommerz', await standIns.openSession(intent, id, '6500.00'));
  await sslcommerz.settled();
  return { id, intent };
}

/** Runs the refund job until nothing is due. */
const returnDue = () =>
  vi.waitFor(async () => {
    const due = await selectRefundsDue(store.db, 100);
    for (const id of due) await refundDuePayment(deps, id).catch(() => undefined);
    expect(await selectRefundsDue(store.db, 100)).toEqual([]);
  }, 10_000);

/** Returns the refunds at the bank of each capture under a number. */
async function returnedOf(intent: string) {
  const refunds = await store.db
    .selectFrom('refund_requests as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select(['p.intent', 'r.amount_poisha'])
    .where('p.intent', 'like', `${intent}%`)
    .execute();
  return refunds.map((refund) => [refund.intent === intent ? 'first' : 'second', refund.amount_poisha]).sort();
}

test('a second capture under one number goes back whole by itself, and the sale stays', async () => {
  const { id, intent } = await payTwice();
  await returnDue();
  expect((await stateOf(id)).booking).toBe('paid');
  expect(await statesOf(id)).toEqual(['refunded', 'succeeded']);
  expect(await returnedOf(intent)).toEqual([['second', 650_000]]);
  expect(await verify()).toEqual([]);
});

test('of two captures that the store hears of at once, one makes the sale and one goes back', async () => {
  // Both messages and the return are lost.
  faults.sslcommerz.addAll({
    messages: [{ kind: 'drop', times: 2 }],
    calls: [{ kind: 'error-before', on: 'query' }],
  });
  const { id } = await payTwice();
  expect(await statesOf(id)).toEqual(['created']);
  await reconcile();
  await returnDue();
  expect((await stateOf(id)).booking).toBe('paid');
  expect(await statesOf(id)).toEqual(['refunded', 'succeeded']);
  expect(await verify()).toEqual([]);
});

test('after the sale is called off both captures have gone back, each at its own bank', async () => {
  const { id, intent } = await payTwice();
  await returnDue();
  await buyer.api.send(callOff, { params: { id }, body: { reason: 'I am ill today.' } });
  await returnDue();
  await vi.waitFor(async () => expect(await statesOf(id)).toEqual(['refunded', 'refunded']));
  expect(await returnedOf(intent)).toEqual([
    ['first', 650_000],
    ['second', 650_000],
  ]);
  expect(await verify()).toEqual([]);
});

test('a receipt and the export of orders name the payment of the sale, not one that went back beside it', async () => {
  const id = await book();
  const left = await choose(id, 'sslcommerz');
  await (await payAt('bkash', await choose(id, 'bkash')))();
  const sold = (await stateOf(id)).payments.find(({ state }) => state === 'succeeded');
  const told = (await deps.providers.of('bkash').find(sold?.intent ?? ''))?.transactionId;
  await payAt('sslcommerz', left);
  await sslcommerz.settled();
  const expectSale = async () => {
    const receipt = await buyer.api.send(getReceipt, { params: { bookingId: id } });
    expect(receipt).toMatchObject({ method: 'bkash', returned: 0, transactionId: told });
    const headers = { authorization: `Bearer ${admin.token}` };
    const { body } = await store.app.inject({ url: '/api/exports/orders.csv', headers });
    expect(body.split('\r\n').find((line) => line.includes(id))).toContain(`"bkash","${told}"`);
  };
  expect(told).toMatch(/^\w{10}$/);
  expect(await statesOf(id)).toEqual(['refund_due', 'succeeded']);
  await expectSale();
  await returnDue();
  expect(await statesOf(id)).toEqual(['refunded', 'succeeded']);
  await expectSale();
});

test('the page of a booking that was called off before its payment came says that the money goes back', async () => {
  const id = await book();
  const left = await choose(id, 'sslcommerz');
  await buyer.api.send(cancelBooking, { params: { id } });
  await payAt('sslcommerz', left);
  await sslcommerz.settled();
  const order = () => buyer.api.send(getBooking, { params: { id } });
  expect(await order()).toMatchObject({ state: 'cancelled', moneyState: 'refund_due' });
  await returnDue();
  expect(await order()).toMatchObject({ state: 'cancelled', moneyState: 'refunded' });
});

test('after a restore a second capture is shown and goes back, beside a first one that makes the sale', async () => {
  const id = await book();
  const first = await choose(id, 'sslcommerz');
  const [{ intent = '' } = {}] = (await stateOf(id)).payments;
  faults.sslcommerz.addAll({ messages: [{ kind: 'drop', times: 2 }] });
  for (const page of [first, await standIns.openSession(intent, id, '6500.00')]) await payAt('sslcommerz', page);
  const unsettled = (await findUnsettled(deps)).filter((one) => one.intent.startsWith(intent));
  expect(unsettled).toMatchObject([
    { intent, outcome: 'order', kept: 650_000 },
    { intent: expect.stringContaining(`${intent}-`), under: intent, outcome: 'refund', kept: 650_000 },
  ]);
  for (const one of unsettled) await settleUnsettled(deps, one).catch(() => undefined);
  await returnDue();
  expect((await stateOf(id)).booking).toBe('paid');
  expect(await statesOf(id)).toEqual(['refunded', 'succeeded']);
  expect(await returnedOf(intent)).toEqual([['second', 650_000]]);
  expect(await findUnsettled(deps)).toEqual([]);
});
