import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookProduct, cancelBooking } from '#modules/bookings/contract.ts';
import { addProduct, deleteMyProduct, editMyProduct, listByCategory } from '#modules/catalogue/contract.ts';
import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { PHOTO_FIELD } from '#modules/photos/contract.ts';
import { UNATTACHED_PHOTOS_MAX } from '#modules/photos/server/service.ts';
import { CallError, type Client, createClient } from '#platform/contract/call-client.ts';
import { type Customer, customers, overNetwork } from './customers.ts';
import { type ExternalCardGateway, openExternalCardGateway, waitForSettledBooks } from './external-card-gateway.ts';
import {
  aDatabase,
  aFolder,
  aServer,
  ask,
  printCounts,
  randomBetween,
  randomElement,
  type Server,
} from './server-processes.ts';

const LOAD_MINUTES = Number(process.env.LISTINGS_MINUTES ?? 10);
const LOAD_MS = LOAD_MINUTES * 60_000;
const SELLER_COUNT = 4;
/** Browser tabs of a seller that list concurrently, besides one that uploads photos. */
const TAB_COUNT = 4;
const BUYER_COUNT = 8;
/** Expected statuses besides success: refused, removed, already used, or too many photos. */
const REFUSED = [400, 404, 409, 429];

let database: Awaited<ReturnType<typeof aDatabase>>;
let folder: Awaited<ReturnType<typeof aFolder>>;
let server: Server;
let bank: ExternalCardGateway;
let sellers: Customer[];
let buyers: Customer[];
let categoryId: string;
let photo: Buffer<ArrayBuffer>;

beforeAll(async () => {
  database = await aDatabase();
  bank = await openExternalCardGateway(() => server.address);
  folder = await aFolder();
  server = await aServer({ DATABASE_URL: database.url, DATA_DIR: folder.path, ...bank.settings });
  await server.start();
  const [category] = await ask<{ id: string }>(database.url, 'select id from categories limit 1');
  categoryId = category?.id ?? '';
  const here = () => server.address;
  sellers = await customers(SELLER_COUNT, here, 'Seller');
  buyers = await customers(BUYER_COUNT, here, 'Buyer');
  photo = Buffer.from(
    await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer(),
  );
});
afterAll(async () => {
  await server.end();
  await bank.close();
  await database.stop();
  await folder.remove();
});

test('while sellers list, edit and delete and buyers buy, no call fails and the ledger stays correct', {
  timeout: LOAD_MS + 240_000,
}, async () => {
  const end = Date.now() + LOAD_MS;
  const isOver = () => Date.now() > end;
  const done: Record<string, number> = {};
  const failures: string[] = [];
  let slowest = 0;
  let product = 0;

  /** Counts a reply. Returns undefined for a refusal and a failure. */
  async function count<T>(what: string, call: () => Promise<T>): Promise<T | undefined> {
    const begun = performance.now();
    try {
      const answer = await call();
      done[what] = (done[what] ?? 0) + 1;
      return answer;
    } catch (error) {
      const status = error instanceof CallError ? error.status : 0;
      if (REFUSED.includes(status)) done[`${what} (${status})`] = (done[`${what} (${status})`] ?? 0) + 1;
      else failures.push(`${what}: ${status} ${error instanceof Error ? error.message : error}`);
      return undefined;
    } finally {
      slowest = Math.max(slowest, performance.now() - begun);
    }
  }

  /** Calls without retries: each failure counts. */
  const clientOf = ({ token }: Customer): Client =>
    createClient(overNetwork(() => server.address, { authorization: `Bearer ${token}` }));
  const keyed = () => ({ idempotencyKey: crypto.randomUUID() });
  const link = () => `http://127.0.0.1/${crypto.randomUUID()}.jpg`;

  async function send({ token }: Customer): Promise<string> {
    const body = new FormData();
    body.set(PHOTO_FIELD, new File([photo], 'pram.jpg', { type: 'image/jpeg' }));
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() };
    const answer = await fetch(`${server.address}/api/photos`, { method: 'POST', headers, body });
    const reply = await answer.json();
    if (!answer.ok) throw new CallError(reply);
    return reply.insertedId;
  }

  const listed = new Map<string, string[]>(sellers.map(({ id }) => [id, []]));
  const sent = new Map<string, string[]>(sellers.map(({ id }) => [id, []]));

  async function list(seller: Customer): Promise<void> {
    const api = clientOf(seller);
    const own = listed.get(seller.id) ?? [];
    const photos = sent.get(seller.id) ?? [];
    while (!isOver()) {
      product += 1;
      const named = Math.random() < 0.4 ? photos.splice(0, 1) : [];
      const productName = `${randomElement(['Pram', 'Cot', 'Walnut swing', 'Bicycle'])} ${randomElement(['red', 'blue', 'old'])} ${product}`;
      const pictures = named.length > 0 ? { imageURL: undefined, photos: named } : { imageURL: link() };
      const made = await count('listed', () =>
        api.send(addProduct, { body: aProduct(categoryId, { productName, ...pictures }) }, keyed()),
      );
      if (made) own.push(made.insertedId);
      const id = randomElement(own);
      if (id && Math.random() < 0.3)
        await count('edited', () =>
          api.send(editMyProduct, {
            params: { id },
            body: randomElement([
              { imageURL: link() },
              { resalePrice: Math.ceil(randomBetween(1000, 9000)) },
              { productName: `Cot ${product}` },
            ]),
          }),
        );
      if (own.length > 20 && Math.random() < 0.2) {
        const gone = own.shift() ?? '';
        await count('deleted', () => api.send(deleteMyProduct, { params: { id: gone } }));
      }
      await pause(randomBetween(0, 200));
    }
  }

  async function sendPhotos(seller: Customer): Promise<void> {
    while (!isOver()) {
      const id = await count('photos sent', () => send(seller));
      if (id) sent.get(seller.id)?.push(id);
      await pause(randomBetween(100, 600));
    }
  }

  async function buy(buyer: Customer): Promise<void> {
    const api = clientOf(buyer);
    while (!isOver()) {
      const page = await count('browsed', () => api.send(listByCategory, { params: { categoryId } }));
      const item = randomElement(page?.items ?? []);
      if (item) {
        const body = { itemId: item._id, phone: '01712345678', location: 'Mirpur' };
        const booking = await count('booked', () => api.send(bookProduct, { body }, keyed()));
        if (booking) await count('given back', () => api.send(cancelBooking, { params: { id: booking.insertedId } }));
      }
      await pause(randomBetween(0, 200));
    }
  }

  /** Deletes replaced pictures as if a day had passed: sellers may have a few only. */
  async function expire(): Promise<void> {
    while (!isOver()) {
      await ask(
        database.url,
        'update photos set delete_after = now() where product_id is null and address is not null and delete_after > now()',
      );
      await pause(500);
    }
  }

  const tabs = sellers.flatMap((seller) => Array.from({ length: TAB_COUNT }, () => seller));
  await Promise.all([...tabs.map(list), ...sellers.map(sendPhotos), ...buyers.map(buy), expire()]);

  printCounts(`listings, ${LOAD_MINUTES} minutes`, {
    ...done,
    failures: failures.length,
    'slowest ms': Math.round(slowest),
  });
  expect(failures).toEqual([]);
  expect((await waitForSettledBooks(database.url, bank)).differences).toEqual([]);
  const wrong = await ask(
    database.url,
    `select p.id from products p left join photos f on f.product_id = p.id
       where p.seller_id = any($1) and p.status = 'unsold' group by p.id having count(f.id) <> 1`,
    [sellers.map(({ id }) => id)],
  );
  expect(wrong).toEqual([]);
  const loose = await ask<{ owner_id: string }>(
    database.url,
    `select owner_id from photos where product_id is null and delete_after > now() group by owner_id having count(*) > $1`,
    [UNATTACHED_PHOTOS_MAX],
  );
  expect(loose).toEqual([]);
  const [counted] = await ask<{ deadlocks: number }>(
    database.url,
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(counted?.deadlocks).toBe(0);
});
