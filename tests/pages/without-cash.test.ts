import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookProduct, getBooking } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { chooseMethod } from '#modules/handover/contract.ts';
import { openPage } from '../support/page-text.ts';
import { loadSourcePages } from '../support/pages.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'fatal', CASH: 'off', FEE_PERCENT: '7.5' }, { pages: loadSourcePages });
});
afterAll(() => store.close());

test('a store without cash says so to a buyer of a seller who takes it, and refuses the choice', async () => {
  const [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
  const body = aProduct(await aCategory(store.db), { cash: 'yes' });
  const { insertedId: itemId } = await seller.api.send(addProduct, { body });
  const booking = { itemId, phone: '01812345678', location: 'Uttara' };
  const { insertedId: id } = await buyer.api.send(bookProduct, { body: booking });
  const { cash } = await buyer.api.send(getBooking, { params: { id } });
  expect(cash).toEqual({ offered: false, reason: 'store' });
  const payCash = buyer.api.send(chooseMethod, { params: { id }, body: { method: 'cash' } });
  const message = 'No cash now. Choose another way.';
  await expect(payCash).rejects.toMatchObject({ status: 409, problem: { title: 'no-cash', message } });
});

test('the form of an item names the fee of a store, and asks about cash only where the store takes it', async () => {
  const { text } = await openPage(store, '/dashboard/addproduct', await store.as('seller'));
  expect(text).toContain('Dolna keeps 7.5% of the price of a paid sale.');
  expect(text).not.toMatch(/I take cash|Cash at pick-up/);
});
