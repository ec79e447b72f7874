import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDispute } from '#modules/disputes/contract.ts';
import { chooseMethod, confirmReceived, handOver } from '#modules/handover/contract.ts';
import { DEADLINES } from '#modules/handover/server/deadlines.job.ts';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { addAccount, completeSale, giveMoney, restAccount } from '../../../../tests/support/money.ts';
import { untilIdle } from '../../../../tests/support/rows.ts';
import { openSales, type Sales } from '../../../../tests/support/sales.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import * as calls from '../contract.ts';
import { failPayout } from '../payouts.contract.ts';
import { monthOf } from '../rules.ts';
import { WEEKLY_PAYOUTS } from './weekly-payouts.job.ts';

let store: TestStore;
let sales: Sales;
let client: ReturnType<typeof cardClient>;
let seller: Person;
let buyer: Person;
beforeAll(async () => {
  store = await openTestStore({ FEE_PERCENT: '10', PAYOUT_WEEKLY: 'on' });
  client = cardClient(store);
  sales = await openSales(store, client);
  ({ seller, buyer } = sales);
});
afterAll(() => store.close());

const earnings = (who = seller) => who.api.send(calls.getEarnings, {});
const lines = async (show?: calls.LineFilter) => (await seller.api.send(calls.listEarnings, { query: { show } })).items;
const lineOf = async (bookingId: string) => (await lines()).find(({ _id }) => _id === bookingId);
const receipt = (who: Person, bookingId: string) => who.api.send(calls.getReceipt, { params: { bookingId } });

/** Sells a product for cash at the pick-up. */
async function sellForCash(): Promise<string> {
  const { bookingId } = await sales.book();
  const params = { id: bookingId };
  const { code = '' } = await buyer.api.send(chooseMethod, { params, body: { method: 'cash' } });
  await seller.api.send(handOver, { params: { bookingId }, body: { code } });
  return bookingId;
}

describe('the money of a sale', () => {
  test('is on hold until the inspection is over, and then available after the fee [17.1]', async () => {
    const before = await earnings();
    const { bookingId } = await sales.sell();
    const paid = await earnings();
    expect([paid.onHold - before.onHold, paid.available - before.available]).toEqual([5850, 0]);
    expect(await lineOf(bookingId)).toMatchObject({
      itemName: 'Coach pram',
      buyerName: 'Ayesha',
      method: 'card',
      state: 'paid',
      price: 6500,
      fee: 650,
      amount: 5850,
    });
    expect((await lines('on-hold')).map(({ _id }) => _id)).toContain(bookingId);
    await completeSale(store, buyer, bookingId);
    const after = await earnings();
    expect([after.onHold - before.onHold, after.available - before.available]).toEqual([0, 5850]);
    expect(after.months.at(-1)).toEqual({ month: monthOf(new Date()), earned: after.available });
    expect(await lineOf(bookingId)).toMatchObject({
      state: 'completed',
      amount: 5850,
      releaseAt: expect.stringMatching(/^\d{4}-/),
    });
    expect((await lines('released')).map(({ _id }) => _id)).toContain(bookingId);
    expect((await lines('on-hold')).map(({ _id }) => _id)).not.toContain(bookingId);
  });

  test('is nothing of a sale whose rest, after a return at the provider, is all fee', async () => {
    const sale = await sales.sell();
    await client.refund(sale.intent, 610_000);
    await vi.waitFor(async () => expect((await sales.stateOf(sale)).ledger).toContain('refund 610000'), 15_000);
    await completeSale(store, buyer, sale.bookingId);
    expect(await lineOf(sale.bookingId)).toMatchObject({ state: 'completed', fee: 400, amount: 0 });
  });

  test('in dispute stays on hold, and is not paid out [P16]', async () => {
    const { bookingId } = await sales.sell();
    await buyer.api.send(confirmReceived, { params: { id: bookingId } });
    await buyer.api.send(openDispute, {
      params: { id: bookingId },
      body: { reason: 'damaged', text: 'The left front wheel wobbles.', want: 'refund' },
    });
    const before = await earnings();
    await sql`update bookings set inspect_until = now() - interval '1 minute' where id = ${bookingId}`.execute(
      store.db,
    );
    await sql`select graphile_worker.add_job(${DEADLINES}, '{}', job_key := ${DEADLINES})`.execute(store.db);
    await untilIdle(store.db);
    expect(await earnings()).toMatchObject({ onHold: before.onHold, available: before.available });
    expect(await lineOf(bookingId)).toMatchObject({ state: 'disputed', amount: 5850 });
    expect((await lineOf(bookingId))?.releaseAt).toBeUndefined();
  });

  test('never was with the store when it was cash: there is no fee, and nothing to pay out', async () => {
    const before = await earnings();
    const bookingId = await sellForCash();
    expect(await lineOf(bookingId)).toMatchObject({ method: 'cash', state: 'completed', fee: 0, amount: 6500 });
    expect((await lines('released')).map(({ _id }) => _id)).not.toContain(bookingId);
    expect(await earnings()).toMatchObject({ available: before.available, onHold: before.onHold });
  });
});

describe('a receipt', () => {
  test('names number, item, sum, method and both sides, and the other side by first name [17.6]', async () => {
    const { bookingId, intent } = await sales.sell();
    const forBuyer = await receipt(buyer, bookingId);
    expect(forBuyer).toMatchObject({
      number: expect.stringMatching(/^R-20\d\d-\d{6}$/),
      itemName: 'Coach pram',
      price: 6500,
      returned: 0,
      method: 'card',
      buyerName: 'Ayesha Rahman',
      sellerName: 'Sadia',
      isSeller: false,
      transactionId: intent,
    });
    expect(forBuyer.fee).toBeUndefined();
    const forSeller = await receipt(seller, bookingId);
    expect(forSeller).toMatchObject({
      number: forBuyer.number,
      fee: 650,
      buyerName: 'Ayesha',
      sellerName: 'Sadia Karim',
    });
  });

  test('exists for cash once the sale is completed, and not for an unpaid booking', async () => {
    const bookingId = await sellForCash();
    expect(await receipt(buyer, bookingId)).toMatchObject({ method: 'cash', price: 6500, returned: 0 });
    const { bookingId: unpaid } = await sales.book();
    await expect(receipt(buyer, unpaid)).rejects.toMatchObject({ status: 404 });
  });

  test('is not found by others', async () => {
    const { bookingId } = await sales.sell();
    for (const other of [await store.as('buyer'), await store.as('seller'), await store.as('admin')])
      await expect(receipt(other, bookingId)).rejects.toMatchObject({ status: 404 });
  });
});

describe('the payout account', () => {
  const bkash = (number: string, password: string, again = number) =>
    ({ kind: 'bkash', bkash: number, bkashAgain: again, password }) as const;
  const change = (who: Person, body: object) => who.api.send(calls.changePayoutAccount, { body: body as never });

  test('changes with the password only; the seller is told by e-mail and sees a masked number [17.2]', async () => {
    const who = await store.as('seller');
    await expect(change(who, bkash('01711000482', 'not-the-password'))).rejects.toMatchObject({
      status: 403,
      problem: { errors: [{ field: 'password' }] },
    });
    expect((await earnings(who)).account).toBeUndefined();
    expect(await change(who, bkash('+88 01711-000482', who.password, '০১৭১১০০০৪৮২'))).toMatchObject({
      modifiedCount: 1,
    });
    expect((await earnings(who)).account).toMatchObject({ kind: 'bkash', number: '01711•••482', isOnHold: true });
    await untilIdle(store.db);
    expect((await store.app.inject('/sandbox/outbox/')).body).toContain('Payout account changed');
  });

  test('stays payable when the same one is saved again', async () => {
    const who = await store.as('seller');
    await addAccount(store, who);
    expect(await change(who, bkash('01711000482', who.password))).toMatchObject({ modifiedCount: 0 });
    expect((await earnings(who)).account?.isOnHold).toBe(false);
  });

  test.each([
    ['two different numbers', { ...bkash('01711000482', 'x'.repeat(9), '01711000428') }, ['bkashAgain']],
    ['no second number', { kind: 'bkash', bkash: '01711000482', password: 'x'.repeat(9) }, ['bkashAgain']],
    ['no number', { kind: 'bkash', password: 'x'.repeat(9) }, ['bkash']],
    ['another kind', { kind: 'cash', password: 'x'.repeat(9) }, ['kind']],
    ['no password', { kind: 'bkash', bkash: '01711000482', bkashAgain: '01711000482' }, ['password']],
    [
      'a bank without its fields',
      { kind: 'bank', password: 'x'.repeat(9) },
      ['bank', 'branch', 'routing', 'account', 'holder'],
    ],
    [
      'a routing number of 8 digits, and an account of letters',
      {
        kind: 'bank',
        bank: 'BRAC',
        branch: 'Gulshan',
        routing: '06026172',
        account: 'abc',
        holder: 'S',
        password: 'x'.repeat(9),
      },
      ['routing', 'account'],
    ],
  ])('with %s is refused', async (_case, body, fields) => {
    await expect(change(seller, body)).rejects.toMatchObject({ status: 400 });
    const fault = await change(seller, body).catch(({ problem }) => problem);
    expect(fault.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  });
});

test('an open payout stays in the earnings after five newer ones', async () => {
  const [who, admin] = [await store.as('seller'), await store.as('admin')];
  const request = async () => (await who.api.send(calls.requestPayout, { query: {} })).insertedId;
  await addAccount(store, who);
  await giveMoney(store, who, 250);
  await request();
  await giveMoney(store, who, 100);
  for (let made = 0; made < 5; made++)
    await admin.api.send(failPayout, { params: { id: await request() }, body: { reason: 'Account closed' } });
  const shown = (await earnings(who)).payouts.map(({ amount, state }) => `${state} ${amount}`);
  expect(shown).toEqual([...Array(5).fill('failed 100'), 'due 250']);
});

describe('weekly payouts', () => {
  const weekly = (who: Person, on: boolean) => who.api.send(calls.changeWeekly, { body: { weekly: on } });
  const runJob = async () => {
    await sql`select graphile_worker.add_job(${WEEKLY_PAYOUTS}, '{}', job_key := ${WEEKLY_PAYOUTS})`.execute(store.db);
    await untilIdle(store.db);
  };

  test('are made when the week is over, once, and wait for an account that was changed', async () => {
    const who = await store.as('seller');
    await expect(weekly(who, true)).rejects.toMatchObject({ status: 409, problem: { title: 'no-account' } });
    await addAccount(store, who);
    expect(await weekly(who, true)).toEqual({ modifiedCount: 1 });
    expect(await weekly(who, true)).toEqual({ modifiedCount: 0 });
    await giveMoney(store, who, 250);
    await runJob();
    expect((await earnings(who)).payouts).toEqual([]);
    await sql`update payout_accounts set weekly_next_at = now() - interval '1 hour', payable_from = now() + interval '1 hour'
      where user_id = ${who.id}`.execute(store.db);
    await runJob();
    expect((await earnings(who)).payouts).toEqual([]);
    await restAccount(store, who);
    await vi.waitFor(async () => {
      await runJob();
      expect((await earnings(who)).payouts).toHaveLength(1);
    }, 20_000);
    await giveMoney(store, who, 250);
    await runJob();
    expect((await earnings(who)).payouts).toMatchObject([{ amount: 250, state: 'due' }]);
    expect(await weekly(who, false)).toEqual({ modifiedCount: 1 });
  });
});

test('the CSV file has the day in Dhaka', async () => {
  await sql`update bookings set paid_at = '2026-11-20T19:00:00Z' where id = (
    select id from bookings where seller_id = ${seller.id} and paid_at is not null limit 1)`.execute(store.db);
  const headers = { authorization: `Bearer ${seller.token}` };
  const { body } = await store.app.inject({ url: '/api/my-earnings/lines.csv', headers });
  expect(body).toContain('"2026-11-21T01:00:00+06:00"');
});

test('the CSV file has every sale of the seller, with names as text', async () => {
  const answer = await store.app.inject({
    url: '/api/my-earnings/lines.csv',
    headers: { authorization: `Bearer ${seller.token}` },
  });
  expect(answer.headers['content-disposition']).toBe('attachment; filename="earnings.csv"');
  const rows = answer.body.split('\r\n').slice(1, -1);
  const all = await lines();
  expect(rows).toHaveLength(all.length);
  for (const [index, line] of all.entries()) expect(rows[index]).toContain(`"${line._id}"`);
});
