import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookProduct, cancelBooking } from '#modules/bookings/contract.ts';
import { addProduct, changeMyProduct, deleteMyProduct, editMyProduct } from '#modules/catalogue/contract.ts';
import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
import { CallError } from '#platform/contract/call-client.ts';
import { type Customer, customers } from './customers.ts';
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
  shuffled,
} from './server-processes.ts';

const BUYER_COUNT = 50;
const PRODUCT_COUNT = 40;
const RUN_MS = 30_000;

let database: Awaited<ReturnType<typeof aDatabase>>;
let folders: Awaited<ReturnType<typeof aFolder>>[];
let nodes: [Server, Server];
let bank: ExternalCardGateway;
let buyers: Customer[];
let sellers: Customer[];
let categoryId: string;
let kills = 0;

beforeAll(async () => {
  database = await aDatabase();
  bank = await openExternalCardGateway(() => randomElement(nodes).address);
  folders = [await aFolder(), await aFolder()];
  const settings = { DATABASE_URL: database.url, HOLD_MINUTES: '1', ...bank.settings };
  const [one, other] = await Promise.all(folders.map(({ path }) => aServer({ ...settings, DATA_DIR: path })));
  if (!one || !other) throw new Error('Two nodes are needed');
  nodes = [one, other];
  await Promise.all(nodes.map((node) => node.start()));
  const [category] = await ask<{ id: string }>(database.url, 'select id from categories limit 1');
  categoryId = category?.id ?? '';
  const anywhere = () => randomElement(nodes).address;
  sellers = await customers(4, anywhere, 'Seller');
  buyers = await customers(BUYER_COUNT, anywhere, 'Buyer');
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  await bank.close();
  await database.stop();
  await Promise.all(folders.map((folder) => folder.remove()));
});

const list = (seller: Customer) => seller.api.send(addProduct, { body: aProduct(categoryId) });
const book = (buyer: Customer, itemId: string) =>
  buyer.api.send(bookProduct, { body: { itemId, phone: '01712345678', location: 'Mirpur' } });
const aWhile = () => pause(randomBetween(1500, 4000));

/** Runs the work while one of the two processes is killed and restarted again and again. */
async function withKills<T>(work: Promise<T>): Promise<T> {
  const victim = nodes[1];
  let over = false;
  async function fire(): Promise<void> {
    await aWhile();
    while (!over) {
      await victim.kill();
      kills += 1;
      await victim.start();
      await aWhile();
    }
  }
  const firing = fire();
  try {
    return await work;
  } finally {
    over = true;
    await firing;
  }
}

/** Returns undefined for a refusal: the product is removed, or booked by another buyer. */
function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error) => {
    if (error instanceof CallError && error.status >= 400 && error.status < 500) return undefined;
    throw error;
  });
}

test('of many buyers of a product at two processes, one of which is killed, exactly one gets it [P1]', async () => {
  const items = await Promise.all(
    Array.from({ length: PRODUCT_COUNT }, async () => (await list(randomElement(sellers))).insertedId),
  );
  const won = new Map<string, string[]>(items.map((id) => [id, []]));
  await withKills(
    Promise.all(
      buyers.map(async (buyer) => {
        for (const id of shuffled(items)) {
          const booking = await unlessRefused(book(buyer, id));
          if (booking) won.get(id)?.push(booking.insertedId);
        }
      }),
    ),
  );
  const stored = await ask<{ id: string; product_id: string }>(
    database.url,
    "select id, product_id from bookings where product_id = any($1) and (state = 'held' or is_sale(state))",
    [items],
  );
  // A hold of a minute may expire during the retries: then a second booking is right, and the first has ended.
  const expired = await ask<{ id: string }>(database.url, "select id from bookings where state = 'expired'");
  const over = new Set(expired.map(({ id }) => id));
  for (const id of items) {
    const live = won.get(id)?.filter((booking) => !over.has(booking));
    expect(live).toEqual(stored.filter((row) => row.product_id === id).map((row) => row.id));
    expect(live).toHaveLength(1);
  }
  printCounts('P1, everybody at once', {
    buyers: BUYER_COUNT,
    items: PRODUCT_COUNT,
    attempts: BUYER_COUNT * PRODUCT_COUNT,
    'asked again': buyers.reduce((sum, { retries }) => sum + retries(), 0),
    kills,
  });
});

test('while products are booked, cancelled, paid, expired, sold elsewhere, repriced and deleted, the ledger stays correct [P1]', async () => {
  const stalls = await Promise.all(
    Array.from({ length: PRODUCT_COUNT }, async () => {
      const seller = randomElement(sellers);
      return { seller, id: (await list(seller)).insertedId };
    }),
  );
  const done = {
    booked: 0,
    'given back': 0,
    paid: 0,
    'refused payments': 0,
    'changes by sellers': 0,
    expired: 0,
    looks: 0,
  };
  const acknowledged: string[] = [];
  const end = Date.now() + RUN_MS;

  async function buy(buyer: Customer): Promise<void> {
    while (Date.now() < end) {
      const booking = await unlessRefused(book(buyer, randomElement(stalls).id));
      await pause(randomBetween(0, 100));
      if (!booking) continue;
      done.booked += 1;
      acknowledged.push(booking.insertedId);
      if (Math.random() < 0.4) {
        if (await unlessRefused(buyer.api.send(cancelBooking, { params: { id: booking.insertedId } })))
          done['given back'] += 1;
      } else if (Math.random() < 0.6) await pay(buyer, booking.insertedId);
    }
  }

  async function pay(buyer: Customer, bookingId: string): Promise<void> {
    const [row] = await ask<{ price: string }>(
      database.url,
      'select price_poisha as price from bookings where id = $1',
      [bookingId],
    );
    const body = { bookingId, itemPrice: Number(row?.price) / 100 };
    const prepared = await unlessRefused(buyer.api.send(createPaymentIntent, { body }));
    if (!prepared) return;
    await pause(randomBetween(0, 300));
    const transactionId = await bank.client.pay(prepared);
    // Half of the browsers are closed.
    if (Math.random() < 0.5) return;
    const recorded = await unlessRefused(buyer.api.send(recordPayment, { body: { bookingId, transactionId } }));
    done[recorded ? 'paid' : 'refused payments'] += 1;
  }

  async function sell(): Promise<void> {
    while (Date.now() < end) {
      const { seller, id } = randomElement(stalls);
      const params = { id };
      const change = randomElement([
        () => seller.api.send(changeMyProduct, { params, query: { status: 'SOLD' } }),
        () => seller.api.send(changeMyProduct, { params, query: { status: 'UNSOLD' } }),
        () => seller.api.send(changeMyProduct, { params, query: { status: 'UNSOLD' } }),
        () => seller.api.send(editMyProduct, { params, body: { resalePrice: Math.ceil(randomBetween(1000, 9000)) } }),
        async () => {
          if (Math.random() > 0.05) return undefined;
          return seller.api.send(deleteMyProduct, { params });
        },
      ]);
      if (await unlessRefused<unknown>(change())) done['changes by sellers'] += 1;
      await pause(randomBetween(0, 60));
    }
  }

  /** Expires holds as if their minute had passed. */
  async function expire(): Promise<void> {
    while (Date.now() < end) {
      const ended = await ask(
        database.url,
        `with product as (select p.id from products p join bookings b on b.product_id = p.id
            where b.state = 'held' and random() < 0.1 order by p.id for no key update of p)
          update bookings set hold_until = now() from product where product_id = product.id and state = 'held'
          returning bookings.id`,
      );
      done.expired += ended.length;
      await pause(200);
    }
  }

  async function look(): Promise<void> {
    while (Date.now() < end) {
      const twice = await ask(
        database.url,
        "select product_id from bookings where (state = 'held' or is_sale(state)) group by product_id having count(*) > 1",
      );
      expect(twice).toEqual([]);
      done.looks += 1;
      await pause(500);
    }
  }

  await withKills(Promise.all([...buyers.map(buy), sell(), sell(), sell(), expire(), look()]));

  const kept = await ask<{ id: string }>(database.url, 'select id from bookings where id = any($1)', [acknowledged]);
  expect(kept).toHaveLength(acknowledged.length);
  const books = await waitForSettledBooks(database.url, bank);
  expect(books.differences).toEqual([]);
  const paidTwice = await ask(
    database.url,
    'select product_id from bookings where is_sale(state) group by product_id having count(*) > 1',
  );
  expect(paidTwice).toEqual([]);
  printCounts('P1, all at once', { ...done, 'payments compared with the provider': books.compared, kills });
});
