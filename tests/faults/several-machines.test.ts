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
import { openLiveLine } from '../support/live-line.ts';
import { openS3Server, type S3Server } from '../support/s3-server.ts';
import { aStandby, type Standby } from '../support/standby.ts';
import { aPerson, aVisitor, type Browser } from './browser.ts';
import { booksAtRest, type CardBank, openCardBank } from './card-bank.ts';
import { aDatabase, aFolder, aServer, ask, between, type Server, tell } from './machines.ts';
import { openRoundRobin, type RoundRobin } from './round-robin.ts';

const JOURNEYS = 8;
/** Within this what somebody changed is seen by everybody, in milliseconds. */
const PATIENCE = 10_000;

let database: Awaited<ReturnType<typeof aDatabase>>;
let standby: Standby;
let folders: Awaited<ReturnType<typeof aFolder>>[];
let web: [Server, Server];
let worker: Server;
let proxy: RoundRobin;
let files: S3Server;
let bank: CardBank;
let categoryId: string;

beforeAll(async () => {
  database = await aDatabase();
  folders = [await aFolder(), await aFolder(), await aFolder()];
  files = await openS3Server();
  proxy = await openRoundRobin(() => web.map((server) => server.address));
  bank = await openCardBank(() => proxy.address);
  const shared = { DATABASE_URL: database.url, TRUST_PROXY: '1', ...files.settings, ...bank.settings };
  const [one, other, third] = folders.map(({ path }) => path) as [string, string, string];
  worker = await aServer({ ...shared, DATA_DIR: third, ROLE: 'worker' });
  await worker.start();
  // The replica is made of a filled store, as one is added to a store that runs.
  standby = await aStandby(database);
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

/** How often something happened in all processes that run, as their metrics tell it. */
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

/** From a photo to a thing that is sold; what each of them has changed, they see with their next look. */
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
  await vi.waitFor(async () => expect(await (await visitor.fetch('/')).text()).toContain(productName), PATIENCE);

  await vi.waitFor(async () => expect(await offered(buyer)).toMatchObject({ booked: false }), PATIENCE);
  const body = { itemId, phone: '01712345678', location: 'Mirpur' };
  const { insertedId: bookingId } = await buyer.api.send(bookProduct, { body });
  expect(await offered(buyer)).toMatchObject({ booked: true });
  const prepared = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  const transactionId = await bank.desk.pay(prepared);
  // Every second browser is closed before it can tell.
  if (n % 2) await buyer.api.send(recordPayment, { body: { bookingId, transactionId } });
  const mine = async () =>
    (await seller.api.send(listMyProducts, { query: { email: seller.email } })).items.find(({ _id }) => _id === itemId);
  await vi.waitFor(async () => expect(await mine()).toMatchObject({ status: 'SOLD', paid: true }), 120_000);
  const orders = await buyer.api.send(listBookings, { query: { email: buyer.email } });
  expect(orders.items.find(({ _id }) => _id === bookingId)).toMatchObject({ paid: true, transactionId });
  await vi.waitFor(isServed(imageURL), 60_000);
  return itemId;
}

test('through a proxy, from a photo to a thing that is sold, while one of two web machines is killed again and again', async () => {
  const visitor = aVisitor(proxy.address);
  const [seller, buyer] = [await aPerson(proxy.address, 'Seller'), await aPerson(proxy.address, 'Buyer')];
  let kills = 0;
  let over = false;
  const firing = (async () => {
    while (!over) {
      await pause(between(1000, 3000));
      await web[1].kill();
      kills += 1;
      await pause(between(0, 1000));
      await web[1].start();
    }
  })();
  const sold: string[] = [];
  try {
    for (let n = 0; n < JOURNEYS; n += 1) sold.push(await sellOne(seller, buyer, visitor, n));
  } finally {
    over = true;
    await firing;
  }
  expect(kills).toBeGreaterThan(1);
  expect(new Set(sold).size).toBe(JOURNEYS);
  const books = await booksAtRest(database.url, bank);
  expect(books.findings).toEqual([]);
  for (const { address } of web) expect(proxy.answers.get(address)).toBeGreaterThan(JOURNEYS);
  tell('Several machines', { journeys: sold.length, kills, 'payments compared': books.compared });
});

test('who has a page open at one machine hears at once of what happens at the other, while a third one settles it', async () => {
  const [seller, buyer] = [await aPerson(proxy.address, 'Seller'), await aPerson(proxy.address, 'Buyer')];
  const atOther = Object.assign(aVisitor(web[1].address), { token: buyer.token });
  const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
  const line = await openLiveLine(web[0].address, seller.cookie());
  const body = { itemId, phone: '01712345678', location: 'Mirpur' };
  const { insertedId: bookingId } = await atOther.api.send(bookProduct, { body });
  await vi.waitFor(() => expect(line.said).toHaveLength(1), PATIENCE);
  const prepared = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  // Nobody tells of the payment but the provider, or, where its message gets lost, the worker that looks through them.
  await bank.desk.pay(prepared);
  await vi.waitFor(() => expect(line.said).toHaveLength(2), 120_000);
  line.hangUp();
});

test('jobs are done by the worker alone, and each once', async () => {
  const photos = /^dolna_jobs_total\{task="photo",result="success"\}/;
  expect(await count([worker], photos)).toBe(JOURNEYS);
  expect(await count(web, /^dolna_jobs_total\{/)).toBe(0);
  expect((await fetch(`${worker.address}/api/categories`)).status).toBe(404);
  expect((await fetch(`${worker.address}/readyz`)).status).toBe(200);
});

test('while the replica is behind, who changed something sees it at once, and a visitor a moment later', async () => {
  const visitor = aVisitor(proxy.address);
  const [seller, other] = [await aPerson(proxy.address, 'Seller'), await aPerson(proxy.address, 'Seller')];
  const shows = async (who: Browser, productName: string) => {
    const [page, list] = [await (await who.fetch('/')).text(), await who.api.send(listAdvertised, {})];
    return [page.includes(productName), list.some((one) => one.productName === productName)];
  };
  // Registering changed something, too.
  await pause(15_000);
  const before = await fromReplica();
  await vi.waitFor(async () => {
    await shows(visitor, '');
    expect(await fromReplica()).toBeGreaterThan(before + 3);
  }, PATIENCE);

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
  await standby.goOn();
  await vi.waitFor(async () => expect(await shows(visitor, productName)).toEqual([true, true]), PATIENCE);
  expect(await offered(other)).toBe(true);
});

test('without the replica the store goes on, and with it again when it is back', async () => {
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
