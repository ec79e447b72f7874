import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addRole, verifyUser } from '#modules/identity/contract.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import * as calls from '../contract.ts';
import { aCategory, aProduct } from './fixtures.ts';

let store: TestStore;
let admin: Person;
let seller: Person;
let buyer: Person;
let categoryId: string;
beforeAll(async () => {
  store = await openTestStore();
  [admin, seller, buyer] = [await store.as('admin'), await store.as('seller'), await store.as('buyer')];
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

const list = async (changes: Record<string, unknown> = {}) =>
  (await seller.api.send(calls.addProduct, { body: aProduct(categoryId, changes) })).insertedId;
const change = (id: string, query: { status?: 'SOLD' | 'UNSOLD'; advertiseEnable?: 'true' | 'false' }) =>
  seller.api.send(calls.changeMyProduct, { params: { id }, query });
const book = async (itemId: string) => {
  const body = { itemId, phone: '01712345678', location: 'Mirpur' };
  return (await buyer.api.send(bookProduct, { body })).insertedId;
};
const offers = async () => (await buyer.api.send(calls.listByCategory, { params: { categoryId } })).items;
const onHome = async () => (await store.anyone.send(calls.listAdvertised, {})).map((one) => one._id);

test('a resale price above the original one is taken', async () => {
  const id = await list({ originalPrice: 6500, resalePrice: 12_000 });
  expect((await offers()).find((one) => one._id === id)).toMatchObject({ originalPrice: 6500, resalePrice: 12_000 });
});

describe('the home page', () => {
  test('drops a sold product: marked unsold, it is not advertised', async () => {
    const id = await list();
    await change(id, { advertiseEnable: 'true' });
    await change(id, { status: 'SOLD' });
    await change(id, { status: 'UNSOLD' });
    expect(await onHome()).not.toContain(id);
    expect((await offers()).find((one) => one._id === id)).toMatchObject({ advertiseEnable: false });
  });

  test('drops a product whose advertisement is switched off', async () => {
    const id = await list();
    expect(await change(id, { advertiseEnable: 'true' })).toEqual({ modifiedCount: 1 });
    expect(await change(id, { advertiseEnable: 'true' })).toEqual({ modifiedCount: 0 });
    expect(await change(id, { advertiseEnable: 'false' })).toEqual({ modifiedCount: 1 });
    expect(await onHome()).not.toContain(id);
  });
});

describe('a category', () => {
  test('says of each product whether it is booked', async () => {
    const id = await list();
    expect((await offers())[0]).toMatchObject({ _id: id, booked: false });
    await book(id);
    expect((await offers())[0]).toMatchObject({ _id: id, booked: true });
  });

  test('says of each product whether its seller was verified', async () => {
    expect((await offers())[0]?.user_info).toEqual([{}]);
    await admin.api.send(verifyUser, { params: { id: seller.id }, body: { verify: 'Verified' } });
    expect((await offers())[0]?.user_info).toEqual([{ verify: 'Verified' }]);
  });
});

test('a seller who buys too cannot book an own product [7.21]', async () => {
  const turned = await store.as('seller');
  const body = aProduct(categoryId);
  const { insertedId: itemId } = await turned.api.send(calls.addProduct, { body });
  await turned.api.send(addRole, { params: { role: 'buyer' } });
  const booking = { itemId, phone: '01712345678', location: 'Mirpur' };
  await expect(turned.api.send(bookProduct, { body: booking })).rejects.toMatchObject({
    status: 409,
    problem: { acknowledged: false, title: 'own-product', message: expect.stringMatching(/\w/) },
  });
});
