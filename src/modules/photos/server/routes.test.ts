import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { lockPersonForCount } from '#modules/identity/server/service.ts';
import { transaction } from '#platform/database/database.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { PHOTO_MAX_BYTES, photoPath, previewPath } from '../rules.ts';
import { PHOTO_SIZES, type PhotoSize } from '../storage.rules.ts';
import {
  CANARY,
  decompressionBomb,
  fromPhone,
  plain,
  type Sending,
  send,
  sendPhoto,
  served,
  settled,
  withTexts,
} from './photo.fixtures.ts';
import { UNATTACHED_PHOTOS_MAX } from './service.ts';

let store: TestStore;
let seller: Person;

beforeAll(async () => {
  store = await openTestStore();
  seller = await store.as('seller');
});
afterAll(() => store.close());

/** The name of a format in sharp, and its media type. */
const KINDS = { webp: ['webp', 'image/webp'], avif: ['heif', 'image/avif'], jpg: ['jpeg', 'image/jpeg'] } as const;
const sizeOf = (id: string, { width, format }: PhotoSize) => served(store, `/media/${id}-${width}.${format}`);
const kept = async (folder: string) => await readdir(join(store.dataDir, 'media', folder)).catch(() => []);
const photosOf = (person: Person) =>
  store.db.selectFrom('photos').select('id').where('owner_id', '=', person.id).execute();

describe('an uploaded photo', () => {
  test('is rotated upright and has no metadata, such as location and author, in every size [P11 T32]', async () => {
    const original = await fromPhone();
    const before = await sharp(original).metadata();
    expect(before).toMatchObject({ orientation: 6, hasProfile: true });
    expect(original.includes(CANARY)).toBe(true);

    const answer = await send(store, seller, original);
    const { insertedId: id, ...rest } = answer.json();
    expect(rest).toEqual({ acknowledged: true, imageURL: photoPath(id) });
    expect(await settled(store, id)).toMatchObject({ state: 'ready', width: 900, height: 1200, owner_id: seller.id });

    for (const size of PHOTO_SIZES) {
      const { bytes } = await sizeOf(id, size);
      const { width, height, format, exif, xmp, icc, iptc, orientation, hasProfile } = await sharp(bytes).metadata();
      const shown = Math.min(size.width, 900);
      expect({ width, height, format }).toEqual({
        width: shown,
        height: Math.round((shown * 4) / 3),
        format: KINDS[size.format][0],
      });
      expect({ exif, xmp, icc, iptc, orientation, hasProfile }).toEqual({ hasProfile: false });
      expect(bytes.includes(CANARY)).toBe(false);
      const { data } = await sharp(bytes).resize(1, 4, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true });
      const [top, bottom] = [data.subarray(0, 3), data.subarray(-3)];
      expect(top[0], 'red is up').toBeGreaterThan(120);
      expect(bottom[2], 'blue is down').toBeGreaterThan(120);
    }
    expect(await kept('originals')).not.toContain(id);
  });

  test.each([
    ['PNG', () => plain(50, 30).png().toBuffer()],
    ['WebP', () => plain(50, 30).webp().toBuffer()],
    ['AVIF', () => plain(50, 30).avif({ effort: 0 }).toBuffer()],
    ['PNG with texts', () => withTexts('zTXt', 5, 100_000)],
    ['PNG with a profile', () => plain(50, 30).withIccProfile('p3').png().toBuffer()],
    ['one pixel', () => plain(1, 1).png().toBuffer()],
    ['grey of 16 bits', () => plain(50, 30).greyscale().toColourspace('grey16').png().toBuffer()],
    ['see-through', () => plain(50, 30).ensureAlpha(0.5).png().toBuffer()],
    ['progressive', () => plain(50, 30).jpeg({ progressive: true }).toBuffer()],
    ['in printer’s colours', () => plain(50, 30).toColourspace('cmyk').jpeg().toBuffer()],
  ])('is accepted as %s and not enlarged', async (_kind, make) => {
    const photo = await settled(store, await sendPhoto(store, seller, await make()));
    expect(photo).toMatchObject({ state: 'ready' });
    const { bytes } = await sizeOf(photo?.id ?? '', { width: 1600, format: 'webp' });
    expect((await sharp(bytes).metadata()).width).toBe(photo?.width);
    expect(photo?.width).toBeLessThanOrEqual(50);
  });

  test('with an extreme aspect ratio gets a limited height', async () => {
    const id = await sendPhoto(store, seller, await plain(900, 20_000).png().toBuffer());
    expect(await settled(store, id)).toMatchObject({ state: 'ready', width: 216, height: 4800 });
  });

  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['an archive', Buffer.from('504b0304140000000000', 'hex')],
  ])('with %s after its end is served without it', async (_what, tail) => {
    const jpeg = await plain(300, 200).jpeg().toBuffer();
    const id = await sendPhoto(store, seller, Buffer.concat([jpeg, tail]));
    expect(await settled(store, id)).toMatchObject({ state: 'ready' });
    for (const size of PHOTO_SIZES) expect((await sizeOf(id, size)).bytes.includes(tail)).toBe(false);
  });

  test('sent several times with the same key is one photo; another file with that key is refused', async () => {
    const [one, two] = [await plain(40, 30).jpeg().toBuffer(), await plain(41, 30).jpeg().toBuffer()];
    const person = await store.as('seller');
    const headers = { 'idempotency-key': 'the-first' };
    const answers = await Promise.all([1, 2, 3].map(() => send(store, person, one, { headers })));
    answers.push(await send(store, person, one, { headers }));
    expect(new Set(answers.map((answer) => answer.json().insertedId)).size).toBe(1);
    expect(await photosOf(person)).toHaveLength(1);
    await settled(store, answers[0]?.json().insertedId);
    expect(await kept('originals')).toEqual([]);
    expect((await send(store, person, two, { headers })).statusCode).toBe(422);
  });
});

describe('a refused upload', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const jpeg = () => plain(600, 400).jpeg().toBuffer();
  const files: [string, number, string, () => Buffer | Promise<Buffer>][] = [
    ['an SVG with a script', 415, 'photo-type', () => Buffer.from(svg)],
    ['a page', 415, 'photo-type', () => Buffer.from('<!doctype html><title>x</title>')],
    ['a page that begins like a GIF', 415, 'photo-type', () => Buffer.from('GIF89a/*<script>alert(1)</script>*/')],
    ['a GIF', 415, 'photo-type', () => plain(9, 9).gif().toBuffer()],
    ['a TIFF', 415, 'photo-type', () => plain(9, 9).tiff().toBuffer()],
    ['a PDF', 415, 'photo-type', () => Buffer.from('%PDF-1.4\n%%EOF')],
    ['an empty file', 415, 'photo-type', () => Buffer.alloc(0)],
    ['half a JPEG', 400, 'photo-broken', async () => (await jpeg()).subarray(0, 1500)],
    ['half a PNG', 400, 'photo-broken', async () => (await fromPhonePng()).subarray(0, 2000)],
    ['half a WebP', 400, 'photo-broken', async () => (await plain(600, 400).webp().toBuffer()).subarray(0, -20)],
    ['half an AVIF', 400, 'photo-broken', async () => (await plain(90, 90).avif().toBuffer()).subarray(0, -20)],
    ['a bomb of 400 megapixels', 422, 'photo-pixels', () => decompressionBomb(20_000, 20_000)],
    ['one row of pixels too many', 422, 'photo-pixels', () => decompressionBomb(10_000, 5001)],
    ['a byte too many', 413, 'too-large', async () => grown(await jpeg(), PHOTO_MAX_BYTES + 1)],
  ];
  const fromPhonePng = async () =>
    sharp(await fromPhone())
      .png()
      .toBuffer();
  const grown = (bytes: Buffer, size: number) => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);

  test.each(files)('%s: %i, with a message at the field [T32]', async (_what, status, title, make) => {
    const person = await store.as('seller');
    const answer = await send(store, person, await make(), { name: 'pram.jpg', type: 'image/jpeg' });
    expect(answer.json()).toMatchObject({ status, title, errors: [{ field: 'photo' }] });
    expect(answer.json().message).toMatch(/(Choose|Make|choose).*photo|photo.*(Choose|Make|choose)/s);
    expect(await photosOf(person)).toEqual([]);
  });

  test('leaves nothing behind', async () => {
    await send(store, seller, grown(await jpeg(), PHOTO_MAX_BYTES + 1));
    await send(store, seller, Buffer.from(svg));
    expect(await kept('incoming')).toEqual([]);
    expect(await kept('originals')).toEqual([]);
  });

  test('but a file of ten megabytes is accepted, with any name and type', async () => {
    const sending = { name: '../../x.svg', type: 'text/html' };
    const answer = await send(store, seller, grown(await jpeg(), PHOTO_MAX_BYTES), sending);
    expect(answer.statusCode).toBe(200);
    await settled(store, answer.json().insertedId);
  });

  test('is also refused over the network, while the client is still sending', async () => {
    const form = new FormData();
    form.set('photo', new File([Buffer.alloc(PHOTO_MAX_BYTES * 2)], 'x.jpg'));
    const headers = { authorization: `Bearer ${seller.token}` };
    const answer = await fetch(`${store.address}/api/photos`, { method: 'POST', body: form, headers });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('10 MB') });
  });

  test('two files, other fields, another field, no file, no form', async () => {
    const photo = await jpeg();
    const second = new File([Uint8Array.from(photo)], 'b.jpg');
    const wrong: Sending[] = [{ more: { photo: second } }, { more: { title: 'x' } }, { field: 'file' }];
    for (const sending of wrong)
      expect((await send(store, seller, photo, sending)).json()).toMatchObject({ status: 400, title: 'not-one-file' });
    const post = (payload: FormData | object | string, type?: string) =>
      store.app.inject({
        method: 'POST',
        url: '/api/photos',
        payload,
        headers: { authorization: `Bearer ${seller.token}`, ...(type ? { 'content-type': type } : {}) },
      });
    expect((await post(new FormData())).statusCode).toBe(400);
    expect((await post({ photo: 'x' })).statusCode).toBe(415);
    expect((await post('x', 'text/plain')).statusCode).toBe(415);
    expect((await post('x', 'multipart/form-data')).statusCode).toBe(400);
    expect((await post('--x\r\nbroken', 'multipart/form-data; boundary=x')).statusCode).toBe(400);
    expect(await kept('incoming')).toEqual([]);
  });

  test('a form anywhere else', async () => {
    const payload = new FormData();
    payload.set('productName', 'Pram');
    const headers = { authorization: `Bearer ${seller.token}` };
    const answer = await store.app.inject({ method: 'POST', url: '/api/products', payload, headers });
    expect(answer.statusCode).toBe(415);
  });

  test('more unlisted photos than the limit, also with concurrent uploads', async () => {
    const person = await store.as('seller');
    const one = { owner_id: person.id, state: 'refused', refusal: 'error.photoBroken' };
    const some = Array.from({ length: UNATTACHED_PHOTOS_MAX - 1 }, () => one);
    await store.db.insertInto('photos').values(some).execute();
    const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    const { answer } = await transaction(store.db, async (db) => {
      await lockPersonForCount(db, person.id);
      await db.insertInto('photos').values(one).execute();
      const answer = send(store, person, await jpeg());
      await vi.waitUntil(async () => (await store.pool.query(waits)).rowCount === 1, { timeout: 1500 });
      return { answer };
    });
    expect((await answer).json()).toMatchObject({ status: 429, title: 'too-many-photos' });
    expect(await photosOf(person)).toHaveLength(UNATTACHED_PHOTOS_MAX);
    expect(await kept('originals')).toEqual([]);
  });
});

describe('a served file', () => {
  test.each(PHOTO_SIZES.map((size) => [`${size.width}.${size.format}`, size] as const))(
    'is %s, kept for ever, of its own type',
    async (_name, size) => {
      const id = (await settled(store, await sendPhoto(store, seller)))?.id ?? '';
      const { status, headers, bytes } = await sizeOf(id, size);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': KINDS[size.format][1],
        'content-length': String(bytes.length),
        'x-content-type-options': 'nosniff',
      });
      const head = await store.app.inject({ method: 'HEAD', url: `/media/${id}-${size.width}.${size.format}` });
      expect(head.headers).toMatchObject({ 'content-length': String(bytes.length) });
    },
  );

  test('is a JPEG for link previews, at the address in the pages [15.9]', async () => {
    const id = (await settled(store, await sendPhoto(store, seller)))?.id ?? '';
    const { status, headers } = await served(store, previewPath(photoPath(id)) ?? '');
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(previewPath('/demo/01-pram-gada-mint-800.webp')).toBe('/demo/01-pram-gada-mint-1200.jpg');
    expect(previewPath('https://pictures.invalid/pram-800.webp')).toBeUndefined();
  });

  test('is one of the sizes only: no other size, no original, no path outside [P11]', async () => {
    const id = await sendPhoto(store, seller);
    await settled(store, id);
    const original = await sendPhoto(store, seller);
    const others = [
      `/media/${id}-801.webp`,
      `/media/${id}-800.jpg`,
      `/media/${id}-800`,
      `/media/${id}`,
      `/media/${id.toUpperCase()}-800.webp`,
      `/media/originals/${original}`,
      `/media/photos/${id.slice(-2)}/${id}-800.webp`,
      `/media/..%2foriginals%2f${original}`,
      `/media/${crypto.randomUUID()}-800.webp`,
      '/media/',
    ];
    for (const address of others) {
      const { status, headers, bytes } = await served(store, address);
      expect(status, address).toBe(404);
      expect(headers['cache-control'], address).toBe('public, max-age=10');
      expect(bytes.length, address).toBe(0);
    }
    expect((await store.app.inject({ method: 'POST', url: `/media/${id}-800.webp` })).statusCode).toBe(404);
    await settled(store, original);
  });

  test('is allowed by the pages’ policy; pictures of other sites are not', async () => {
    const policy = String((await store.app.inject('/api/categories')).headers['content-security-policy']);
    expect(policy).toContain("img-src 'self' data: blob:;");
  });
});

test('the OpenAPI document describes the form', async () => {
  const document = (await store.app.inject('/api/openapi.json')).json();
  const { schema } = document.paths['/photos'].post.requestBody.content['multipart/form-data'];
  expect(schema).toMatchObject({ required: ['photo'], properties: { photo: { type: 'string', format: 'binary' } } });
});

test('an upload changes no other photo', async () => {
  const other = await store.as('seller');
  const [one, two] = [await sendPhoto(store, seller), await sendPhoto(store, other)];
  expect(await settled(store, one)).toMatchObject({ owner_id: seller.id, state: 'ready' });
  expect(await settled(store, two)).toMatchObject({ owner_id: other.id, state: 'ready' });
});
