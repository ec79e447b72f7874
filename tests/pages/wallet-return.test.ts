import { afterAll, expect, test } from 'vitest';
import { getPaymentStatus } from '#modules/payments/contract.ts';
import { openPage } from '../support/page-text.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openProviderStore } from '../support/provider-store.ts';

const providerStore = await openProviderStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
const { store, buyer, faults, book, choose, check, payAt } = providerStore;
afterAll(() => providerStore.close());

test.each([
  ['bkash', 'bKash', 'There is not enough money in this bKash account. Nothing was charged.'],
  ['sslcommerz', 'SSLCommerz', 'The payment with SSLCommerz did not go through.'],
] as const)('without script the page of %s is loaded again until the payment has ended', async (method, name, told) => {
  const id = await book();
  // The provider's message would end the payment at any moment.
  faults.sslcommerz.addAll({ messages: [{ kind: 'drop' }] });
  const comeBack = await payAt(method, await choose(id, method), 'failed');
  const path = `/dashboard/payment/${id}?back=${method}`;
  const statusOf = () => buyer.api.send(getPaymentStatus, { params: { id } });
  expect(await statusOf()).toEqual({ state: 'open', method, away: false });
  const before = await openPage(store, path, buyer);
  expect(before.heading).toBe(`We are asking ${name}`);
  expect(before.main).toMatch(/<noscript><meta http-equiv="refresh" content="4"\/?><\/noscript>/i);
  await comeBack();
  expect(await check(id)).toMatchObject({ state: 'failed' });
  expect(await statusOf()).toMatchObject({ state: 'failed' });
  const after = await openPage(store, path, buyer);
  expect(after.heading).toBe('You have booked Coach pram');
  expect(after.text).toMatch(new RegExp(`How would you like to pay\\?.*${told}.*Pay with ${name}`));
  expect(after.main).not.toContain('http-equiv="refresh"');
});
