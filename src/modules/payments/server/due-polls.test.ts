import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';
import { reconcileTask } from './reconcile.job.ts';
import { verifyBooks } from './reconciliation-report.ts';
import { refundDuePayment } from './refund.job.ts';
import { selectRefundsDue } from './refunds.store.ts';

const providerStore = await openProviderStore();
const { store, deps, faults, standIns, book, choose, stateOf, payAt, reconcile, sslcommerz } = providerStore;
afterAll(() => providerStore.close());
beforeEach(() => {
  faults.sslcommerz.addAll({ clear: true });
});

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
const statesOf = async (id: string) => (await stateOf(id)).payments.map(({ state }) => state).sort();
const intentOf = async (id: string) => (await stateOf(id)).payments[0]?.intent ?? '';

/** Lets minutes pass, with a run of the job after each. */
async function passMinutes(minutes: number) {
  const task = reconcileTask(deps);
  for (let passed = 1; passed <= minutes; passed += 1) {
    await sql`update payments set created_at = created_at - interval '1 minute', ask_again_at = ask_again_at - interval '1 minute'`.execute(
      store.db,
    );
    await task({}, { logger: { error: (line: string) => expect.unreachable(line) } } as never);
  }
}

/** Makes a payment so old, whose next poll is due. */
const age = (id: string, minutes: number) =>
  sql`update payments set ask_again_at = now(), created_at = now() - make_interval(mins => ${minutes}) where booking_id = ${id}`.execute(
    store.db,
  );
const minutesToNext = async (id: string) => {
  const { rows } = await sql<{ minutes: number | null }>`
    select round(extract(epoch from ask_again_at - now()) / 60)::int as minutes
    from payments where booking_id = ${id} order by created_at`.execute(store.db);
  return rows.map(({ minutes }) => minutes);
};

/** Runs the refund job until nothing is due. */
const returnDue = () =>
  vi.waitFor(async () => {
    for (const id of await selectRefundsDue(store.db, 100)) await refundDuePayment(deps, id).catch(() => undefined);
    expect(await selectRefundsDue(store.db, 100)).toEqual([]);
  }, 10_000);

/** A sale by SSLCommerz. */
async function sell() {
  const id = await book();
  await (await payAt('sslcommerz', await choose(id, 'sslcommerz')))();
  await sslcommerz.settled();
  return { id, intent: await intentOf(id) };
}

/** The buyer pays a page under a number, and the message about it is lost. */
async function payUnheard(page: string) {
  faults.sslcommerz.addAll({ messages: [{ kind: 'drop' }] });
  await payAt('sslcommerz', page);
}

test.each([1, 20, 57])(
  'a second capture without a message, %s minutes after the first page, goes back within two minutes [P2]',
  async (minutes) => {
    const { id, intent } = await sell();
    await passMinutes(minutes);
    await payUnheard(await standIns.openSession(intent, id, '6500.00'));
    expect(await statesOf(id)).toEqual(['succeeded']);
    await passMinutes(2);
    expect(await statesOf(id)).toEqual([expect.stringMatching(/^refund/), 'succeeded']);
    await returnDue();
    expect(await statesOf(id)).toEqual(['refunded', 'succeeded']);
  },
);

test('while SSLCommerz reports an open page beside a sale, each run asks: its capture goes back within two minutes [P2]', async () => {
  const { id, intent } = await sell();
  const page = await standIns.openSession(intent, id, '6500.00');
  await age(id, 20 * HOUR_MINUTES);
  await reconcile();
  expect(await minutesToNext(id)).toEqual([1]);
  await payUnheard(page);
  await passMinutes(2);
  await returnDue();
  expect(await statesOf(id)).toEqual(['refunded', 'succeeded']);
});

test('a first capture without a message is a sale within two minutes, however many pages others left [P2]', async () => {
  const id = await book();
  const page = await choose(id, 'sslcommerz');
  // Older open payments fill the batch of open ones.
  await sql`insert into payments (provider, booking_id, intent, amount_poisha, currency, state, redirect_url, created_at)
    select 'sslcommerz', ${id}, 'pi_left' || n, 650000, 'bdt', 'cancelled', 'https://pay.example', now() - interval '20 hours'
    from generate_series(1, 400) n`.execute(store.db);
  await payUnheard(page);
  await passMinutes(2);
  await sql`delete from payments where intent like 'pi_left%'`.execute(store.db);
  expect((await stateOf(id)).booking).toBe('paid');
});

test('a second capture without a message is reported by verify-books until it goes back', async () => {
  const { id, intent } = await sell();
  await payUnheard(await standIns.openSession(intent, id, '6500.00'));
  const verify = async () => (await verifyBooks(store.db, store.providers, Date.now() + 600_000)).differences;
  const [difference, ...others] = (await verify()).filter((line) => line.startsWith(intent));
  expect(others).toEqual([]);
  expect(difference).toMatch(/-\w+: the provider has captured 650000, refunded 0; the ledger has captured 0/);
  await passMinutes(2);
  await returnDue();
  expect(await verify()).toEqual([]);
});

test('a page that the buyer left is asked about after two days, too: a late payment goes back', async () => {
  const id = await book();
  const page = await choose(id, 'sslcommerz');
  await (await payAt('bkash', await choose(id, 'bkash')))();
  await store.db.updateTable('payments').set({ state: 'cancelled' }).where('state', '=', 'created').execute();
  await payUnheard(page);
  await age(id, 2 * DAY_MINUTES);
  await reconcile();
  await returnDue();
  expect(await statesOf(id)).toEqual(['refunded', 'succeeded']);
});

test('without an open page the polls of the first hour come each minute, later ones wait longer each time, and end', async () => {
  const { id } = await sell();
  expect(await minutesToNext(id)).toEqual([1]);
  for (const [minutes, next] of [
    [2, 1],
    [59, 1],
    [60, 60],
    [16 * HOUR_MINUTES, 16 * HOUR_MINUTES],
    [64 * HOUR_MINUTES, 64 * HOUR_MINUTES],
    [128 * HOUR_MINUTES, null],
  ] as const) {
    await age(id, minutes);
    await reconcile();
    expect(await minutesToNext(id)).toEqual([next]);
  }
});

test('bKash takes no money without the store, so it is asked none', async () => {
  const id = await book();
  await choose(id, 'bkash');
  expect(await minutesToNext(id)).toEqual([null]);
});

test('a poll without an answer is repeated in the next run, the last one too', async () => {
  const { id } = await sell();
  await age(id, 128 * HOUR_MINUTES);
  faults.sslcommerz.addAll({ calls: [{ kind: 'error-before', times: 100 }] });
  await reconcile().catch(() => undefined);
  expect([[0], [1]]).toContainEqual(await minutesToNext(id));
  faults.sslcommerz.addAll({ clear: true });
  await age(id, 128 * HOUR_MINUTES);
  await reconcile();
  expect(await minutesToNext(id)).toEqual([null]);
});
