import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct, editMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { plain, send, sendPhoto, settled, withTexts } from './photo.fixtures.ts';
import { createFairQueue } from './photo-image.ts';
import { SELLER_MAX_UPLOADS, UNATTACHED_PHOTOS_MAX } from './service.ts';

let store: TestStore;
let bytes: Buffer;
beforeAll(async () => {
  store = await openTestStore();
  bytes = await plain(64, 48).jpeg().toBuffer();
});
afterAll(() => store.close());

const HEAD = '--x\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n';

/** Starts an upload over the network and stops before its end. */
function begin(person: Person) {
  const body = Buffer.concat([Buffer.from(HEAD), bytes, Buffer.from('\r\n--x--\r\n')]);
  const asked = request(`${store.address}/api/photos`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': body.length,
    },
  });
  const answered = once(asked, 'response').then(async (told) => {
    const [answer] = told as [IncomingMessage];
    const { title, message } = (await json(answer)) as { title?: string; message?: string };
    return { status: answer.statusCode, waits: answer.headers['retry-after'], title, message };
  });
  answered.catch(() => undefined);
  asked.write(body.subarray(0, HEAD.length + 10));
  return { answered, finish: () => asked.end(body.subarray(HEAD.length + 10)), cut: () => asked.destroy() };
}

async function fillUp(person: Person, count: number): Promise<void> {
  const one = { owner_id: person.id, state: 'refused', refusal: 'error.photoBroken' };
  await store.db
    .insertInto('photos')
    .values(Array.from({ length: count }, () => one))
    .execute();
}

const arriving = () => readdir(join(store.dataDir, 'media', 'incoming'));

test('a seller with too many photos is refused before the upload is read', async () => {
  const person = await store.as('seller');
  await fillUp(person, UNATTACHED_PHOTOS_MAX);
  const photo = begin(person);
  expect(await photo.answered).toMatchObject({ status: 429, title: 'too-many-photos' });
  expect(await arriving()).toEqual([]);
  photo.cut();
});

test('photos kept for bookings do not count towards the seller’s limit', async () => {
  const [person, buyer] = [await store.as('seller'), await store.as('buyer')];
  const [booked, later] = [await sendPhoto(store, person, bytes), await sendPhoto(store, person, bytes)];
  const body = aProduct(await aCategory(store.db), { imageURL: undefined, photos: [booked] });
  const { insertedId: itemId } = await person.api.send(addProduct, { body });
  await buyer.api.send(bookProduct, { body: { itemId, phone: '01712345678', location: 'Mirpur 10' } });
  await person.api.send(editMyProduct, { params: { id: itemId }, body: { photos: [later] } });
  await fillUp(person, UNATTACHED_PHOTOS_MAX - 1);
  await sendPhoto(store, person, bytes);
  expect((await send(store, person, bytes)).statusCode).toBe(429);
});

test('the last photo within the limit may be sent again', async () => {
  const person = await store.as('seller');
  await fillUp(person, UNATTACHED_PHOTOS_MAX - 1);
  const headers = { 'idempotency-key': 'the-last' };
  const first = (await send(store, person, bytes, { headers })).json();
  expect((await send(store, person, bytes, { headers })).json()).toEqual(first);
  expect((await send(store, person, bytes)).statusCode).toBe(429);
});

test('concurrent uploads of a seller are limited and do not delay others [T10]', async () => {
  const [person, other] = [await store.as('seller'), await store.as('seller')];
  const photos = Array.from({ length: SELLER_MAX_UPLOADS }, () => begin(person));
  await vi.waitUntil(async () => (await arriving()).length === SELLER_MAX_UPLOADS);
  const refused = begin(person);
  expect(await refused.answered).toMatchObject({
    status: 429,
    waits: '5',
    title: 'too-many-at-once',
    message: expect.stringContaining(`still uploading: ${SELLER_MAX_UPLOADS}`),
  });
  refused.cut();
  await sendPhoto(store, other, bytes);
  // An aborted upload frees its place, like a complete one.
  photos.pop()?.cut();
  await vi.waitUntil(async () => (await arriving()).length === SELLER_MAX_UPLOADS - 1);
  photos.push(begin(person));
  await vi.waitUntil(async () => (await arriving()).length === SELLER_MAX_UPLOADS);
  for (const { finish } of photos) finish();
  for (const { answered } of photos) expect(await answered).toMatchObject({ status: 200 });
  await sendPhoto(store, person, bytes);
});

test('a user with many tasks and the others are served round robin, one task at a time [T10]', async () => {
  const enqueue = createFairQueue();
  const order: string[] = [];
  let running = 0;
  const run = (name: string) => async () => {
    running += 1;
    expect(running).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(name);
    running -= 1;
    return name;
  };
  const all = [
    ...['a1', 'a2', 'a3', 'a4'].map((name) => enqueue('a', run(name))),
    ...['b1', 'b2'].map((name) => enqueue('b', run(name))),
    enqueue('c', run('c1')),
  ];
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  expect(await enqueue('a', run('a5'))).toBe('a5');
});

test('a task that fails rejects for its caller, and the next one runs', async () => {
  const enqueue = createFairQueue();
  const broken = enqueue('a', async () => {
    throw new Error('broken');
  });
  const next = enqueue('a', async () => 'next');
  await expect(broken).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

/** The peak memory of this process, in MB. */
const peakMemory = () => process.resourceUsage().maxRSS / 1024;

describe('a decompression bomb', () => {
  let seller: Person;
  beforeAll(async () => {
    seller = await store.as('seller');
    // The library's initial memory does not count.
    await settled(store, await sendPhoto(store, seller, await plain(600, 400).png().toBuffer()));
  });

  test.each([
    ['compressed texts of 600 MB', 'zTXt', 80, 7_500_000],
    ['compressed international texts of 600 MB', 'iTXt', 80, 7_500_000],
    ['one text of 100 MB', 'zTXt', 1, 100_000_000],
    ['a profile of 100 MB', 'iCCP', 1, 100_000_000],
    ['2,000 empty texts', 'zTXt', 2000, 0],
  ] as const)('with %s is refused before it is decoded [T32]', async (_what, type, count, bytes) => {
    const file = withTexts(type, count, bytes);
    expect(file.length).toBeLessThan(1_000_000);
    const before = peakMemory();
    const answer = await send(store, seller, file);
    expect(answer.json()).toMatchObject({ status: 400, title: 'photo-broken', errors: [{ field: 'photo' }] });
    expect(answer.json().message).toMatch(/photo.*(Choose|Make|choose)/s);
    expect(peakMemory() - before).toBeLessThan(150);
  });
});
