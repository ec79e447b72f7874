import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JobHelpers } from 'graphile-worker';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bookProduct, getBooking } from '#modules/bookings/contract.ts';
import { addProduct, editMyProduct, getMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { readSettings } from '#modules/payments/server/store-settings.ts';
import { holdJobs } from '../../../../tests/support/held-jobs.ts';
import { openTestStore, type Person, SETTINGS, type TestStore } from '../../../../tests/support/test-store.ts';
import { filesOf } from '../../../server.ts';
import { PHOTO_MAX_BYTES, photoPath } from '../rules.ts';
import { makeSizesTask } from './make-sizes.job.ts';
import { CANARY, decompressionBomb, fromPhone, plain, sendPhoto, served, settled } from './photo.fixtures.ts';
import { completePhoto } from './service.ts';

let store: TestStore;
let seller: Person;
let categoryId: string;
let port = 0;
let picture: Buffer;
let busyTimes = 0;
const asked: string[] = [];

/** Another site with pictures. */
const elsewhere = createServer(answer);
/** An internal server that must not be reachable. */
const secret = createServer((request, response) => {
  asked.push(`secret ${request.url}`);
  response.end(picture);
});
let secretPort = 0;

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
  asked.push(pathname);
  const to = searchParams.get('to');
  if (to) response.writeHead(302, { location: to }).end();
  else if (pathname === '/pram.jpg') response.writeHead(200, { 'content-type': 'text/html' }).end(picture);
  else if (pathname === '/page.jpg') response.end('<html><script>alert(1)</script></html>');
  else if (pathname === '/bomb.png') response.end(decompressionBomb(20_000, 20_000));
  else if (pathname === '/large.jpg') response.end(Buffer.concat([picture, Buffer.alloc(PHOTO_MAX_BYTES)]));
  else if (pathname === '/slow.jpg') response.write(picture.subarray(0, 100));
  else if (pathname === '/busy.jpg' && busyTimes++ === 0) response.writeHead(503).end();
  else if (pathname === '/busy.jpg') response.end(picture);
  else response.writeHead(404).end();
}

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  picture = await fromPhone(600, 450);
  [port, secretPort] = [await listen(elsewhere), await listen(secret)];
  const fetchLimits = { mayConnect: (_ip: string, on: number) => on === port, timeoutMs: 800 };
  store = await openTestStore({}, { fetchLimits });
  seller = await store.as('seller');
  categoryId = await aCategory(store.db);
});
afterAll(async () => {
  await store.close();
  for (const server of [elsewhere, secret]) {
    server.closeAllConnections();
    server.close();
  }
});

const at = (path: string) => `http://127.0.0.1:${port}${path}`;
const list = async (imageURL: string) =>
  (await seller.api.send(addProduct, { body: aProduct(categoryId, { imageURL }) })).insertedId;
const edit = (id: string, body: Record<string, unknown>) => seller.api.send(editMyProduct, { params: { id }, body });
const read = (id: string) => seller.api.send(getMyProduct, { params: { id } });
const photoOf = async (id: string) => (await read(id)).photos[0]?._id ?? '';
async function listed(imageURL: string) {
  const id = await list(imageURL);
  await settled(store, await photoOf(id));
  return read(id);
}

describe('a picture by its address', () => {
  test('is fetched once, and served like an uploaded photo [7.12]', async () => {
    asked.length = 0;
    const id = await list(at('/pram.jpg'));
    const photo = await photoOf(id);
    expect(await settled(store, photo)).toMatchObject({ state: 'ready', address: at('/pram.jpg'), height: 600 });
    expect(await read(id)).toMatchObject({
      imageURL: photoPath(photo),
      photos: [{ _id: photo, imageURL: photoPath(photo), state: 'ready' }],
    });
    for (const size of ['400.webp', '1600.avif']) {
      const { status, bytes } = await served(store, `/media/${photo}-${size}`);
      expect(status).toBe(200);
      expect(bytes.includes(CANARY)).toBe(false);
      expect(await sharp(bytes).metadata()).not.toHaveProperty('exif');
    }
    await edit(id, { imageURL: photoPath(photo), description: 'Mended.' });
    expect(asked).toEqual(['/pram.jpg']);
  });

  test('shows its original address until then, and changes in bookings made meanwhile', async () => {
    const release = await holdJobs(store);
    const buyer = await store.as('buyer');
    const id = await list(at('/pram.jpg?2'));
    const photo = await photoOf(id);
    expect(await read(id)).toMatchObject({ imageURL: at('/pram.jpg?2'), photos: [{ state: 'waiting' }] });
    const body = { itemId: id, phone: '01812345678', location: 'Uttara' };
    const { insertedId: booking } = await buyer.api.send(bookProduct, { body });
    const booked = () => buyer.api.send(getBooking, { params: { id: booking } });
    expect(await booked()).toMatchObject({ image: at('/pram.jpg?2') });
    await edit(id, { photos: [photo], description: 'Mended.' });
    expect(await read(id)).toMatchObject({ imageURL: at('/pram.jpg?2') });
    await release();
    await settled(store, photo);
    expect(await read(id)).toMatchObject({ imageURL: photoPath(photo) });
    expect(await booked()).toMatchObject({ image: photoPath(photo) });
  });

  test('is followed through redirects', async () => {
    const product = await listed(at(`/a?to=${encodeURIComponent(at('/pram.jpg'))}`));
    expect(product.photos).toMatchObject([{ state: 'ready' }]);
  });

  test('is requested again when the other site is busy', async () => {
    const product = await listed(at('/busy.jpg'));
    expect(product.photos).toMatchObject([{ state: 'ready' }]);
    expect(busyTimes).toBe(2);
  });

  test('that the seller replaces during the fetch does not reappear', async () => {
    const release = await holdJobs(store);
    const id = await list(at('/pram.jpg?3'));
    const [fetched, sent] = [await photoOf(id), await sendPhoto(store, seller)];
    await edit(id, { photos: [sent] });
    await release();
    await settled(store, fetched);
    expect(await read(id)).toMatchObject({ imageURL: photoPath(sent), photos: [{ _id: sent }] });
  });

  test('that an edit moves during the fetch is ready at its new position', async () => {
    const release = await holdJobs(store);
    const [id, sent] = [await list(at('/pram.jpg?5')), await sendPhoto(store, seller)];
    const photo = await photoOf(id);
    const editing = await store.pool.connect();
    await editing.query('begin');
    await editing.query('select from products where id = $1 for update', [id]);
    const completed = completePhoto(store.db, photo, { width: 600, height: 450 });
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await vi.waitUntil(async () => (await store.pool.query(waiting)).rowCount === 1);
    await editing.query('update photos set position = 1 where id = $1', [photo]);
    await editing.query('commit');
    editing.release();
    expect(await completed).toBe(true);
    expect((await read(id)).photos).toMatchObject([{ _id: photo, state: 'ready' }]);
    await release();
    await settled(store, sent);
  });

  test('that another run completed keeps its files when the last attempt fails', async () => {
    const release = await holdJobs(store);
    const photo = await photoOf(await list(at('/pram.jpg?6')));
    const files = await filesOf(readSettings(SETTINGS), store.dataDir);
    const fetchPublic = async () => {
      await release();
      await settled(store, photo);
      throw new Error('The server answered 503');
    };
    const helpers = { job: { attempts: 4, max_attempts: 4 }, abortSignal: new AbortController().signal };
    await makeSizesTask({ db: store.db, files, fetchPublic })({ id: photo }, helpers as unknown as JobHelpers);
    expect((await served(store, photoPath(photo))).status).toBe(200);
  });
});

describe('an address', () => {
  const NOT_THERE = 'Picture not fetched. Save it and upload it.';
  const TOO_LARGE = 'Over 10 MB. Choose a smaller photo.';
  const NO_PHOTO = 'Choose a JPEG, PNG, WebP or AVIF photo.';
  const TOO_MANY = 'Over 50 megapixels. Choose a smaller photo.';
  const redirect = (to: () => string) => () => at(`/a?to=${encodeURIComponent(to())}`);

  test.each<[string, () => string, string]>([
    ['where nothing is', () => at('/nothing.jpg'), NOT_THERE],
    ['of this machine', () => `http://127.0.0.1:${secretPort}/pram.jpg`, NOT_THERE],
    ['of this machine by name', () => `http://localhost:${secretPort}/pram.jpg`, NOT_THERE],
    ['that redirects to this machine', redirect(() => `http://127.0.0.1:${secretPort}/pram.jpg`), NOT_THERE],
    ['that redirects to a name of this machine', redirect(() => `http://localhost:${secretPort}/`), NOT_THERE],
    ['that redirects to a file', redirect(() => 'file:///etc/passwd'), NOT_THERE],
    ['that redirects to itself', redirect(() => '/a?to=/a'), NOT_THERE],
    ['with a name and a password', () => `http://a:b@127.0.0.1:${port}/pram.jpg`, NOT_THERE],
    ['of a page', () => at('/page.jpg'), NO_PHOTO],
    ['of a bomb', () => at('/bomb.png'), TOO_MANY],
    ['of more than ten megabytes', () => at('/large.jpg'), TOO_LARGE],
    ['that answers too slowly, each time', () => at('/slow.jpg'), NOT_THERE],
  ])('%s is refused, with a message to the seller', async (_what, address, message) => {
    asked.length = 0;
    const product = await listed(address());
    expect(product.photos).toMatchObject([{ state: 'refused', message }]);
    expect(product.imageURL).toBe(address());
    expect(asked.filter((one) => one.startsWith('secret'))).toEqual([]);
    expect((await served(store, product.photos[0]?.imageURL ?? '')).status).toBe(404);
  });

  test('that was refused is tried again when it is sent again, and left out when a photo replaces it', async () => {
    const product = await listed(at('/nothing.jpg'));
    await edit(product._id, { imageURL: at('/nothing.jpg') });
    const again = await photoOf(product._id);
    expect(again).not.toBe(product.photos[0]?._id);
    expect(await settled(store, again)).toMatchObject({ state: 'refused' });
    await expect(edit(product._id, { photos: [again] })).rejects.toMatchObject({ status: 400 });
    const sent = await sendPhoto(store, seller, await plain(16, 12).jpeg().toBuffer());
    await edit(product._id, { photos: [sent] });
    expect(await read(product._id)).toMatchObject({ imageURL: photoPath(sent), photos: [{ _id: sent }] });
    await settled(store, sent);
  });

  test('is fetched for a seller a limited number of times', async () => {
    const busy = await store.as('seller');
    const id = (await busy.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
    const loose = { owner_id: busy.id, state: 'refused', refusal: 'error.photoFetch' };
    await store.db
      .insertInto('photos')
      .values(Array.from({ length: 40 }, () => loose))
      .execute();
    await expect(
      busy.api.send(editMyProduct, { params: { id }, body: { imageURL: at('/pram.jpg?4') } }),
    ).rejects.toMatchObject({ status: 429 });
    expect((await busy.api.send(getMyProduct, { params: { id } })).imageURL).toBe(aProduct(categoryId).imageURL);
  });
});
