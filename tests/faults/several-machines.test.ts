import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bookProduct, listBookings } from '#modules/bookings/contract.ts';
import {
  addProduct,
  changeMyProduct,
  listAdvertised,
  listByCategory,
  listMyProducts,
} from '#modules/catalogue/contract.ts';
import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
import { plain } from '#modules/photos/server/photo.fixtures.ts';
import { openLiveStream } from '../support/live-stream.ts';
import { openS3Server, type S3Server } from '../support/s3-server.ts';
import { createStandby, type Standby } from '../support/standby.ts';
import { aPerson, aVisitor, type Browser } from './browser.ts';
import { type ExternalCardGateway, openExternalCardGateway, waitForSettledBooks } from './external-card-gateway.ts';
import { openRoundRobin, type RoundRobin } from './round-robin.ts';
import { aDatabase, aFolder, aServer, ask, printCounts, randomBetween, type Server } from './server-processes.ts';

const JOURNEY_COUNT = 8;
/** A change is visible everywhere within this time. */
const VISIBLE_WITHIN_MS = 10_000;

let database: Awaited<ReturnType<typeof aDatabase>>;
let standby: Standby;
let folders: Awaited<ReturnType<typeof aFolder>>[];
let web: [Server, Server];
let worker: Server;
let proxy: RoundRobin;
let files: S3Server;
let bank: ExternalCardGateway;
let categoryId: string;

beforeAll(async () => {
  database = await aDatabase();
  folders = [await aFolder(), await aFolder(), await aFolder()];
  files = await openS3Server();
  proxy = await openRoundRobin(() => web.map((server) => server.address));
  bank = await openExternalCardGateway(() => proxy.address);
  const shared = { DATABASE_URL: database.url, TRUST_PROXY: '1', ...files.settings, ...bank.settings };
  const [one, other, third] = folders.map(({ path }) => path) as [string, string, string];
  worker = await aServer({ ...shared, DATA_DIR: third, ROLE: 'worker' });
  await worker.start();
  // The replica is created from a filled store, as in operation.
  standby = await createStandby(database);
  const settings = { ...shared, DATABASE_REPLICA_URL: standby.url, ROLE: 'web' };
  web = [await aServer({ ...settings, DATA_DIR: one }), await aServer({ ...settings, DATA_DIR: other })];
  await Promise.all(web.map((server) => server.start()));
  const [category] = await ask<{ id: string }>(database.url, 'select id from categories limit 1');
  categoryId = category?.id ?? '';
});
afterAll(async () => {
  await Promise.all([...web, worker].map((server) => server.kill()));
  await bank.close();
  await proxy.close();
  await files.close();
  await standby.stop();
  await database.stop();
  await Promise.all(folders.map((folder) => folder.remove()));
});

/** Returns the sum of a counter over the metrics of all running processes. */
async function count(servers: Server[], line: RegExp): Promise<number> {
  let sum = 0;
  for (const { address } of servers) {
    const text = await fetch(`${address}/metrics`).then((answer) => answer.text());
    for (const found of text.split('\n')) if (line.test(found)) sum += Number(found.split(' ').at(-1));
  }
  return sum;
}

const READ_FROM_REPLICA = /^dolna_list_reads_total\{from="replica"\}/;
const fromReplica = () => count(web, READ_FROM_REPLICA);

const isServed = (address: string) => async () => {
  for (const server of web) {
    const answer = await fetch(server.address + address).catch(() => undefined);
    expect([server.address, answer?.status]).toEqual([server.address, 200]);
    expect((await answer?.arrayBuffer())?.byteLength).toBeGreaterThan(100);
  }
};

/** A sale from photo to payment; each person sees their own changes with the next request. */
async function sellOne(seller: Browser, buyer: Browser, visitor: Browser, n: number): Promise<string> {
  const form = new FormData();
  form.set('photo', new File([Uint8Array.from(await plain(640, 480).jpeg().toBuffer())], 'pram.jpg'));
  const { insertedId: photo, imageURL } = await seller.sendForm('/api/photos', form);
  const productName = `Pram number ${n}`;
  const { insertedId: itemId } = await seller.api.send(addProduct, {
    body: aProduct(categoryId, { imageURL: undefined, productName, photos: [photo] }),
  });
  await seller.api.send(changeMyProduct, { params: { id: itemId }, query: { advertiseEnable: 'true' } });
  expect(await (await seller.fetch('/')).text()).toContain(productName);
  const offered = async (who: Browser) =>
    (await who.api.send(listByCategory, { params: { categoryId } })).items.find(({ _id }) => _id === itemId);
  expect(await offered(seller)).toMatchObject({ productName, booked: false });
  await vi.waitFor(
    async () => expect(await (await visitor.fetch('/')).text()).toContain(productName),
    VISIBLE_WITHIN_MS,
  );

  await vi.waitFor(async () => expect(await offered(buyer)).toMatchObject({ booked: false }), VISIBLE_WITHIN_MS);
  const body = { itemId, phone: '01712345678', location: 'Mirpur' };
  const { insertedId: bookingId } = await buyer.api.send(bookProduct, { body });
  expect(await offered(buyer)).toMatchObject({ booked: true });
  const prepared = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  const transactionId = await bank.client.pay(prepared);
  // Every second browser is closed before it records the payment.
  if (n % 2) await buyer.api.send(recordPayment, { body: { bookingId, transactionId } });
  const mine = async () =>
    (await seller.api.send(listMyProducts, { query: { email: seller.email } })).items.find(({ _id }) => _id === itemId);
  await vi.waitFor(async () => expect(await mine()).toMatchObject({ status: 'SOLD', paid: true }), 120_000);
  const orders = await buyer.api.send(listBookings, { query: { email: buyer.email } });
  expect(orders.items.find(({ _id }) => _id === bookingId)).toMatchObject({ paid: true, transactionId });
  await vi.waitFor(isServed(imageURL), 60_000);
  return itemId;
}

test('sales from photo to payment succeed behind a proxy while one of two web machines is killed again and again', async () => {
  const visitor = aVisitor(proxy.address);
  const [seller, buyer] = [await aPerson(proxy.address, 'Seller'), await aPerson(proxy.address, 'Buyer')];
  let kills = 0;
  let over = false;
  const firing = (async () => {
    while (!over) {
      await pause(randomBetween(1000, 3000));
      await web[1].kill();
      kills += 1;
      await pause(randomBetween(0, 1000));
      await web[1].start();
    }
  })();
  const sold: string[] = [];
  try {
    for (let n = 0; n < JOURNEY_COUNT; n += 1) sold.push(await sellOne(seller, buyer, visitor, n));
  } finally {
    over = true;
    await firing;
  }
  expect(kills).toBeGreaterThan(1);
  expect(new Set(sold).size).toBe(JOURNEY_COUNT);
  const books = await waitForSettledBooks(database.url, bank);
  expect(books.differences).toEqual([]);
  for (const { address } of web) expect(proxy.answers.get(address)).toBeGreaterThan(JOURNEY_COUNT);
  printCounts('Several machines', { journeys: sold.length, kills, 'payments compared': books.compared });
});

test('an open page at one machine gets live events of changes at the other, while a third one settles payments', async () => {
  const [seller, buyer] = [await aPerson(proxy.address, 'Seller'), await aPerson(proxy.address, 'Buyer')];
  const atOther = Object.assign(aVisitor(web[1].address), { token: buyer.token });
  const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
  const line = await openLiveStream(web[0].address, seller.cookie());
  const body = { itemId, phone: '01712345678', location: 'Mirpur' };
  const { insertedId: bookingId } = await atOther.api.send(bookProduct, { body });
  await vi.waitFor(() => expect(line.events).toHaveLength(1), VISIBLE_WITHIN_MS);
  const prepared = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  // The payment is reported by the webhook, or by the worker's reconciliation when the webhook is lost.
  await bank.client.pay(prepared);
  await vi.waitFor(() => expect(line.events).toHaveLength(2), 120_000);
  line.disconnect();
});

test('only the worker runs jobs, and each once', async () => {
  const photos = /^dolna_jobs_total\{task="photo",result="success"\}/;
  expect(await count([worker], photos)).toBe(JOURNEY_COUNT);
  expect(await count(web, /^dolna_jobs_total\{/)).toBe(0);
  expect((await fetch(`${worker.address}/api/categories`)).status).toBe(404);
  expect((await fetch(`${worker.address}/readyz`)).status).toBe(200);
});

test('during replica lag people see their own changes at once, and visitors see them later', async () => {
  const visitor = aVisitor(proxy.address);
  const [seller, other] = [await aPerson(proxy.address, 'Seller'), await aPerson(proxy.address, 'Seller')];
  const shows = async (who: Browser, productName: string) => {
    const [page, list] = [await (await who.fetch('/')).text(), await who.api.send(listAdvertised, {})];
    return [page.includes(productName), list.some((one) => one.productName === productName)];
  };
  // Registration is a change too.
  await pause(15_000);
  const before = await fromReplica();
  await vi.waitFor(async () => {
    await shows(visitor, '');
    expect(await fromReplica()).toBeGreaterThan(before + 3);
  }, VISIBLE_WITHIN_MS);

  await standby.pause();
  const productName = 'A bed that nobody has seen';
  const { insertedId: id } = await seller.api.send(addProduct, { body: aProduct(categoryId, { productName }) });
  await seller.api.send(changeMyProduct, { params: { id }, query: { advertiseEnable: 'true' } });
  const offered = async (who: Browser) =>
    (await who.api.send(listByCategory, { params: { categoryId } })).items.some(({ _id }) => _id === id);
  for (const _process of web) {
    expect([await shows(seller, productName), await offered(seller)]).toEqual([[true, true], true]);
    expect([await shows(visitor, productName), await offered(other)]).toEqual([[false, false], false]);
  }
  await standby.resume();
  await vi.waitFor(async () => expect(await shows(visitor, productName)).toEqual([true, true]), VISIBLE_WITHIN_MS);
  expect(await offered(other)).toBe(true);
});

test('without the replica the store continues, and uses it again when it is back', async () => {
  const visitor = aVisitor(proxy.address);
  const look = () => visitor.api.send(listAdvertised, {});
  await standby.kill();
  for (let n = 0; n < 20; n += 1) expect((await look()).length).toBeGreaterThan(0);
  const without = await fromReplica();
  await standby.start();
  await vi.waitFor(
    async () => {
      await look();
      expect(await fromReplica()).toBeGreaterThan(without);
    },
    { timeout: 30_000, interval: 200 },
  );
});
