import { afterAll, expect, test } from 'vitest';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';
import { createPaymentIntent } from '../contract.ts';
import { numberOf, settleAsReturnedByHand } from './after-restore.ts';
import { ProviderUnavailable } from './providers/provider.ts';

const providerStore = await openProviderStore();
const { store, buyer, deps, standIns, faults, book, choose } = providerStore;
afterAll(() => providerStore.close());

/** Takes the money of a booking by a method, of which the store does not hear. Returns the number of the payment. */
async function capture(method: 'card' | 'bkash' | 'sslcommerz'): Promise<string> {
  const bookingId = await book();
  if (method === 'card') {
    const cards = cardClient(store);
    await cards.injectFaults({ webhooks: [{ kind: 'drop', times: 1000 }] });
    return cards.pay(await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } }));
  }
  faults.sslcommerz.addAll({ messages: [{ kind: 'drop' }] });
  const calls = [
    { kind: 'cut-after', on: 'execute' },
    { kind: 'error-before', on: 'payment/status' },
  ];
  faults.bkash.addAll({ calls });
  const { reference, ...back } = await standIns.payAt(method, await choose(bookingId, method));
  if (method === 'bkash') await store.app.inject(back);
  faults.bkash.addAll({ clear: true });
  return reference;
}

test.each([
  ['card', 'stripe'],
  ['bkash', 'bkash'],
  ['sslcommerz', 'sslcommerz'],
] as const)(
  'a payment by %s that a restore lost is found by its number, and is recorded as returned by hand [16.8]',
  async (method, provider) => {
    const intent = await capture(method);
    await store.db.deleteFrom('payments').where('intent', '=', intent).execute();
    const number = await numberOf(deps, intent);
    expect(number).toEqual({ provider, intent });
    await settleAsReturnedByHand(deps, number, 'Bank 17');
    const payments = store.db.selectFrom('payments').select(['provider', 'state']).where('intent', '=', intent);
    expect(await payments.execute()).toEqual([{ provider, state: 'refunded' }]);
  },
);

test('a provider that is away hides no payment of another one [16.8]', async () => {
  const intent = await capture('sslcommerz');
  await store.db.deleteFrom('payments').where('intent', '=', intent).execute();
  const away = () => faults.bkash.addAll({ calls: [{ kind: 'error-before', on: 'payment/status' }] });
  away();
  expect(await numberOf(deps, intent)).toEqual({ provider: 'sslcommerz', intent });
  away();
  await expect(numberOf(deps, 'unknown123-45')).rejects.toBeInstanceOf(ProviderUnavailable);
  faults.bkash.addAll({ clear: true });
});

test.each(['pi_unknown123', 'TR0011unknown', 'unknown123-45'])(
  'the number %s, under which no provider took money, is refused [16.8]',
  async (number) => {
    await expect(numberOf(deps, number)).rejects.toThrow(`No payment has the number ${number}.`);
  },
);
