import { afterAll, expect, test, vi } from 'vitest';
import { getOverview } from '#modules/overview/contract.ts';
import { createProviderCallbacks } from '#modules/payments/server/provider-callbacks.service.ts';
import { invoiceOf } from '#modules/payments/server/providers/answer.ts';
import { openOutbox } from '../sandbox/outbox/outbox.ts';
import { cardClient } from './support/card-client.ts';
import { openProviderStore } from './support/provider-store.ts';
import { ORIGIN } from './support/test-store.ts';

const providerStore = await openProviderStore();
const { store, admin, deps, standIns, payAt, sslcommerz } = providerStore;
const cards = cardClient(store);
afterAll(() => providerStore.close());

/** Each pays 6500 Tk for a booking that the store does not have. Returns the number of the payment. */
const PAYMENTS = {
  async stripe() {
    const intent = await cards.strayIntent(crypto.randomUUID(), 650_000);
    return cards.pay(intent);
  },
  async bkash() {
    const provider = store.providers.of('bkash');
    const { reference, redirectUrl = '' } = await provider.begin({
      ...{ bookingId: crypto.randomUUID(), productId: '', itemName: 'Pram', amount: 650_000, currency: 'bdt' },
      ...{ attempt: 0, buyer: { name: 'Nusrat', email: 'nusrat@example.com', phone: '01712345678' }, origin: ORIGIN },
    });
    await standIns.payAt('bkash', redirectUrl);
    await provider.confirm(reference);
    return reference;
  },
  async sslcommerz() {
    const number = invoiceOf(crypto.randomUUID(), 0);
    await payAt('sslcommerz', await standIns.openSession(number, 'of another store', '6500.00'));
    await sslcommerz.settled();
    return number;
  },
};

const shown = async () => (await admin.api.send(getOverview, {})).unknown;

function lettersOf(number: string) {
  const outbox = openOutbox(store.dataDir);
  try {
    return outbox.mails().filter(({ to, text }) => to === admin.email && text.includes(number));
  } finally {
    outbox.close();
  }
}

test.each(['stripe', 'bkash', 'sslcommerz'] as const)(
  'an admin is told once of money at %s that no booking has, and sees it [17.8]',
  async (name) => {
    const number = await PAYMENTS[name]();
    const callbacks = createProviderCallbacks(deps, store.providers.of(name));
    for (const _ of [1, 2]) await callbacks.handleNotification(number);
    const entry = { provider: name, transactionId: number, amount: 6500, at: expect.any(String) };
    expect((await shown()).filter(({ transactionId }) => transactionId === number)).toEqual([entry]);
    await vi.waitUntil(() => lettersOf(number).length > 0, 10_000);
    expect(lettersOf(number)).toHaveLength(1);
  },
);

test('money that went back at the provider is not shown any more [17.8]', async () => {
  const number = await PAYMENTS.stripe();
  const callbacks = createProviderCallbacks(deps, store.providers.of('stripe'));
  await callbacks.handleNotification(number);
  await cards.refund(number);
  await callbacks.handleNotification(number);
  // A webhook of the payment may still be in work.
  const isGone = async () => !(await shown()).some(({ transactionId }) => transactionId === number);
  await vi.waitUntil(isGone, 10_000);
});

test('a payment that took no money is not shown', async () => {
  const { id } = await cards.strayIntent(crypto.randomUUID(), 650_000);
  await createProviderCallbacks(deps, store.providers.of('stripe')).handleNotification(id);
  expect((await shown()).map(({ transactionId }) => transactionId)).not.toContain(id);
});
