import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookProduct, getBooking } from '#modules/bookings/contract.ts';
import {
  addProduct,
  changeMyProduct,
  editMyProduct,
  getMyProduct,
  listByCategory,
  listMyProducts,
} from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { PHOTOS_MAX, photoPath } from '../rules.ts';
import { plain, sendPhoto, settled } from './photo.fixtures.ts';

let store: TestStore;
let seller: Person;
let categoryId: string;
/** One small photo, because resizing takes time. */
let bytes: Buffer;

beforeAll(async () => {
  store = await openTestStore();
  seller = await store.as('seller');
  categoryId = await aCategory(store.db);
  bytes = await plain(16, 12).jpeg().toBuffer();
});
afterAll(() => store.close());

const photo = (who = seller) => sendPhoto(store, who, bytes);
const photos = async (count: number) => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await photo());
  return ids;
};
const list = (changes: Record<string, unknown>, who = seller, idempotencyKey?: string) =>
  who.api.send(
    addProduct,
    { body: aProduct(categoryId, { imageURL: undefined, ...changes }) },
    idempotencyKey ? { idempotencyKey } : {},
  );
const edit = (id: string, body: Record<string, unknown>) => seller.api.send(editMyProduct, { params: { id }, body });
const read = (id: string) => seller.api.send(getMyProduct, { params: { id } });
const shown = async (id: string) => (await read(id)).photos.map((one) => one._id);
const fault = (field: string) => ({ status: 400, problem: { errors: [{ field }] } });

describe('a listing', () => {
  test('shows its photos in the sent order, the first as its cover', async () => {
    const [one = '', two = '', three = ''] = await photos(3);
    const { insertedId: id } = await list({ photos: [two, three, one] });
    for (const each of [one, two, three]) await settled(store, each);
    const product = await read(id);
    expect(product.imageURL).toBe(photoPath(two));
    expect(product.photos).toEqual(
      [two, three, one].map((each) => ({ _id: each, imageURL: photoPath(each), state: 'ready' })),
    );
    const { items } = await seller.api.send(listMyProducts, { query: { email: seller.email } });
    expect(items[0]).toEqual(product);
    const offers = await seller.api.send(listByCategory, { params: { categoryId } });
    expect(offers.items[0]).toMatchObject({ _id: id, imageURL: photoPath(two) });
  });

  test('shows waiting and refused photos, in the reader’s language', async () => {
    const [one = '', two = ''] = await photos(2);
    const { insertedId: id } = await list({ photos: [one, two] });
    for (const each of [one, two]) await settled(store, each);
    const refused = { owner_id: seller.id, product_id: id, position: 2, delete_after: null, state: 'refused' };
    await store.db
      .insertInto('photos')
      .values({ ...refused, refusal: 'error.photoFetch' })
      .execute();
    expect((await read(id)).photos[2]).toMatchObject({
      state: 'refused',
      message: 'Picture not fetched. Save it and upload it.',
    });
    const headers = { authorization: `Bearer ${seller.token}`, 'accept-language': 'bn' };
    const inBangla = (await store.app.inject({ url: `/api/my-products/${id}`, headers })).json();
    expect(inBangla.photos[2].message).toContain('ছবিটি আনা গেল না');
  });

  test('accepts the address of one of the seller’s photos as that photo', async () => {
    const one = await photo();
    const { insertedId: id } = await list({ imageURL: photoPath(one) });
    expect(await read(id)).toMatchObject({ imageURL: photoPath(one), photos: [{ _id: one }] });
  });

  test('accepts a picture that ships with the store, and then has no photos [7.12]', async () => {
    const { insertedId: id } = await list({ imageURL: aProduct(categoryId).imageURL });
    expect(await read(id)).toMatchObject({ imageURL: aProduct(categoryId).imageURL, photos: [] });
  });

  test('needs a picture', async () => {
    await expect(list({})).rejects.toMatchObject(fault('imageURL'));
    await expect(list({ photos: [] })).rejects.toMatchObject(fault('imageURL'));
    await expect(list({ imageURL: '/media/../secrets/auth' })).rejects.toMatchObject(fault('imageURL'));
    const { insertedId: id } = await list({ photos: [await photo()] });
    await expect(edit(id, { photos: [] })).rejects.toMatchObject(fault('photos'));
  });

  test('shows at most eight photos', async () => {
    const many = await photos(PHOTOS_MAX + 1);
    await expect(list({ photos: many })).rejects.toMatchObject({
      ...fault('photos'),
      message: 'At most 8 photos.',
    });
    const { insertedId: id } = await list({ photos: many.slice(1) });
    expect(await shown(id)).toEqual(many.slice(1));
  });

  test('sent several times with the same key is one product', async () => {
    const one = await photo();
    const answers = await Promise.all([1, 2, 3].map(() => list({ photos: [one] }, seller, 'pram-1')));
    expect(new Set(answers.map((answer) => answer.insertedId)).size).toBe(1);
    expect(await shown(answers[0]?.insertedId ?? '')).toEqual([one]);
  });
});

describe('a photo', () => {
  test.each(['photos', 'imageURL'] as const)(
    'of another seller is refused in %s, and nothing is listed',
    async (field) => {
      // Both have no other rows, which could change in between.
      const [person, other] = [await store.as('seller'), await store.as('seller')];
      const [own, mine, theirs] = [await photo(person), await photo(person), await photo(other)];
      const named = field === 'photos' ? { photos: [mine, theirs] } : { imageURL: photoPath(theirs) };
      await expect(list(named, person)).rejects.toMatchObject(fault(field));
      expect((await person.api.send(listMyProducts, { query: { email: person.email } })).items).toEqual([]);
      const { insertedId: id } = await list({ photos: [own] }, person);
      await expect(person.api.send(editMyProduct, { params: { id }, body: named })).rejects.toMatchObject(fault(field));
      const { imageURL, photos } = await person.api.send(getMyProduct, { params: { id } });
      expect([imageURL, photos.map((one) => one._id)]).toEqual([photoPath(own), [own]]);
      expect(await other.api.send(addProduct, { body: aProduct(categoryId, { photos: [theirs] }) })).toBeDefined();
    },
  );

  test('that does not exist, is repeated or was refused is rejected', async () => {
    const [one, broken] = [await photo(), await photo()];
    await settled(store, broken);
    const refused = { owner_id: seller.id, state: 'refused', refusal: 'error.photoBroken' };
    const { id } = await store.db.insertInto('photos').values(refused).returning('id').executeTakeFirstOrThrow();
    for (const ids of [[randomUUID()], [one, randomUUID()], [one, one], [one, one.toUpperCase()], ['x'], [one, id]])
      await expect(list({ photos: ids }), String(ids)).rejects.toMatchObject({ status: 400 });
    expect(await list({ photos: [one] })).toBeDefined();
  });

  test('is in one product only, also with concurrent listings', async () => {
    const one = await photo();
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => list({ photos: [one] })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(fault('photos'));
  });
});

describe('editing a listing', () => {
  test('concurrently with a listing of the same photos leaves positions without a gap', async () => {
    for (let n = 0; n < 6; n += 1) {
      const [one = '', two = ''] = await photos(2);
      const { insertedId: id } = await list({ photos: [n % 2 ? one : two] });
      const outcomes = await Promise.allSettled([
        edit(id, { photos: [n % 2 ? two : one] }),
        edit(id, { photos: [two, one] }),
        list({ photos: [one, two] }),
      ]);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 400 });
      const inPlaces = await store.db.selectFrom('photos').select('position').where('product_id', '=', id).execute();
      expect(inPlaces.map(({ position }) => position).sort()).toEqual(inPlaces.map((_, place) => place));
    }
  });

  test('reorders, adds and removes photos', async () => {
    const [one = '', two = '', three = ''] = await photos(3);
    const { insertedId: id } = await list({ photos: [one, two] });
    await edit(id, { photos: [two, one] });
    expect(await shown(id)).toEqual([two, one]);
    expect((await read(id)).imageURL).toBe(photoPath(two));
    await edit(id, { photos: [three, two] });
    expect(await shown(id)).toEqual([three, two]);
    const loose = await store.db.selectFrom('photos').selectAll().where('id', '=', one).executeTakeFirstOrThrow();
    const hours = (Number(loose.delete_after) - Date.now()) / 3_600_000;
    expect(loose).toMatchObject({ product_id: null, position: null });
    expect(hours).toBeGreaterThan(23);
    expect(hours).toBeLessThanOrEqual(24.1);
    const { insertedId: other } = await list({ photos: [one] });
    expect(await shown(other)).toEqual([one]);
  });

  test('keeps the photos when the form sends the displayed picture, or none', async () => {
    const [one = '', two = ''] = await photos(2);
    const { insertedId: id } = await list({ photos: [one, two] });
    await edit(id, { imageURL: photoPath(one), productName: 'Pram, mended' });
    await edit(id, { imageURL: photoPath(one) });
    await edit(id, { description: 'Both wheels are new.' });
    expect(await shown(id)).toEqual([one, two]);
    await edit(id, { imageURL: aProduct(categoryId).imageURL });
    expect(await read(id)).toMatchObject({ imageURL: aProduct(categoryId).imageURL, photos: [] });
  });

  test('changes nothing when a photo is refused', async () => {
    const one = await photo();
    const { insertedId: id } = await list({ photos: [one] });
    const before = await read(id);
    await expect(edit(id, { photos: [one, randomUUID()], description: 'New' })).rejects.toMatchObject(fault('photos'));
    expect(await read(id)).toMatchObject({ description: before.description, photos: [{ _id: one }] });
  });

  test('keeps the picture of a booking as it was booked', async () => {
    const [[one = '', two = ''], buyer] = [await photos(2), await store.as('buyer')];
    const { insertedId: itemId } = await list({ photos: [one] });
    const body = { itemId, phone: '01812345678', location: 'Uttara' };
    const { insertedId: booking } = await buyer.api.send(bookProduct, { body });
    await edit(itemId, { photos: [two] });
    expect(await buyer.api.send(getBooking, { params: { id: booking } })).toMatchObject({ image: photoPath(one) });
    await seller.api.send(changeMyProduct, { params: { id: itemId }, query: { status: 'SOLD' } });
    await expect(edit(itemId, { photos: [one] })).rejects.toMatchObject({ status: 409 });
  });
});

test('the database enforces the owner and the order of a product’s photos', async () => {
  const other = await store.as('seller');
  const [one, theirs, mine] = [await photo(), await photo(other), await photo()];
  for (const each of [one, theirs, mine]) await settled(store, each);
  const { insertedId: id } = await list({ photos: [one] });
  const put = (values: object) => store.db.updateTable('photos').set(values).where('id', '=', theirs).execute();
  await expect(put({ product_id: id, position: 1, delete_after: null })).rejects.toMatchObject({ code: '23503' });
  const move = (values: object) => store.db.updateTable('photos').set(values).where('id', '=', mine).execute();
  await expect(move({ product_id: id, position: 0, delete_after: null })).rejects.toMatchObject({ code: '23505' });
  await expect(move({ product_id: id, position: 1 })).rejects.toMatchObject({ code: '23514' });
  await expect(move({ owner_id: other.id })).rejects.toMatchObject({ code: '23514' });
  await expect(move({ state: 'waiting', width: null, height: null })).rejects.toMatchObject({ code: '23514' });
});
