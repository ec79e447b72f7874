import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addPayout } from '../../../../tests/support/money.ts';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';
import * as calls from '../payouts.contract.ts';

let providerStore: Awaited<ReturnType<typeof openProviderStore>>;
beforeAll(async () => {
  providerStore = await openProviderStore();
});
afterAll(() => providerStore.close());

async function sentPayout(): Promise<string> {
  const { store, seller, admin } = providerStore;
  const id = await addPayout(store, seller);
  await admin.api.send(calls.sendPayout, { params: { id } });
  return id;
}

const payoutOf = (id: string) =>
  providerStore.store.db
    .selectFrom('payouts')
    .select(['state', 'transfer_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('a transfer is recorded although the time of its request is over [P16]', async () => {
  const { store, admin } = providerStore;
  const id = await sentPayout();
  // The beginning and the record take longer together than a request may wait.
  await sql`create function slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(2.4); return new; end $$`.execute(store.db);
  await sql`create trigger slow before update on payouts for each row execute function slow()`.execute(store.db);
  try {
    expect(await admin.api.send(calls.transferPayout, { params: { id } })).toEqual({ state: 'paid' });
  } finally {
    await sql`drop function slow cascade`.execute(store.db);
  }
  expect((await payoutOf(id)).state).toBe('paid');
});

test('a transfer is recorded although its admin left and the store closes [P16]', async () => {
  const { store, admin, faults } = providerStore;
  const id = await sentPayout();
  faults.bkash.addAll({ calls: [{ kind: 'late', on: 'payment/b2cPayment', delay: 1500 }] });
  const left = new AbortController();
  const asked = fetch(`${store.address}/api/payouts/${id}/transfer`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    signal: left.signal,
  });
  await vi.waitUntil(async () => (await payoutOf(id)).transfer_at !== null);
  left.abort();
  await expect(asked).rejects.toThrow();
  await store.app.close();
  expect((await payoutOf(id)).state).toBe('paid');
});
