import { randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backUp } from '#backup/backup.ts';
import { restore } from '#backup/restore.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import type { Files } from '#platform/files/file-store.ts';
import { readSettings } from '#platform/operations/settings.ts';
import { createTestDatabase } from '../../../../tests/support/postgres.ts';
import { openS3Server } from '../../../../tests/support/s3-server.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { filesOf } from '../../../server.ts';
import { photoAddress } from '../rules.ts';
import { cleanUp, plain, sendPhoto, served, settled } from './photo.fixtures.ts';
import { keysOf, ORIGINALS, originalKey, PHOTO_SIZES } from './photo-sizes.ts';

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

  test('are taken, made in their sizes, served for ever, and deleted with all their files', async () => {
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
    expect((await served(store, photoAddress(id))).status).toBe(404);
  });

  test('whose upload was cut off leave nothing behind for longer than a day', async () => {
    const left = randomUUIDv7().replace(/^.{8}/, '01900000');
    await files.put(originalKey(left), Buffer.from('half'));
    expect(await files.list(ORIGINALS)).toContain(left);
    await cleanUp(store);
    expect(await files.list(ORIGINALS)).not.toContain(left);
  });

  test('are in a backup, and come back from it', async () => {
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
});

test('while the S3-compatible store is away, a photo is neither taken nor missing, but a 503', async () => {
  const away = await openTestStore({
    S3_BUCKET: 'photos',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  });
  const seller = await away.as('seller');
  const id = randomUUIDv7();
  await expect(sendPhoto(away, seller)).rejects.toThrow('503');
  expect(await served(away, photoAddress(id))).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  await away.close();
});
