import { randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { backUp } from '#backup/backup.ts';
import { restore } from '#backup/restore.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { readSettings } from '#modules/payments/server/store-settings.ts';
import type { Files } from '#platform/files/file-store.ts';
import { openProxy, type TcpProxy } from '../../../../tests/faults/proxy.ts';
import { createTestDatabase } from '../../../../tests/support/postgres.ts';
import { openS3Server } from '../../../../tests/support/s3-server.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { filesOf } from '../../../server.ts';
import { photoPath } from '../rules.ts';
import { keysOf, ORIGINALS, originalKey, PHOTO_SIZES, sizeKey } from '../storage.rules.ts';
import { cleanUp, plain, sendPhoto, served, settled } from './photo.fixtures.ts';

const everyKey = async (files: Files) => (await Array.fromAsync(files.keys())).sort();
const aDisk = async () => ({ settings: {}, close: async () => undefined });

describe.each([
  ['a disk', aDisk],
  ['an S3-compatible store', openS3Server],
])('photos on %s', (_place, openPlace) => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  let store: TestStore;
  let seller: Person;
  let files: Files;

  beforeAll(async () => {
    place = await openPlace();
    store = await openTestStore(place.settings);
    seller = await store.as('seller');
    files = await filesOf(readSettings(place.settings), store.dataDir);
  });
  afterAll(async () => {
    await store.close();
    await place.close();
  });

  test('are accepted, resized, served with a permanent cache, and deleted with all their files', async () => {
    const id = await sendPhoto(store, seller);
    expect(await settled(store, id)).toMatchObject({ state: 'ready' });
    const own = async () => (await everyKey(files)).filter((key) => key.includes(id));
    expect(await own()).toEqual(
      keysOf(id)
        .filter((key) => key !== originalKey(id))
        .sort(),
    );
    for (const { width, format } of PHOTO_SIZES) {
      const { status, headers, bytes } = await served(store, `/media/${id}-${width}.${format}`);
      const type = `image/${format === 'jpg' ? 'jpeg' : format}`;
      expect([status, headers['content-type'], headers['content-length']]).toEqual([200, type, String(bytes.length)]);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    await store.pool.query("update photos set delete_after = now() - interval '1 minute' where id = $1", [id]);
    await cleanUp(store);
    expect(await own()).toEqual([]);
    expect((await served(store, photoPath(id))).status).toBe(404);
  });

  test('of an interrupted upload are deleted after a day', async () => {
    const left = randomUUIDv7().replace(/^.{8}/, '01900000');
    await files.put(originalKey(left), Buffer.from('half'));
    expect(await files.list(ORIGINALS)).toContain(left);
    await cleanUp(store);
    expect(await files.list(ORIGINALS)).not.toContain(left);
  });

  test('are in a backup and restored from it', async () => {
    const photos = [await sendPhoto(store, seller, await plain(2000, 1500).jpeg().toBuffer())];
    await settled(store, photos[0] ?? '');
    const categoryId = await aCategory(store.db);
    await seller.api.send(addProduct, { body: aProduct(categoryId, { imageURL: undefined, photos }) });
    const folder = await mkdtemp(join(tmpdir(), 'dolna-kept-'));
    const [empty, elsewhere] = [await createTestDatabase({ empty: true }), await openPlace()];
    const there = await filesOf(readSettings(elsewhere.settings), folder);
    const report = await backUp({ databaseUrl: store.databaseUrl, files }, join(folder, 'whole.backup'));
    expect(report.files).toBe(PHOTO_SIZES.length);
    expect(await restore(join(folder, 'whole.backup'), { databaseUrl: empty.url, files: there })).toEqual(report);
    expect(await everyKey(there)).toEqual(await everyKey(files));
    for (const key of await everyKey(files)) expect(await there.read(key)).toEqual(await files.read(key));
    await empty.drop();
    await elsewhere.close();
    await rm(folder, { recursive: true });
  });

  test('that a backup holds as waiting, with all sizes and without the original, are completed', async () => {
    const made = await sendPhoto(store, seller, await plain(2000, 1500).jpeg().toBuffer());
    await settled(store, made);
    const row = { owner_id: seller.id, state: 'waiting' };
    const { id } = await store.db.insertInto('photos').values(row).returning('id').executeTakeFirstOrThrow();
    for (const size of PHOTO_SIZES)
      await files.put(sizeKey(id, size), (await files.read(sizeKey(made, size))) ?? expect.unreachable());
    await cleanUp(store);
    expect(await settled(store, id)).toMatchObject({ state: 'ready', width: 1600, height: 1200 });
    expect((await served(store, photoPath(id))).status).toBe(200);
  });
});

test('while the S3-compatible store is down, uploads and photos are a 503', async () => {
  const withoutBucket = await openTestStore({
    S3_BUCKET: 'photos',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  });
  const seller = await withoutBucket.as('seller');
  const id = randomUUIDv7();
  await expect(sendPhoto(withoutBucket, seller)).rejects.toThrow('503');
  expect(await served(withoutBucket, photoPath(id))).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  await withoutBucket.close();
});

describe('the address of a photo', () => {
  let store: TestStore;
  let seller: Person;

  beforeAll(async () => {
    store = await openTestStore({ LOG_LEVEL: 'fatal' });
    seller = await store.as('seller');
  });
  afterAll(() => store?.close());

  /** A photo without a job. */
  async function insertWaiting(from: { address?: string } = {}): Promise<string> {
    const row = { owner_id: seller.id, state: 'waiting', ...from };
    return (await store.db.insertInto('photos').values(row).returning('id').executeTakeFirstOrThrow()).id;
  }

  test('is never a 404 during resizing, and serves the photo afterwards', async () => {
    for (let count = 0; count < 3; count += 1) {
      const id = await sendPhoto(store, seller);
      const answer = await vi.waitUntil(
        async () => {
          const { status, headers } = await served(store, photoPath(id));
          expect([200, 202]).toContain(status);
          return status === 200 && headers;
        },
        { timeout: 15_000 },
      );
      expect(answer).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': expect.stringContaining('immutable'),
      });
      await settled(store, id);
    }
  });

  test.each([
    ['was sent', {}],
    ['is fetched from an address', { address: 'https://pictures.example/pram.jpg' }],
  ])('of a photo that %s is an uncached 202 during a long resizing', async (_how, from) => {
    const id = await insertWaiting(from);
    const answers = await Promise.all(['800.webp', '400.avif'].map((size) => served(store, `/media/${id}-${size}`)));
    for (const { status, headers, bytes } of answers) {
      expect([status, bytes.length]).toEqual([202, 0]);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' });
    }
  });

  test('is a 404 as soon as the photo is refused, kept for ten seconds', async () => {
    const id = await insertWaiting();
    const asked = served(store, photoPath(id));
    const refusal = { state: 'refused', refusal: 'error.photoBroken' };
    await store.db.updateTable('photos').set(refusal).where('id', '=', id).execute();
    const { status, headers } = await asked;
    expect([status, headers['cache-control']]).toEqual([404, 'public, max-age=10']);
  });

  test('needs no database once the sizes exist, and one query in ten seconds for an unknown photo', async () => {
    const id = await sendPhoto(store, seller);
    // Not `settled`: that waits for the jobs of the photos above, too, which never end.
    await vi.waitUntil(async () => (await served(store, photoPath(id))).status === 200, { timeout: 15_000 });
    const unknown = photoPath(crypto.randomUUID());
    const notFound = [404, 'public, max-age=10'];
    expect(await statusAndCache(unknown)).toEqual(notFound);
    await store.pool.query('alter table photos rename to away');
    try {
      expect((await served(store, photoPath(id))).status).toBe(200);
      expect(await statusAndCache(unknown)).toEqual(notFound);
      expect(await statusAndCache(photoPath(crypto.randomUUID()))).toEqual([500, 'no-store']);
    } finally {
      await store.pool.query('alter table away rename to photos');
    }
  });

  test('is an uncached 404 while the database is down and the sizes do not exist', async () => {
    const proxy = Promise.withResolvers<TcpProxy>();
    const withoutDatabase = await openTestStore(
      { LOG_LEVEL: 'silent' },
      {
        async through(port) {
          proxy.resolve(await openProxy({ port }));
          return (await proxy.promise).port;
        },
      },
    );
    const between = await proxy.promise;
    await between.setCondition('down');
    const answer = await statusAndCache(photoPath(crypto.randomUUID()), withoutDatabase);
    await between.setCondition('through');
    await withoutDatabase.close();
    await between.close();
    expect(answer).toEqual([404, 'no-store']);
  });

  async function statusAndCache(address: string, at = store): Promise<unknown[]> {
    const { status, headers } = await served(at, address);
    return [status, headers['cache-control']];
  }
});
