import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '#embedded-postgres/postmaster.ts';
import { chooseMethod } from '#modules/handover/contract.ts';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';

let desk: Awaited<ReturnType<typeof openProviderStore>>;
beforeAll(async () => {
  // Nothing listens at this address of the card provider.
  const base = `http://127.0.0.1:${await freePort()}`;
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1234', STRIPE_PUBLISHABLE_KEY: 'pk_test_1234' };
  const addresses = { STRIPE_API_BASE: base, STRIPE_JS_URL: `${base}/v3/` };
  desk = await openProviderStore({ ...keys, ...addresses, STRIPE_WEBHOOK_SECRET: 'whsec_1234' });
});
afterAll(() => desk.close());

test('a buyer keeps the agreed cash while the provider that they choose is away', async () => {
  const id = await desk.book();
  await desk.buyer.api.send(chooseMethod, { params: { id }, body: { method: 'cash' } });
  desk.faults.bkash.addAll({ calls: [{ kind: 'error-before', on: 'create' }] });
  await expect(desk.choose(id, 'bkash')).rejects.toMatchObject({ status: 503 });
  const { method } = await desk.store.db
    .selectFrom('bookings')
    .select('method')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(method).toBe('cash');
});

test('a token that bKash refuses with the status 401 is fetched anew, and the call is repeated once', async () => {
  const id = await desk.book();
  const asked = vi.spyOn(globalThis, 'fetch');
  const calls = () => asked.mock.calls.map(([url]) => String(url).replace(/.*\/checkout\//, ''));
  try {
    desk.faults.bkash.addAll({ calls: [{ kind: 'refuse', on: 'create' }] });
    await desk.choose(id, 'bkash');
    expect(calls().slice(-3)).toEqual(['create', 'token/grant', 'create']);
    asked.mockClear();
    desk.faults.bkash.addAll({ calls: [{ kind: 'refuse', on: 'create', times: 2 }] });
    await expect(desk.choose(await desk.book(), 'bkash')).rejects.toMatchObject({ status: 409 });
    expect(calls()).toEqual(['create', 'token/grant', 'create']);
  } finally {
    asked.mockRestore();
  }
});

test('while one provider is away, payments at the others are settled, and the run fails at its end', async () => {
  const id = await desk.book();
  const page = await desk.choose(id, 'sslcommerz');
  desk.faults.sslcommerz.addAll({ messages: [{ kind: 'drop' }] });
  // The buyer pays and closes the tab.
  await desk.payAt('sslcommerz', page);
  await expect(desk.reconcile()).rejects.toThrow();
  expect((await desk.stateOf(id)).booking).toBe('paid');
});
