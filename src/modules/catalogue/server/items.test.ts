import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookProduct, cancelBooking } from '#modules/bookings/contract.ts';
import { deleteUser, verifyUser } from '#modules/identity/contract.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { addProduct, changeMyProduct, deleteMyProduct } from '../contract.ts';
import { getItem, getItemOffer, getSeller, listSellerProducts } from '../items.contract.ts';
import { aCategory, aProduct } from './fixtures.ts';

const PHONE = '01912345670';
const SURNAME = 'Chowdhury-Canary';

let store: TestStore;
let seller: Person;
let buyer: Person;
let admin: Person;
let categoryId: string;

beforeAll(async () => {
  store = await openTestStore();
  [seller, buyer, admin] = [
    await store.as('seller', `Sadia ${SURNAME}`),
    await store.as('buyer'),
    await store.as('admin'),
  ];
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

const list = async (more: object = {}, by = seller) =>
  (await by.api.send(addProduct, { body: { ...aProduct(categoryId), phone: PHONE, ...more } })).insertedId;
const item = (id: string) => store.anyone.send(getItem, { params: { id } });
const sell = (id: string, by = seller) => by.api.send(changeMyProduct, { params: { id }, query: { status: 'SOLD' } });
const book = (itemId: string) =>
  buyer.api.send(bookProduct, { body: { itemId, phone: '01712345678', location: 'Mirpur 10' } });

describe('a product’s page', () => {
  test('is shown to everybody, with all public fields [15.1]', async () => {
    await admin.api.send(verifyUser, { params: { id: seller.id }, body: { verify: 'Verified' } });
    const id = await list({ description: 'One wheel squeaks.' });
    expect(await item(id)).toEqual({
      _id: id,
      productName: 'Coach pram',
      photos: [{ imageURL: '/demo/01-pram-gada-mint-800.webp' }],
      originalPrice: 12_000,
      resalePrice: 6500,
      quality: 'Good',
      useYear: 2,
      categoryId,
      categoryNames: { en: 'Prams', bn: 'Prams' },
      location: 'Dhanmondi, Dhaka',
      description: 'One wheel squeaks.',
      createdAt: expect.stringMatching(/Z$/),
      state: 'offered',
      seller: { _id: seller.id, name: 'Sadia', verified: true, since: expect.stringMatching(/^\d{4}-\d\d$/), sold: 0 },
    });
  });

  test('shows every picture of a drawing that the store ships with several', async () => {
    const id = await list({ imageURL: '/demo/06-stroller-kochi-sky-1of3-800.webp' });
    expect((await item(id)).photos).toEqual([
      { imageURL: '/demo/06-stroller-kochi-sky-1of3-800.webp' },
      { imageURL: '/demo/06-stroller-kochi-sky-2of3-800.webp' },
      { imageURL: '/demo/06-stroller-kochi-sky-3of3-800.webp' },
    ]);
  });

  test('shows a visitor no phone, e-mail or surname, and nor do the calls about its seller [15.1]', async () => {
    const id = await list();
    for (const path of [`/items/${id}`, `/sellers/${seller.id}`, `/sellers/${seller.id}/products`]) {
      const { statusCode, body } = await store.app.inject({ url: `/api${path}` });
      expect([path, statusCode]).toEqual([path, 200]);
      for (const canary of [PHONE, PHONE.slice(1), seller.email, SURNAME]) expect(body, path).not.toContain(canary);
    }
    const offer = await buyer.api.send(getItemOffer, { params: { id } });
    expect(offer).toMatchObject({ _id: id, phone: PHONE, createdBy: seller.email, booked: false });
    await expect(store.anyone.send(getItemOffer, { params: { id } })).rejects.toMatchObject({ status: 401 });
  });

  test('says that it is booked, and when it is free again [15.2]', async () => {
    const id = await list();
    const { insertedId } = await book(id);
    expect(await item(id)).toMatchObject({ state: 'booked' });
    expect(await buyer.api.send(getItemOffer, { params: { id } })).toMatchObject({ booked: true });
    await buyer.api.send(cancelBooking, { params: { id: insertedId } });
    expect(await item(id)).toMatchObject({ state: 'offered' });
  });

  test('is still shown once it is sold, but no longer offered [15.2]', async () => {
    const id = await list();
    await sell(id);
    expect(await item(id)).toMatchObject({ state: 'sold' });
    await expect(buyer.api.send(getItemOffer, { params: { id } })).rejects.toMatchObject({ status: 410 });
  });

  test('is a 410 once the product is removed, and a 404 for an unknown product [15.1]', async () => {
    const id = await list();
    await seller.api.send(deleteMyProduct, { params: { id } });
    await expect(item(id)).rejects.toMatchObject({
      status: 410,
      problem: { message: 'No longer in the store.', type: 'urn:dolna:problem:no-longer-here' },
    });
    await expect(buyer.api.send(getItemOffer, { params: { id } })).rejects.toMatchObject({ status: 410 });
    await expect(item(crypto.randomUUID())).rejects.toMatchObject({ status: 404 });
  });

  test('of a paid product remains after its seller’s account is deleted, without the seller', async () => {
    const leaver = await store.as('seller', 'Rumana Leaver');
    const id = await list({}, leaver);
    await sell(id, leaver);
    await store.db.insertInto('wishes').values({ buyer_id: buyer.id, product_id: id, saved_poisha: 1 }).execute();
    await admin.api.send(deleteUser, { params: { id: leaver.id } });
    const left = await item(id);
    expect(left).toMatchObject({ state: 'sold', description: '', location: '' });
    expect(left).not.toHaveProperty('seller');
  });

  test('shows no picture of another site', async () => {
    const id = await list({ imageURL: 'https://pictures.invalid/pram.jpg' });
    expect((await item(id)).photos).toEqual([]);
  });
});

describe('a seller’s page', () => {
  test('shows first name, verification, member since, and numbers of products on sale and sold [15.3]', async () => {
    const one = await store.as('seller', 'Tanvir Ahmed');
    const [first, second, third] = [await list({}, one), await list({}, one), await list({}, one)];
    await sell(first, one);
    const { insertedId } = await book(second);
    const params = { id: one.id };
    expect(await buyer.api.send(getSeller, { params })).toEqual({
      _id: one.id,
      name: 'Tanvir',
      verified: false,
      since: new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Dhaka' }).slice(0, 7),
      onSale: 2,
      sold: 1,
    });
    const { items } = await buyer.api.send(listSellerProducts, { params });
    expect(items.map(({ _id, booked }) => [_id, booked])).toEqual([
      [third, false],
      [second, true],
    ]);
    await buyer.api.send(cancelBooking, { params: { id: insertedId } });
  });

  test('counts products on sale and sold up to 1,000 [15.3]', async () => {
    const one = await store.as('seller');
    const { document: _, area: _area, ...own } = await rowOf(await list({}, one));
    const row = { ...own, sold_at: new Date(), status: 'sold' };
    await store.db
      .insertInto('products')
      .values(Array.from({ length: 1001 }, () => row))
      .execute();
    expect(await buyer.api.send(getSeller, { params: { id: one.id } })).toMatchObject({ onSale: 1, sold: 1000 });
  });

  test('does not exist for a deleted account or a buyer [15.3]', async () => {
    const gone = await store.as('seller');
    await admin.api.send(deleteUser, { params: { id: gone.id } });
    for (const id of [gone.id, buyer.id, admin.id, crypto.randomUUID()]) {
      await expect(buyer.api.send(getSeller, { params: { id } })).rejects.toMatchObject({ status: 404 });
      await expect(buyer.api.send(listSellerProducts, { params: { id } })).rejects.toMatchObject({ status: 404 });
    }
  });
});

async function rowOf(id: string) {
  const { id: _, ...row } = await store.db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row;
}
