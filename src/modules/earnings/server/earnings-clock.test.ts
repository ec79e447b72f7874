import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getSale } from '#modules/bookings/contract.ts';
import { openDisputes, WORDS } from '#modules/disputes/server/disputes.fixtures.ts';
import { findSellerBalance } from '#modules/ledger/server/service.ts';
import { toTk } from '#platform/contract/values.ts';
import { writeCursor } from '#platform/database/keyset.ts';
import { addAccount } from '../../../../tests/support/money.ts';
import { createTestDatabase } from '../../../../tests/support/postgres.ts';
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';
import * as calls from '../contract.ts';
import { monthOf } from '../rules.ts';
import { PAST_DEADLINE_MAX_SALES } from './earnings.store.ts';
import { applySalesPastDeadline } from './sales-past-deadline.service.ts';

const PART_TK = 1200;
/** Leaves less than the fee. */
const MOST_TK = 6300;
/** Of a price of Tk 6,500 with a fee of a tenth. */
const SHARE_TK = 5850;

let store: TestStore;
/** The same store, closed: it shows sales as they are, and applies no deadline. */
let closed: TestStore;
let open: Awaited<ReturnType<typeof openDisputes>>;
beforeAll(async () => {
  const database = await createTestDatabase();
  const settings = { FEE_PERCENT: '10', AUTH_SECRET: 'a secret of at least 32 characters' };
  const kept = { ...database, drop: async () => undefined };
  store = await openTestStore(settings, { database: kept });
  open = await openDisputes(store);
  closed = await openTestStore({ ...settings, CLOSED: 'on' }, { database });
});
afterAll(async () => {
  await store?.close();
  await closed?.close();
});

/** Moves deadlines of a booking into the past. */
const pass = (bookingId: string, ...columns: string[]) =>
  sql`update bookings set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = now() - interval '1 minute'`))}
    where id = ${bookingId}`.execute(store.db);

async function inspected() {
  const sold = await open.handedOver();
  await pass(sold.bookingId, 'inspect_until');
  return sold;
}

async function notMet() {
  const sold = await open.sell();
  await pass(sold.bookingId, 'pickup_until', 'pickup_ends_at');
  return sold;
}

async function unanswered(amount?: number, minutes = 1) {
  const given = await open.dispute(amount);
  await open.pass(given.id, minutes);
  return given;
}

async function brought() {
  const given = await open.dispute();
  await open.answer(given.id, { answer: 'accept' });
  await open.returned(given.id, open.buyer);
  await open.pass(given.id);
  return given;
}

async function decided() {
  const given = await open.dispute();
  await open.answer(given.id, { answer: 'refuse', text: WORDS });
  await open.reply(given.id, 'decide');
  await open.decide(given.id, await store.as('admin'), { outcome: 'part', amount: PART_TK });
  await open.pass(given.id);
  return given;
}

const receiptOf = (bookingId: string) => open.seller.api.send(calls.getReceipt, { params: { bookingId } });

/** Sends the seller's request to the store, or to the closed one. Returns the body. */
async function read(path: string, { app }: TestStore = store): Promise<string> {
  const headers = { authorization: `Bearer ${open.seller.token}` };
  const answer = await app.inject({ url: `/api/my-earnings${path}`, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.body;
}

const lines = async (query = '', from = store): Promise<calls.EarningsLine[]> =>
  JSON.parse(await read(`/lines${query}`, from));

/** Returns everything that My earnings shows about a sale. */
async function shown(bookingId: string, from = store) {
  return {
    line: (await lines('', from)).find(({ _id }) => _id === bookingId),
    isOnHold: (await lines('?show=on-hold', from)).some(({ _id }) => _id === bookingId),
    isReleased: (await lines('?show=released', from)).some(({ _id }) => _id === bookingId),
    // Of the receipt and of the page of the sale.
    fees: [(await receiptOf(bookingId)).fee, (await open.seller.api.send(getSale, { params: { bookingId } })).fee],
    csv: (await read('/lines.csv', from)).split('\r\n').find((row) => row.includes(bookingId)),
  };
}

const balance = async () => toTk(await findSellerBalance(store.db, open.seller.id));

describe('a deadline that passed counts in My earnings, although no job ran [P18]:', () => {
  test.each<[string, () => ReturnType<typeof open.sell>, calls.EarningsLine['state'], number, number]>([
    ['of the inspection', inspected, 'completed', SHARE_TK, 650],
    ['of the pick-up', notMet, 'refunded', 0, 0],
    ['of an answer about a part', () => unanswered(PART_TK), 'partly_refunded', SHARE_TK - PART_TK, 650],
    ['of an answer about nearly all', () => unanswered(MOST_TK), 'partly_refunded', 0, 200],
    ['of an answer, then of the return', () => unanswered(undefined, 20_000), 'completed', SHARE_TK, 650],
    ['of a return that the seller does not confirm', brought, 'refunded', 0, 0],
    ['of an appeal', decided, 'partly_refunded', SHARE_TK - PART_TK, 650],
  ])('%s', async (_name, begin, state, amount, fee) => {
    const { bookingId } = await begin();
    const before = await shown(bookingId, closed);
    const settling = state !== 'refunded';
    expect(before.line).toMatchObject({ state, settling, amount, fee });
    expect(before.fees).toEqual([fee, fee]);
    const back = 6500 - amount - fee;
    expect(await receiptOf(bookingId)).toMatchObject({ returned: 0, returning: back });
    expect(before.line?.releaseAt).toBeUndefined();
    expect([before.isOnHold, before.isReleased]).toEqual([settling, false]);
    expect(before.csv).toContain(`"${state}",6500,${fee},${amount},"",`);

    const released = await balance();
    const sums = await open.seller.api.send(calls.getEarnings, {});
    expect(await open.bookingOf(bookingId)).toBe(state);
    expect(sums.available - released).toBe(amount);
    expect(sums.onHold).toBe((await lines('?show=on-hold')).reduce((sum, line) => sum + line.amount, 0));
    const month = sums.months.at(-1)?.month ?? '';
    const { closing } = await open.seller.api.send(calls.getStatement, { query: { month } });
    expect(closing).toBe(sums.available);
    await vi.waitFor(
      async () => expect(await receiptOf(bookingId)).toMatchObject({ returned: back, returning: 0 }),
      10_000,
    );
    const after = await shown(bookingId);
    expect(after.line).toEqual({ ...before.line, settling: false, ...(settling && { releaseAt: expect.any(String) }) });
    expect(after.fees).toEqual([fee, fee]);
    expect([after.isOnHold, after.isReleased]).toEqual([false, settling]);
    expect(after.csv).toContain(`"${state}",6500,${fee},${amount},`);
  });
});

test('the statement of this month has the money of a sale whose inspection is over, although no job ran [P18]', async () => {
  const { closing } = await open.seller.api.send(calls.getStatement, { query: { month: monthOf(new Date()) } });
  await inspected();
  const next = await open.seller.api.send(calls.getStatement, { query: { month: monthOf(new Date()) } });
  expect(next.closing - closing).toBe(SHARE_TK);
  expect(next.entries.at(-1)).toMatchObject({ kind: 'release', method: 'card' });
});

test.each([
  ['list', async () => JSON.stringify(await lines())],
  ['list of released sales', async () => JSON.stringify(await lines('?show=released'))],
  ['CSV file', () => read('/lines.csv')],
])('the %s has the release of a sale whose inspection is over, although no job ran [P18]', async (_name, load) => {
  const { bookingId } = await inspected();
  expect(await load()).toContain(bookingId);
  expect(await open.bookingOf(bookingId)).toBe('completed');
});

test('a payout takes the money of a sale whose inspection is over, although no job ran [P18]', async () => {
  await inspected();
  await addAccount(store, open.seller);
  const released = await balance();
  const { amount } = await open.seller.api.send(calls.requestPayout, {});
  expect(amount).toBe(released + SHARE_TK);
  expect(await balance()).toBe(0);
});

test('more sales than one batch has count in one read, although no job ran [P18]', async () => {
  const SALES = PAST_DEADLINE_MAX_SALES + 1;
  const released = (await open.seller.api.send(calls.getEarnings, {})).available;
  for (let sold = 0; sold < SALES; sold += 1) await open.sell();
  await sql`update bookings set state = 'handed_over', handed_over_at = now(), inspect_until = now()
    where seller_id = ${open.seller.id} and state = 'paid'`.execute(store.db);
  // However slow the machine is, one read has the time for them all.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const read = open.seller.api.send(calls.getEarnings, {}).finally(() => clock.mockRestore());
  const { available, onHold } = await read;
  expect(available - released).toBe(SALES * SHARE_TK);
  expect(onHold).toBe(0);
}, 60_000);

test('no page of the list but the first applies a passed deadline: a page of the browser loads them all in its time', async () => {
  const { bookingId } = await inspected();
  const cursor = writeCursor(['2100-01-01 00:00:00+00', bookingId]);
  expect((await lines(`?cursor=${cursor}`)).length).toBeGreaterThan(0);
  expect(await open.bookingOf(bookingId)).toBe('handed_over');
  await lines();
  expect(await open.bookingOf(bookingId)).toBe('completed');
});

describe('of several sales whose inspection is over', () => {
  /** Applies the passed sales of a seller. Each fails with this SQLSTATE. Returns the failures and the errors logged. */
  async function failAll(code: string) {
    const failed: string[] = [];
    const log = { error: vi.fn() };
    const advance = async (_db: unknown, id: string) => {
      failed.push(id);
      throw Object.assign(new DatabaseError('failed', 6, 'error'), { code });
    };
    const done = applySalesPastDeadline({ db: store.db, advance, closed: false, log }, open.seller.id);
    return { error: await done.catch((error) => error), failed, lines: log.error.mock.calls.map(([, line]) => line) };
  }
  beforeAll(async () => {
    await inspected();
    await inspected();
  });

  test('each one is tried after a failure, and the log names it', async () => {
    const { error, failed, lines } = await failAll('23514');
    expect([error, failed.length]).toEqual([undefined, 2]);
    for (const id of failed) expect(lines).toContainEqual(expect.stringContaining(id));
  });

  test('none is tried after one that waited too long for others', async () => {
    const { error, failed, lines } = await failAll('55P03');
    expect([error, failed.length, lines.length]).toEqual([undefined, 1, 1]);
  });

  test('none is tried after three seconds', async () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    const tried: string[] = [];
    const advance = async (_db: unknown, id: string) => {
      tried.push(id);
      now += 3_100;
    };
    const log = { error: vi.fn() };
    await applySalesPastDeadline({ db: store.db, advance, closed: false, log }, open.seller.id).finally(() =>
      clock.mockRestore(),
    );
    expect(tried).toHaveLength(1);
  });

  test('none is tried while the database is unavailable, and the request fails', async () => {
    const { error, failed, lines } = await failAll('57P01');
    expect([error.code, failed.length, lines.length]).toEqual(['57P01', 1, 0]);
  });
});
