import { afterAll, expect, test } from 'vitest';
import { getPaymentStatus } from '#modules/payments/contract.ts';
import { openPage } from '../support/page-text.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openProviderStore } from '../support/provider-store.ts';

const providerStore = await openProviderStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
const { store, buyer, faults, book, choose, check, payAt } = providerStore;
afterAll(() => providerStore.close());

test('without script the payment page is loaded again until the recorded payment has ended', async () => {
  const id = await book();
  // The provider's message would end the payment at any moment.
  faults.sslcommerz.addAll({ messages: [{ kind: 'drop' }] });
  const comeBack = await payAt('sslcommerz', await choose(id, 'sslcommerz'), 'failed');
  const path = `/dashboard/payment/${id}?back=sslcommerz`;
  const statusOf = () => buyer.api.send(getPaymentStatus, { params: { id } });
  expect(await statusOf()).toEqual({ state: 'open', method: 'sslcommerz', away: false });
  const before = await openPage(store, path, buyer);
  expect(before.heading).toBe('We are asking SSLCommerz');
  expect(before.main).toMatch(/<noscript><meta http-equiv="refresh" content="4"\/?><\/noscript>/i);
  await comeBack();
  expect(await check(id)).toMatchObject({ state: 'failed' });
  expect(await statusOf()).toMatchObject({ state: 'failed' });
  const after = await openPage(store, path, buyer);
  expect(after.heading).toBe('You have booked Coach pram');
  expect(after.text).toContain('The payment with SSLCommerz did not go through.');
  expect(after.text).toMatch(/How would you like to pay\?.*choose your bank or wallet.*did not go through.*Pay with SSLCommerz/);
  expect(after.main).not.toContain('http-equiv="refresh"');
});
