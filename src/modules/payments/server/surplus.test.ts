import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { callOff } from '#modules/handover/contract.ts';
import { openProviderDesk } from '../../../../tests/support/provider-desk.ts';
import { findUnsettled, settleUnsettled } from './after-restore.ts';
import { verifyBooks } from './reconciliation-report.ts';
import { refundDuePayment } from './refund.job.ts';
import { selectRefundsDue } from './refunds.store.ts';

const desk = await openProviderDesk();
const { store, buyer, deps, faults, standIns, book, choose, stateOf, payAt, reconcile, sslcommerz } = desk;
afterAll(() => desk.close());
beforeEach(() => {
  faults.sslcommerz.addAll({ clear: true });
});

const statesOf = async (id: string) => (await stateOf(id)).payments.map(({ state }) => state).sort();
const verify = async () => (await verifyBooks(store.db, store.providers, Date.now() + 600_000)).findings;

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

/** Lets the time of the next late question come. */
const passTime = (id: string, hours: number) =>
  sql`update payments set ask_again_at = now(), created_at = now() - make_interval(hours => ${hours}) where booking_id = ${id}`.execute(
    store.db,
  );
const hoursToNext = async (id: string) => {
  const { rows } = await sql<{
    hours: number | null;
  }>`select round(extract(epoch from ask_again_at - now()) / 3600)::int as hours
    from payments where booking_id = ${id}`.execute(store.db);
  return rows.map(({ hours }) => hours);
};

test('a second capture whose message was lost is a finding of verify-books, until the minute job asks and it goes back', async () => {
  const id = await book();
  const first = await choose(id, 'sslcommerz');
  const [{ intent = '' } = {}] = (await stateOf(id)).payments;
  await (await payAt('sslcommerz', first))();
  await sslcommerz.settled();
  faults.sslcommerz.addAll({ messages: [{ kind: 'drop' }] });
  await payAt('sslcommerz', await standIns.openSession(intent, id, '6500.00'));
  const [finding, ...others] = await verify();
  expect(others).toEqual([]);
  expect(finding).toMatch(
    new RegExp(`^${intent}-\\w+: the provider says captured 650000, refunded 0; we say captured 0`),
  );
  await reconcile();
  expect(await statesOf(id)).toEqual(['succeeded']);
  await passTime(id, 1);
  await reconcile();
  await returnDue();
  expect(await statesOf(id)).toEqual(['refunded', 'succeeded']);
  expect(await returnedOf(intent)).toEqual([['second', 650_000]]);
  expect(await verify()).toEqual([]);
});

test('a page that the buyer left is asked about after a day, too: a late payment goes back', async () => {
  const id = await book();
  const page = await choose(id, 'sslcommerz');
  await (await payAt('bkash', await choose(id, 'bkash')))();
  await store.db.updateTable('payments').set({ state: 'cancelled' }).where('state', '=', 'created').execute();
  faults.sslcommerz.addAll({ messages: [{ kind: 'drop' }] });
  await payAt('sslcommerz', page);
  await passTime(id, 48);
  await reconcile();
  await returnDue();
  expect(await statesOf(id)).toEqual(['refunded', 'succeeded']);
});

test('late questions wait longer each time, and end; bKash takes no money without the store, so it is asked none', async () => {
  const id = await book();
  await choose(id, 'sslcommerz');
  expect(await hoursToNext(id)).toEqual([1]);
  for (const [age, next] of [
    [1, 1],
    [16, 16],
    [64, 64],
    [128, null],
  ] as const) {
    await passTime(id, age);
    await reconcile();
    expect(await hoursToNext(id)).toEqual([next]);
  }
  const other = await book();
  await choose(other, 'bkash');
  expect(await hoursToNext(other)).toEqual([null]);
});

test('a late question without an answer is asked again soon, the last one too', async () => {
  const id = await book();
  await choose(id, 'sslcommerz');
  await passTime(id, 128);
  faults.sslcommerz.addAll({ calls: [{ kind: 'error-before', times: 100 }] });
  await reconcile().catch(() => undefined);
  expect(await hoursToNext(id)).toEqual([0]);
  faults.sslcommerz.addAll({ clear: true });
  await passTime(id, 128);
  await reconcile();
  expect(await hoursToNext(id)).toEqual([null]);
});
