import { afterAll, expect, test } from 'vitest';
import { getPaymentStatus } from '#modules/payments/contract.ts';
import { openPage } from '../support/page-text.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openProviderStore } from '../support/provider-store.ts';
import { ORIGIN } from '../support/test-store.ts';

const providerStore = await openProviderStore({ LOG_LEVEL: 'fatal' }, { pages: loadSourcePages });
const { store, buyer, faults, standIns, book, choose, check, payAt } = providerStore;
afterAll(() => providerStore.close());

test.each([
  ['bkash', 'bKash', 'Not enough money in bKash. Nothing was charged.'],
  ['sslcommerz', 'SSLCommerz', 'SSLCommerz payment failed.'],
] as const)('without script the page of %s is loaded again until the payment has ended', async (method, name, told) => {
  const id = await book();
  // The provider's message would end the payment at any moment.
  faults.sslcommerz.addAll({ messages: [{ kind: 'drop' }] });
  const comeBack = await payAt(method, await choose(id, method), 'failed');
  const path = `/dashboard/payment/${id}?back=${method}`;
  const statusOf = () => buyer.api.send(getPaymentStatus, { params: { id } });
  expect(await statusOf()).toEqual({ state: 'open', method, away: false });
  const before = await openPage(store, path, buyer);
  expect(before.heading).toBe(`Asking ${name}`);
  expect(before.main).toMatch(/<noscript><meta http-equiv="refresh" content="4"\/?><\/noscript>/i);
  await comeBack();
  expect(await check(id)).toMatchObject({ state: 'failed' });
  expect(await statusOf()).toMatchObject({ state: 'failed' });
  const after = await openPage(store, path, buyer);
  expect(after.heading).toBe('You have booked Coach pram');
  expect(after.text).toMatch(new RegExp(`How will you pay\\?.*${told}.*Pay with ${name}`));
  expect(after.main).not.toContain('http-equiv="refresh"');
});

test.each(['bkash', 'sslcommerz'] as const)(
  'a return from %s on another site counts without a cookie, and says nothing to its sender',
  async (method) => {
    const id = await book();
    const { reference: _, ...back } = await standIns.payAt(method, await choose(id, method));
    const headers = { ...back.headers, origin: 'null', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const { statusCode, headers: answered, body } = await store.app.inject({ ...back, headers });
    const page = `/dashboard/payment/${id}?back=${method}`;
    expect([statusCode, answered.location, answered['set-cookie'], body]).toEqual([303, ORIGIN + page, undefined, '']);
    expect(await check(id)).toMatchObject({ state: 'paid' });
    expect((await openPage(store, page)).location).toMatch(/^\/login\?/);
    const stranger = await openPage(store, page, await store.as('buyer'));
    expect([stranger.status, stranger.html.includes('Coach pram')]).toEqual([404, false]);
  },
);
