import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import * as calls from '../contract.ts';
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

const add = (changes: Record<string, unknown> = {}, to = categoryId) =>
  seller.api.send(calls.addProduct, { body: aProduct(to, changes) });
const mine = async (id: string) =>
  (await seller.api.send(calls.listMyProducts, { query: { email: seller.email } })).items.find((one) => one._id === id);
const change = (id: string, query: { status?: 'SOLD' | 'UNSOLD'; advertiseEnable?: 'true' | 'false' }) =>
  seller.api.send(calls.changeMyProduct, { params: { id }, query });

describe('Add a Product', () => {
  test('lists it under My product as unsold, and on its category for buyers [1.4 7.11]', async () => {
    const { insertedId } = await add({ createdBy: 'somebody@example.com' });
    expect(await mine(insertedId)).toMatchObject({
      productName: 'Coach pram',
      createdBy: seller.email,
      resalePrice: 6500,
    });
    expect(await mine(insertedId)).not.toHaveProperty('status');
    const { items } = await buyer.api.send(calls.listByCategory, { params: { categoryId } });
    expect(items[0]).toMatchObject({
      _id: insertedId,
      booked: false,
      sellerName: 'Sadia K.',
      user_info: [{}],
      useYear: 2,
    });
  });

  test('takes numbers as people type them, in either script [7.12 9.1]', async () => {
    const { insertedId } = await add({
      originalPrice: '১,২০০',
      resalePrice: '450.50',
      useYear: '১.৫',
      phone: '+৮৮০১৭১২৩৪৫৬৭৮',
    });
    expect(await mine(insertedId)).toMatchObject({
      originalPrice: 1200,
      resalePrice: 450.5,
      useYear: 1.5,
      phone: '01712345678',
    });
  });

  test.each([
    [{ resalePrice: 0 }, 'resalePrice'],
    [{ resalePrice: 10_000_001 }, 'resalePrice'],
    [{ resalePrice: 1.005 }, 'resalePrice'],
    [{ originalPrice: 'twelve' }, 'originalPrice'],
    [{ useYear: 31 }, 'useYear'],
    [{ phone: '12345' }, 'phone'],
    [{ imageURL: 'javascript:alert(1)' }, 'imageURL'],
    [{ productName: '  ' }, 'productName'],
    [{ productName: 'a\u0000b' }, 'productName'],
    [{ quality: 'New' }, 'quality'],
    [{ categoryId: '00000000-0000-7000-8000-000000000000' }, 'categoryId'],
  ])('refuses %j and names the field [5.7 7.12 9.2]', async (changes, field) => {
    await expect(add(changes)).rejects.toMatchObject({ status: 400, problem: { errors: [{ field }] } });
  });
});

describe('a product', () => {
  test('marked SOLD leaves the shop, and marked UNSOLD returns [1.4 3.3 4.5 7.14]', async () => {
    const { insertedId: id } = await add();
    expect(await change(id, { status: 'SOLD' })).toEqual({ modifiedCount: 1 });
    expect(await change(id, { status: 'SOLD' })).toEqual({ modifiedCount: 0 });
    expect(await mine(id)).toMatchObject({ status: 'SOLD' });
    const { items } = await buyer.api.send(calls.listByCategory, { params: { categoryId } });
    expect(items.map((one) => one._id)).not.toContain(id);
    expect(await change(id, { status: 'UNSOLD' })).toEqual({ modifiedCount: 1 });
    expect(await mine(id)).not.toHaveProperty('status');
  });

  test('is advertised on the home page until it is sold [1.4 4.6 7.15]', async () => {
    const { insertedId: id } = await add();
    expect(await change(id, { advertiseEnable: 'true' })).toEqual({ modifiedCount: 1 });
    const [first] = await store.anyone.send(calls.listAdvertised, {});
    expect(first).toMatchObject({ _id: id, sellerName: 'Sadia K.' });
    expect(Object.keys(first ?? {})).not.toEqual(expect.arrayContaining(['phone', 'createdBy']));
    await change(id, { status: 'SOLD' });
    expect((await store.anyone.send(calls.listAdvertised, {})).map((one) => one._id)).not.toContain(id);
    await expect(change(id, { advertiseEnable: 'true' })).rejects.toMatchObject({ status: 409 });
  });

  test('can be deleted by its seller only [1.4 6.9]', async () => {
    const { insertedId: id } = await add();
    const other = await store.as('seller');
    await expect(other.api.send(calls.deleteMyProduct, { params: { id } })).rejects.toMatchObject({ status: 404 });
    await expect(
      other.api.send(calls.changeMyProduct, { params: { id }, query: { status: 'SOLD' } }),
    ).rejects.toMatchObject({ status: 404 });
    expect(await seller.api.send(calls.deleteMyProduct, { params: { id } })).toEqual({ deletedCount: 1 });
    expect(await mine(id)).toBeUndefined();
  });
});

describe('a category', () => {
  test('shows 24 at a time, newest first, stable while products are added [7.10 9.10]', async () => {
    const books = await aCategory(store.db, 'Books');
    for (let n = 1; n <= 26; n += 1) await add({ productName: `Book ${n}` }, books);
    const first = await buyer.api.send(calls.listByCategory, { params: { categoryId: books } });
    expect(first.items.map((one) => one.productName)).toEqual(Array.from({ length: 24 }, (_, n) => `Book ${26 - n}`));
    await add({ productName: 'Book 27' }, books);
    const second = await buyer.api.send(calls.listByCategory, {
      params: { categoryId: books },
      query: { cursor: first.next },
    });
    expect(second.items.map((one) => one.productName)).toEqual(['Book 2', 'Book 1']);
    expect(second.next).toBeUndefined();
    const shown = (await store.anyone.send(calls.listCategories, {})).find((one) => one._id === books);
    expect(shown).toMatchObject({ categoryName: 'Books', count: 27 });
  });

  test('is named in both languages; one that has no Bangla name keeps its own [1.10]', async () => {
    const values = { photo: '/art/cut-cot.svg', tone: 'sky', position: 1 };
    await store.db
      .insertInto('categories')
      .values([
        { ...values, name: 'Cots', name_bn: 'খাট' },
        { ...values, name: 'Swings' },
      ])
      .execute();
    // The list of categories is cached for a second.
    await vi.waitFor(async () => {
      const names = (await store.anyone.send(calls.listCategories, {})).map((one) => [one.categoryName, one.names]);
      expect(names).toContainEqual(['Cots', { en: 'Cots', bn: 'খাট' }]);
      expect(names).toContainEqual(['Swings', { en: 'Swings', bn: 'Swings' }]);
    }, 5000);
  });

  test('that does not exist is 404, a cursor that was tampered with 400 [7.10]', async () => {
    const unknown = '00000000-0000-7000-8000-000000000000';
    await expect(buyer.api.send(calls.listByCategory, { params: { categoryId: unknown } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(buyer.api.send(calls.listByCategory, { params: { categoryId: 'x' } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(
      buyer.api.send(calls.listByCategory, { params: { categoryId }, query: { cursor: 'bm90aGluZw' } }),
    ).rejects.toMatchObject({ status: 400 });
  });
});
