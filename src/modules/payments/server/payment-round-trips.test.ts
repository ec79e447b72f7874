import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseMethod } from '#modules/handover/contract.ts';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';
import { listenToQueries } from '../../../../tests/support/queries.ts';
import { createPaymentIntent } from '../contract.ts';

let queries: ReturnType<typeof listenToQueries>;
let providerStore: Awaited<ReturnType<typeof openProviderStore>>;
beforeAll(async () => {
  queries = listenToQueries();
  providerStore = await openProviderStore();
});
afterAll(async () => {
  await providerStore.close();
  queries.stop();
});

/** Returns the first word of each statement. Live events of an earlier booking may come at any time, and are left out. */
const verbs = (statements: string[]) =>
  statements.filter((text) => !text.includes('pg_notify')).map((text) => text.trim().split(/\s/, 1)[0]);

test.each(['bkash', 'sslcommerz'] as const)('%s and the choice of it are stored by one transaction', async (method) => {
  const id = await providerStore.book();
  const sent = await queries.during(providerStore.store, () =>
    providerStore.buyer.api.send(chooseMethod, { params: { id }, body: { method } }),
  );
  // Session and booking; payment, and product with booking are locked, and the method is changed; the payment is stored.
  const locks = ['select', 'with', 'select'];
  expect(verbs(sent)).toEqual(['select', 'select', 'begin', ...locks, 'update', 'insert', 'select', 'commit']);
});

// The last one: a message about its payment may come during another test.
test('the beginning of a card payment takes three round trips to the database', async () => {
  const bookingId = await providerStore.book();
  const sent = await queries.during(providerStore.store, () =>
    providerStore.buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } }),
  );
  // A message of the provider may come at the same time.
  const stored = sent.findIndex((text) => text.includes('begin_payment'));
  expect(verbs(sent.slice(0, stored + 1))).toEqual(['select', 'select', 'select']);
});
