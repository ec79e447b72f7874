import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '#embedded-postgres/postmaster.ts';
import { chooseMethod } from '#modules/handover/contract.ts';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';

let providerStore: Awaited<ReturnType<typeof openProviderStore>>;
beforeAll(async () => {
  // Nothing listens at this address of the card provider.
  const base = `http://127.0.0.1:${await freePort()}`;
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1234', STRIPE_PUBLISHABLE_KEY: 'pk_test_1234' };
  const addresses = { STRIPE_API_BASE: base, STRIPE_JS_URL: `${base}/v3/` };
  providerStore = await openProviderStore({ ...keys, ...addresses, STRIPE_WEBHOOK_SECRET: 'whsec_1234' });
});
afterAll(() => providerStore.close());

test('a buyer keeps the agreed cash while the provider that they choose is unavailable', async () => {
  const id = await providerStore.book();
  await providerStore.buyer.api.send(chooseMethod, { params: { id }, body: { method: 'cash' } });
  providerStore.faults.bkash.addAll({ calls: [{ kind: 'error-before', on: 'create' }] });
  await expect(providerStore.choose(id, 'bkash')).rejects.toMatchObject({ status: 503 });
  const { method } = await providerStore.store.db
    .selectFrom('bookings')
    .select('method')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(method).toBe('cash');
});

test('a token that bKash refuses with the status 401 is fetched anew, and the call is repeated once', async () => {
  const id = await providerStore.book();
  const asked = vi.spyOn(globalThis, 'fetch');
  const calls = () => asked.mock.calls.map(([url]) => String(url).replace(/.*\/checkout\//, ''));
  try {
    providerStore.faults.bkash.addAll({ calls: [{ kind: 'refuse', on: 'create' }] });
    await providerStore.choose(id, 'bkash');
    expect(calls().slice(-3)).toEqual(['create', 'token/grant', 'create']);
    asked.mockClear();
    providerStore.faults.bkash.addAll({ calls: [{ kind: 'refuse', on: 'create', times: 2 }] });
    await expect(providerStore.choose(await providerStore.book(), 'bkash')).rejects.toMatchObject({ status: 503 });
    expect(calls()).toEqual(['create', 'token/grant', 'create']);
  } finally {
    asked.mockRestore();
  }
});

test('while one provider is unavailable, payments at the others are settled, and the run fails at its end', async () => {
  const id = await providerStore.book();
  const page = await providerStore.choose(id, 'sslcommerz');
  providerStore.faults.sslcommerz.addAll({ messages: [{ kind: 'drop' }] });
  // The buyer pays and closes the tab.
  await providerStore.payAt('sslcommerz', page);
  await expect(providerStore.reconcile()).rejects.toThrow();
  expect((await providerStore.stateOf(id)).booking).toBe('paid');
});
