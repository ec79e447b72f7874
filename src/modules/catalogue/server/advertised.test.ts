import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookProduct, cancelBooking } from '#modules/bookings/contract.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { addProduct, changeMyProduct, deleteMyProduct, listAdvertised } from '../contract.ts';
import { aCategory, aProduct } from './fixtures.ts';

let store: TestStore;
let seller: Person;
let buyer: Person;
let categoryId: string;

beforeAll(async () => {
  store = await openTestStore();
  [seller, buyer] = [await store.as('seller', 'Sadia Karim'), await store.as('buyer')];
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

async function advertise(productName: string): Promise<string> {
  const { insertedId: id } = await seller.api.send(addProduct, { body: aProduct(categoryId, { productName }) });
  await seller.api.send(changeMyProduct, { params: { id }, query: { advertiseEnable: 'true' } });
  return id;
}
const shown = async () => (await store.anyone.send(listAdvertised, {})).map(({ productName }) => productName);

test('an advertised product is not on the home page while it is booked [7.9]', async () => {
  const itemId = await advertise('Cot');
  const body = { itemId, phone: '01712345678', location: 'Mirpur 10' };
  const { insertedId: id } = await buyer.api.send(bookProduct, { body });
  expect(await shown()).not.toContain('Cot');
  await buyer.api.send(cancelBooking, { params: { id } });
  expect(await shown()).toContain('Cot');
  await seller.api.send(changeMyProduct, { params: { id: itemId }, query: { advertiseEnable: 'false' } });
  expect(await shown()).not.toContain('Cot');
});

test('a deleted product is not advertised', async () => {
  const id = await advertise('Chair');
  await seller.api.send(deleteMyProduct, { params: { id } });
  expect(await shown()).not.toContain('Chair');
});

test('the newest 24 are shown to everybody, newest first [7.9]', async () => {
  for (let n = 1; n <= 25; n += 1) await advertise(`Book ${n}`);
  expect(await shown()).toEqual(Array.from({ length: 24 }, (_, n) => `Book ${25 - n}`));
});
