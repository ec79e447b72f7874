import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookProduct, cancelBooking, getBooking } from '#modules/bookings/contract.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import {
  addProduct,
  changeMyProduct,
  deleteMyProduct,
  editMyProduct,
  getListingTerms,
  getMyProduct,
} from '../contract.ts';
import { aCategory, aProduct } from './fixtures.ts';

let store: TestStore;
let seller: Person;
let buyer: Person;
let categoryId: string;

beforeAll(async () => {
  store = await openTestStore();
  [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

const add = async () => (await seller.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
const read = (id: string, who = seller) => who.api.send(getMyProduct, { params: { id } });
const edit = (id: string, body: Record<string, unknown>, who = seller) =>
  who.api.send(editMyProduct, { params: { id }, body });
const book = async (itemId: string) => {
  const body = { itemId, phone: '01812345678', location: 'Uttara' };
  return (await buyer.api.send(bookProduct, { body })).insertedId;
};

test('cash is taken unless the seller says no, and then a buyer has no such choice', async () => {
  const id = await add();
  expect((await read(id)).cash).toBe('yes');
  expect(await edit(id, { cash: 'no' })).toEqual({ modifiedCount: 1 });
  expect((await read(id)).cash).toBe('no');
  const { cash } = await buyer.api.send(getBooking, { params: { id: await book(id) } });
  expect(cash).toMatchObject({ offered: false, reason: 'seller' });
});

test('the form asks whether the store offers cash, and what it keeps', async () => {
  expect(await seller.api.send(getListingTerms, {})).toEqual({ cash: true, feePercent: 0 });
  const other = await openTestStore({ CASH: 'off', FEE_PERCENT: '7.5' });
  const terms = await (await other.as('seller')).api.send(getListingTerms, {});
  await other.close();
  expect(terms).toEqual({ cash: false, feePercent: 7.5 });
});

describe('editing a product', () => {
  test('changes the sent fields only', async () => {
    const id = await add();
    const before = await read(id);
    expect(await edit(id, { productName: 'Coach pram, mended', resalePrice: '৬,২৫০', description: '' })).toEqual({
      modifiedCount: 1,
    });
    expect(await read(id)).toEqual({
      ...before,
      productName: 'Coach pram, mended',
      resalePrice: 6250,
      description: '',
    });
  });

  test('takes every field of the form', async () => {
    const id = await add();
    const other = await aCategory(store.db, 'Cots');
    const body = aProduct(other, {
      productName: 'Cot',
      imageURL: '/demo/05-cot-beguni-butter-800.webp',
      originalPrice: 9000,
      resalePrice: 3000.5,
      location: 'Mirpur 10',
      useYear: 1.5,
      phone: '01912345678',
      quality: 'Fair',
      cash: 'no',
      description: 'One slat is new.',
    });
    await edit(id, body);
    expect(await read(id)).toMatchObject(body);
  });

  test.each([
    [{ productName: '  ' }, 'productName'],
    [{ imageURL: 'javascript:alert(1)' }, 'imageURL'],
    [{ resalePrice: 0 }, 'resalePrice'],
    [{ originalPrice: 10_000_001 }, 'originalPrice'],
    [{ useYear: 31 }, 'useYear'],
    [{ phone: '12345' }, 'phone'],
    [{ quality: 'New' }, 'quality'],
    [{ categoryId: '00000000-0000-7000-8000-000000000000' }, 'categoryId'],
  ])('refuses %j and names the field', async (body, field) => {
    const id = await add();
    await expect(edit(id, body)).rejects.toMatchObject({ status: 400, problem: { errors: [{ field }] } });
    expect(await read(id)).toMatchObject(aProduct(categoryId));
  });

  test('refuses an empty change, and a change of the seller', async () => {
    const id = await add();
    await expect(edit(id, {})).rejects.toMatchObject({ status: 400 });
    await expect(edit(id, { createdBy: buyer.email, status: 'SOLD' })).rejects.toMatchObject({ status: 400 });
    expect(await read(id)).toMatchObject({ createdBy: seller.email });
  });

  test('is for its seller only', async () => {
    const id = await add();
    const other = await store.as('seller');
    await expect(read(id, other)).rejects.toMatchObject({ status: 404 });
    await expect(edit(id, { productName: 'Mine now' }, other)).rejects.toMatchObject({ status: 404 });
    expect(await read(id)).toMatchObject({ productName: 'Coach pram' });
  });

  test('ends when the product is sold or deleted', async () => {
    const sold = await add();
    await seller.api.send(changeMyProduct, { params: { id: sold }, query: { status: 'SOLD' } });
    await expect(edit(sold, { description: 'x' })).rejects.toMatchObject({
      status: 409,
      message: 'Sold items cannot be changed.',
    });
    const deleted = await add();
    await seller.api.send(deleteMyProduct, { params: { id: deleted } });
    await expect(edit(deleted, { description: 'x' })).rejects.toMatchObject({ status: 404 });
    await expect(read(deleted)).rejects.toMatchObject({ status: 404 });
  });
});

describe('a booked product', () => {
  test('keeps its price until the booking ends; its texts may change', async () => {
    const id = await add();
    const booking = await book(id);
    expect(await read(id)).toMatchObject({ booked: true });
    await expect(edit(id, { resalePrice: 1, description: 'Not written.' })).rejects.toMatchObject({
      status: 409,
      message: 'Just booked, so the price stays. Change anything else.',
    });
    expect(await read(id)).toMatchObject({ resalePrice: 6500, description: aProduct(categoryId).description });
    await edit(id, { resalePrice: 6500, description: 'Both wheels are fine now.' });
    expect(await read(id)).toMatchObject({ description: 'Both wheels are fine now.' });
    await buyer.api.send(cancelBooking, { params: { id: booking } });
    await edit(id, { resalePrice: 5000 });
    expect(await read(id)).toMatchObject({ resalePrice: 5000 });
  });

  test('can get another price once the hold ended; the booking keeps its price', async () => {
    const id = await add();
    const booking = await book(id);
    await store.db
      .updateTable('bookings')
      .set({ hold_until: new Date(Date.now() - 1000) })
      .where('id', '=', booking)
      .execute();
    await edit(id, { resalePrice: 5000 });
    expect(await read(id)).toMatchObject({ resalePrice: 5000, booked: false });
    const old = await buyer.api.send(getBooking, { params: { id: booking } });
    expect(old).toMatchObject({ state: 'expired', itemPrice: 6500 });
  });

  test('is booked at the old or the new price when a booking and an edit run concurrently', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, add));
    for (const id of ids) {
      const [booked, edited] = await Promise.allSettled([book(id), edit(id, { resalePrice: 5000 })]);
      if (booked.status === 'rejected') throw booked.reason;
      if (edited.status === 'rejected') expect(edited.reason).toMatchObject({ status: 409 });
      const { itemPrice } = await buyer.api.send(getBooking, { params: { id: booked.value } });
      expect(itemPrice).toBe(edited.status === 'fulfilled' ? 5000 : 6500);
      expect((await read(id)).resalePrice).toBe(itemPrice);
    }
  });
});
