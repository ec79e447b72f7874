import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct, listByCategory } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { createPaymentIntent } from '#modules/payments/contract.ts';
import { readSettings } from '#modules/payments/server/store-settings.ts';
import { cardClient } from './support/card-client.ts';
import { openTestStore, provider, type TestStore } from './support/test-store.ts';

describe('the settings', () => {
  test('have the defaults of the specification [9.4 9.7 9.8 9.10]', () => {
    expect(readSettings({})).toMatchObject({
      CURRENCY: 'bdt',
      CURRENCY_LABEL: 'Tk',
      BADGE_TEXT: '50% OFF',
      CAROUSEL_DELAY_MS: 2500,
      PAGE_SIZE: 24,
      PASSWORD_MIN: 6,
    });
  });

  test('accept only currencies with hundredths, the unit of stored amounts', () => {
    expect(readSettings({ CURRENCY: 'EUR' }).CURRENCY).toBe('eur');
    for (const CURRENCY of ['jpy', 'kwd', 'taka', 'xyz'])
      expect(() => readSettings({ CURRENCY }), CURRENCY).toThrow(/^The setting CURRENCY is wrong/);
  });
});

describe('a store with settings of its own', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore({ PAGE_SIZE: '2', PASSWORD_MIN: '8', CURRENCY: 'eur' });
  });
  afterAll(() => store.close());

  test('has pages of its own size, and charges in its own currency [9.10]', async () => {
    const [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
    const categoryId = await aCategory(store.db);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1)
      ids.push((await seller.api.send(addProduct, { body: aProduct(categoryId) })).insertedId);
    const first = await buyer.api.send(listByCategory, { params: { categoryId } });
    expect(first.items).toHaveLength(2);
    const { items, next } = await buyer.api.send(listByCategory, {
      params: { categoryId },
      query: { cursor: first.next },
    });
    expect(items).toHaveLength(1);
    expect(next).toBeUndefined();

    const body = { itemId: ids[0] ?? '', phone: '01712345678', location: 'Mirpur' };
    const { insertedId: bookingId } = await buyer.api.send(bookProduct, { body });
    const prepared = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
    expect(await cardClient(store).intent(prepared)).toMatchObject({ amount: 650_000, currency: 'eur' });
  });

  test('refuses new passwords below its minimum length, in the reader’s language and digits', async () => {
    const who = { name: 'Sadia Karim', email: 'sadia@example.com', password: 'seven77' };
    const answer = await provider(store.app, '/sign-up/email', who, { 'accept-language': 'bn' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe('পাসওয়ার্ড অন্তত ৮ অক্ষরের হতে হবে');
    expect((await provider(store.app, '/sign-up/email', { ...who, password: 'eight888' })).statusCode).toBe(200);
  });
});
