import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookProduct, cancelBooking } from '#modules/bookings/contract.ts';
import { addProduct, changeMyProduct, deleteMyProduct, editMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { addRole } from '#modules/identity/contract.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { addWish, listWishes, removeWish } from '../contract.ts';

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

const list = async () => (await seller.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
const save = (itemId: string, more: object = {}, by = buyer) => by.api.send(addWish, { body: { itemId, ...more } });
const wishes = async (of = buyer) => (await of.api.send(listWishes, { query: { email: of.email } })).items;

describe('a wish', () => {
  test('has the product’s name, price, category and picture, not those of the body [3.6]', async () => {
    const itemId = await list();
    const said = {
      email: 'other@example.com',
      name: 'A castle',
      price: 1,
      categoryId: 'none',
      image: 'https://x.example',
    };
    const { insertedId, message } = await save(itemId, said);
    expect(message).toBe('Added to your wishlist!');
    expect((await wishes())[0]).toEqual({
      _id: insertedId,
      itemId,
      email: buyer.email,
      name: 'Coach pram',
      price: 6500,
      savedPrice: 6500,
      categoryId,
      image: '/demo/01-pram-gada-mint-800.webp',
      booked: false,
      sold: false,
      removed: false,
    });
  });

  test('added twice is kept once, and the second time says so [7.23]', async () => {
    const itemId = await list();
    const { insertedId } = await save(itemId);
    expect(await save(itemId)).toMatchObject({ insertedId, message: 'Already on your wishlist.' });
    expect((await wishes()).filter((one) => one.itemId === itemId)).toHaveLength(1);
  });

  test('is found by its product, also several in one query', async () => {
    const [itemId, other] = [await list(), await list()];
    const { insertedId } = await save(itemId);
    await save(other);
    const found = await buyer.api.send(listWishes, { query: { email: buyer.email, itemId } });
    expect(found.items.map((one) => one._id)).toEqual([insertedId]);
    const unsaved = await buyer.api.send(listWishes, { query: { email: buyer.email, itemId: await list() } });
    expect(unsaved.items).toEqual([]);
    const several = `${itemId},${await list()},${other}`;
    const both = await buyer.api.send(listWishes, { query: { email: buyer.email, itemId: several } });
    expect(both.items.map((one) => one.itemId)).toEqual([other, itemId]);
    const tooMany = Array.from({ length: 25 }, () => itemId).join(',');
    const refused = buyer.api.send(listWishes, { query: { email: buyer.email, itemId: tooMany } });
    await expect(refused).rejects.toMatchObject({ status: 400 });
  });

  test('added concurrently is kept once', async () => {
    const itemId = await list();
    const answers = await Promise.all(Array.from({ length: 6 }, () => save(itemId)));
    expect(new Set(answers.map((one) => one.insertedId)).size).toBe(1);
  });

  test('shows the current price, and says when the product is no longer available [7.22 15.12]', async () => {
    const itemId = await list();
    await save(itemId);
    await seller.api.send(editMyProduct, { params: { id: itemId }, body: { resalePrice: 5000 } });
    expect((await wishes())[0]).toMatchObject({ itemId, price: 5000, savedPrice: 6500, sold: false });
    await seller.api.send(changeMyProduct, { params: { id: itemId }, query: { status: 'SOLD' } });
    expect((await wishes())[0]).toMatchObject({ itemId, sold: true, removed: false });
  });

  test('says that the product is booked until the booking ends [15.12]', async () => {
    const itemId = await list();
    await save(itemId);
    const other = await store.as('buyer');
    const booking = { itemId, phone: '01712345678', location: 'Mirpur 10' };
    const { insertedId: id } = await other.api.send(bookProduct, { body: booking });
    expect((await wishes())[0]).toMatchObject({ itemId, booked: true, sold: false });
    await other.api.send(cancelBooking, { params: { id } });
    expect((await wishes())[0]).toMatchObject({ itemId, booked: false });
  });

  test('for a removed product stays on the list, and says so', async () => {
    const itemId = await list();
    await save(itemId);
    await seller.api.send(deleteMyProduct, { params: { id: itemId } });
    expect((await wishes())[0]).toMatchObject({ itemId, booked: false, sold: true, removed: true });
  });

  test('is removed by its buyer only [6.10 7.23]', async () => {
    const { insertedId: id } = await save(await list());
    const other = await store.as('buyer');
    await expect(other.api.send(removeWish, { params: { id } })).rejects.toMatchObject({ status: 404 });
    expect(await buyer.api.send(removeWish, { params: { id } })).toEqual({ deletedCount: 1 });
    expect((await wishes()).map((one) => one._id)).not.toContain(id);
  });

  test('is refused for one’s own product [6.12]', async () => {
    const both = await store.as('seller');
    await both.api.send(addRole, { params: { role: 'buyer' } });
    const { insertedId: own } = await both.api.send(addProduct, { body: aProduct(categoryId) });
    await expect(save(own, {}, both)).rejects.toMatchObject({ status: 409, problem: { title: 'own-product' } });
    expect(await wishes(both)).toEqual([]);
  });

  test('for a removed product is a 404, and a user’s list has the own wishes only', async () => {
    const gone = await list();
    await seller.api.send(deleteMyProduct, { params: { id: gone } });
    await expect(save(gone)).rejects.toMatchObject({ status: 404 });
    const query = { email: seller.email };
    await expect(buyer.api.send(listWishes, { query })).rejects.toMatchObject({ status: 403 });
  });
});
