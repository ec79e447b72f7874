import { randomUUIDv7 } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bookProduct, getBooking } from '#modules/bookings/contract.ts';
import { addProduct, deleteMyProduct, editMyProduct, getMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { deleteUser } from '#modules/identity/contract.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
import { transaction } from '#platform/database/database.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { settleSale } from '../../../../tests/support/money.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { photoPath } from '../rules.ts';
import { originalKey } from '../storage.rules.ts';
import { cleanUp, plain, sendPhoto, served, settled } from './photo.fixtures.ts';
import { PHOTO_CLEANUP } from './photo-cleanup.job.ts';
import { MAKE_SIZES, makeSizesJobKey } from './service.ts';

let store: TestStore;
let seller: Person;
let categoryId: string;
let bytes: Buffer;

beforeAll(async () => {
  store = await openTestStore();
  seller = await store.as('seller');
  categoryId = await aCategory(store.db);
  bytes = await plain(16, 12).jpeg().toBuffer();
});
afterAll(() => store.close());

async function photo(who = seller): Promise<string> {
  const id = await sendPhoto(store, who, bytes);
  await settled(store, id);
  return id;
}
const list = async (photos: string[], who = seller) =>
  (await who.api.send(addProduct, { body: aProduct(categoryId, { imageURL: undefined, photos }) })).insertedId;
const isServed = async (id: string) => (await served(store, photoPath(id))).status === 200;
const rowOf = (id: string) => store.db.selectFrom('photos').selectAll().where('id', '=', id).executeTakeFirst();
const dayLater = () =>
  store.pool.query(
    "update photos set delete_after = delete_after - interval '24 hours' where delete_after is not null",
  );
const media = (key: string) => join(store.dataDir, 'media', key);
async function buy(buyer: Person, itemId: string): Promise<string> {
  const body = { itemId, phone: '01712345678', location: 'Mirpur 10' };
  const { insertedId: bookingId } = await buyer.api.send(bookProduct, { body });
  const secret = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  await buyer.api.send(recordPayment, { body: { bookingId, transactionId: await cardClient(store).pay(secret) } });
  return bookingId;
}

describe('photos that no listing shows', () => {
  test('are deleted after a day, row and files; listed photos stay', async () => {
    const [loose, dropped, kept, other] = [await photo(), await photo(), await photo(), await photo()];
    const product = await list([kept, dropped]);
    await seller.api.send(editMyProduct, { params: { id: product }, body: { photos: [kept] } });
    await cleanUp(store);
    for (const id of [loose, dropped, kept]) expect(await isServed(id)).toBe(true);
    await dayLater();
    await list([other]);
    await cleanUp(store);
    for (const id of [loose, dropped]) {
      expect(await rowOf(id)).toBeUndefined();
      expect(await isServed(id)).toBe(false);
      expect(await readdir(media(`photos/${id.slice(-2)}`))).not.toEqual(
        expect.arrayContaining([expect.stringContaining(id)]),
      );
    }
    for (const id of [kept, other]) expect(await isServed(id)).toBe(true);
  });

  test('are deleted in jobs of ten, so that no job takes minutes', async () => {
    const jobs = async () => {
      const { body } = await store.app.inject('/metrics');
      return Number(/^dolna_jobs_total\{task="photo-files",result="success"\} (\d+)$/m.exec(body)?.[1] ?? 0);
    };
    const before = await jobs();
    const rows = Array.from({ length: 12 }, () => ({ owner_id: seller.id, delete_after: new Date(0) }));
    await store.db.insertInto('photos').values(rows).execute();
    await cleanUp(store);
    await vi.waitFor(async () => expect((await jobs()) - before).toBe(2));
  });

  test('are deleted completely, also while they wait', async () => {
    const id = randomUUIDv7();
    await put(originalKey(id), bytes);
    await store.db
      .insertInto('photos')
      .values({ id, owner_id: seller.id, delete_after: new Date(0) })
      .execute();
    await cleanUp(store);
    await addJob(store.db, MAKE_SIZES, { id }, makeSizesJobKey(id));
    await cleanUp(store);
    expect(await rowOf(id)).toBeUndefined();
    expect(await isServed(id)).toBe(false);
    expect(await readdir(media('originals'))).toEqual([]);
  });
});

describe('removing a product', () => {
  test('deletes its photos only', async () => {
    const other = await store.as('seller');
    const [mine, theirs] = [await photo(), await photo(other)];
    const product = await list([mine]);
    await list([theirs], other);
    await seller.api.send(deleteMyProduct, { params: { id: product } });
    await cleanUp(store);
    expect([await isServed(mine), await isServed(theirs)]).toEqual([false, true]);
  });

  test('together with its seller deletes all their photos except those of paid products', async () => {
    const [admin, gone, buyer] = [await store.as('admin'), await store.as('seller'), await store.as('buyer')];
    const ids = [await photo(gone), await photo(gone), await photo(gone), await photo(gone)] as const;
    const [sold, soldToo, forSale, loose] = ids;
    const others = await photo();
    await list([others]);
    const [itemId] = [await list([sold, soldToo], gone), await list([forSale], gone)];
    const booking = await buy(buyer, itemId);
    await settleSale(store, buyer, gone, booking);
    await admin.api.send(deleteUser, { params: { id: gone.id } });
    await cleanUp(store);
    for (const id of [soldToo, forSale, loose]) {
      expect(await rowOf(id)).toBeUndefined();
      expect(await isServed(id)).toBe(false);
    }
    for (const _later of [1, 2]) {
      await dayLater();
      await cleanUp(store);
      expect(await buyer.api.send(getBooking, { params: { id: booking } })).toMatchObject({
        image: photoPath(sold),
      });
      expect(await isServed(sold)).toBe(true);
    }
    expect(await isServed(others)).toBe(true);
  });

  test('keeps the picture of a booking, although the product has another one', async () => {
    const [booked, later, buyer] = [await photo(), await photo(), await store.as('buyer')];
    const itemId = await list([booked]);
    await buyer.api.send(bookProduct, { body: { itemId, phone: '01712345678', location: 'Mirpur 10' } });
    await seller.api.send(editMyProduct, { params: { id: itemId }, body: { photos: [later] } });
    await dayLater();
    await cleanUp(store);
    expect([await isServed(booked), await isServed(later)]).toEqual([true, true]);
  });
});

describe('after a crash', () => {
  test('a photo without a job gets one', async () => {
    const id = randomUUIDv7();
    await put(originalKey(id), bytes);
    await store.db.insertInto('photos').values({ id, owner_id: seller.id }).execute();
    await cleanUp(store);
    expect(await settled(store, id)).toMatchObject({ state: 'ready' });
    expect(await isServed(id)).toBe(true);
  });

  test('a photo whose worker died gets another', async () => {
    const id = randomUUIDv7();
    await put(originalKey(id), bytes);
    await transaction(store.db, async (db) => {
      await db.insertInto('photos').values({ id, owner_id: seller.id }).execute();
      await addJob(db, MAKE_SIZES, { id }, makeSizesJobKey(id));
      // The state that a killed worker leaves.
      await sql`update graphile_worker._private_jobs set locked_at = now() - interval '11 minutes', locked_by = 'x',
        attempts = 1 where key = ${makeSizesJobKey(id)}`.execute(db);
    });
    await cleanUp(store);
    expect(await settled(store, id)).toMatchObject({ state: 'ready' });
  });

  test('a photo whose last try was cut off gets another', async () => {
    const id = randomUUIDv7();
    await put(originalKey(id), bytes);
    await transaction(store.db, async (db) => {
      await db.insertInto('photos').values({ id, owner_id: seller.id }).execute();
      await addJob(db, MAKE_SIZES, { id }, makeSizesJobKey(id));
      await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${makeSizesJobKey(id)}`.execute(
        db,
      );
    });
    await addJob(store.db, PHOTO_CLEANUP, {});
    expect(await settled(store, id)).toMatchObject({ state: 'ready' });
  });

  test('a photo that cannot be decoded is refused once, with a message', async () => {
    const id = randomUUIDv7();
    await put(originalKey(id), Buffer.from('nothing that can be opened'));
    await store.db.insertInto('photos').values({ id, owner_id: seller.id }).execute();
    await cleanUp(store);
    expect(await settled(store, id)).toMatchObject({ state: 'refused', refusal: 'error.photoBroken' });
    expect(await readdir(media('originals'))).toEqual([]);
  });

  test('a photo that is not processed within a day is refused', async () => {
    const id = randomUUIDv7();
    const created_at = new Date(Date.now() - 25 * 3_600_000);
    await store.db.insertInto('photos').values({ id, owner_id: seller.id, created_at }).execute();
    await cleanUp(store);
    expect(await rowOf(id)).toMatchObject({ state: 'refused', refusal: 'error.photoBroken' });
  });

  test('a job that runs a second time changes nothing', async () => {
    const id = await photo();
    const product = await list([id]);
    await addJob(store.db, MAKE_SIZES, { id }, makeSizesJobKey(id));
    await cleanUp(store);
    expect(await isServed(id)).toBe(true);
    const { photos } = await seller.api.send(getMyProduct, { params: { id: product } });
    expect(photos).toMatchObject([{ _id: id, state: 'ready' }]);
  });

  test('an original without a photo is deleted after a day', async () => {
    const [old, young] = [randomUUIDv7Of(Date.now() - 25 * 3_600_000), randomUUIDv7()];
    await put(originalKey(old), bytes);
    await put(originalKey(young), bytes);
    await cleanUp(store);
    expect(await readdir(media('originals'))).toEqual([young]);
  });
});

async function put(key: string, contents: Buffer): Promise<void> {
  await mkdir(dirname(media(key)), { recursive: true });
  await writeFile(media(key), contents);
}

function randomUUIDv7Of(time: number): string {
  const at = time.toString(16).padStart(12, '0');
  return `${at.slice(0, 8)}-${at.slice(8)}${randomUUIDv7().slice(13)}`;
}
