import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { chooseMethod } from '#modules/handover/contract.ts';
import { transaction } from '#platform/database/database.ts';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';
import { createPaymentIntent } from '../contract.ts';
import { updateConfirming } from './open-payments.store.ts';

const providerStore = await openProviderStore();
const { store, buyer, faults, book, choose, check, stateOf, payAt, reconcile, sslcommerz } = providerStore;
afterAll(() => providerStore.close());

const statesOf = async (id: string) => (await stateOf(id)).payments.map(({ state }) => state).sort();
const UNDER_WAY = { status: 409, message: expect.stringContaining('in progress') };
/** Counts the transactions that wait for payments of another one. */
async function waitingCount(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like '%"payments"%for update'`.execute(store.db);
  return rows.length;
}
const payByCard = (bookingId: string) => buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });

test('after an execution without an answer no other method begins until bKash tells the outcome', async () => {
  const id = await book();
  const comeBack = await payAt('bkash', await choose(id, 'bkash'));
  faults.bkash.addAll({ calls: [{ kind: 'error-before', on: 'execute' }] });
  await comeBack();
  expect(await statesOf(id)).toEqual(['created']);
  await expect(payByCard(id)).rejects.toMatchObject(UNDER_WAY);
  for (const method of ['cash', 'card', 'sslcommerz'] as const)
    await expect(buyer.api.send(chooseMethod, { params: { id }, body: { method } })).rejects.toMatchObject(UNDER_WAY);
  await reconcile();
  expect(await stateOf(id)).toMatchObject({ booking: 'paid', payments: [{ state: 'succeeded' }] });
});

test('cash that is chosen while bKash begins to take the money waits, and is refused', async () => {
  const id = await book();
  await choose(id, 'bkash');
  const [{ intent = '' } = {}] = (await stateOf(id)).payments;
  const cash = await transaction(store.db, async (db) => {
    await updateConfirming(db, 'bkash', intent);
    const asked = buyer.api.send(chooseMethod, { params: { id }, body: { method: 'cash' } }).catch((error) => error);
    await vi.waitUntil(async () => (await waitingCount()) > 0, 5000);
    return { asked };
  });
  expect(await cash.asked).toMatchObject(UNDER_WAY);
});

test('an execution that bKash refused leaves the other methods open', async () => {
  const id = await book();
  await (await payAt('bkash', await choose(id, 'bkash'), 'failed'))();
  expect(await check(id)).toMatchObject({ state: 'failed' });
  expect(await payByCard(id)).toMatchObject({ clientSecret: expect.any(String) });
});

test('a page of SSLCommerz that can still be paid stays the only one', async () => {
  const id = await book();
  const url = await choose(id, 'sslcommerz');
  await sql`update payments set created_at = now() - interval '20 minutes' where booking_id = ${id}`.execute(store.db);
  expect(await choose(id, 'sslcommerz')).toBe(url);
  expect(await statesOf(id)).toEqual(['created']);
});

test('of two methods that begin at the same time one goes on', async () => {
  const id = await book();
  // Both requests have found no open payment before either provider answers.
  faults.bkash.addAll({ calls: [{ kind: 'late', on: 'create', delay: 500 }] });
  const [wallet, card] = await Promise.allSettled([
    buyer.api.send(chooseMethod, { params: { id }, body: { method: 'bkash' } }),
    payByCard(id),
  ]);
  expect(card.status).toBe('fulfilled');
  expect(wallet).toMatchObject({ status: 'rejected', reason: UNDER_WAY });
  expect(await statesOf(id)).toEqual(['created']);
});

test('each method has its own limit, so a buyer may change between them', async () => {
  const limited = await openProviderStore({ RATE_LIMITS: 'on', LIMIT_INTENTS: '1', LIMIT_TRIES: '100' });
  try {
    const { buyer, choose } = limited;
    const id = await limited.book();
    await buyer.api.send(createPaymentIntent, { body: { bookingId: id, itemPrice: 6500 } });
    for (const method of ['bkash', 'sslcommerz'] as const) expect(await choose(id, method)).toMatch(/^http/);
    await expect(choose(await limited.book(), 'bkash')).rejects.toMatchObject({
      problem: { title: 'too-many-intents' },
    });
  } finally {
    await limited.close();
  }
});

test('a hold that ends while a page is made leaves neither a payment nor a chosen method', async () => {
  const id = await book();
  faults.bkash.addAll({ calls: [{ kind: 'late', on: 'create', delay: 1000 }] });
  const choice = choose(id, 'bkash').catch((error) => error);
  await vi.waitUntil(() => (faults.bkash.addAll({}) as { calls: object[] }).calls.length === 0);
  await sql`update bookings set hold_until = now() - interval '1 second' where id = ${id}`.execute(store.db);
  expect(await choice).toMatchObject({ status: 409, problem: { title: 'hold-ended' } });
  expect(await statesOf(id)).toEqual([]);
});

test('bKash takes nothing while an admin looks at another payment of the booking', async () => {
  const id = await book();
  const gateway = await choose(id, 'sslcommerz');
  const comeBack = await payAt('bkash', await choose(id, 'bkash'));
  await payAt('sslcommerz', gateway, 'risky');
  await sslcommerz.settled();
  await comeBack();
  expect(await statesOf(id)).toEqual(['created', 'review']);
  expect((await stateOf(id)).booking).toBe('held');
});
