import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
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
} from './server-processes.ts';

const ROUND_COUNT = 10;
const PAYMENT_COUNT = 6;

let database: Awaited<ReturnType<typeof aDatabase>>;
let folder: Awaited<ReturnType<typeof aFolder>>;
let server: Server;
let bank: ExternalCardGateway;
let seller: Customer;
let buyers: Customer[];
let categoryId: string;

beforeAll(async () => {
  database = await aDatabase();
  folder = await aFolder();
  bank = await openExternalCardGateway(() => server.address);
  server = await aServer({ DATABASE_URL: database.url, DATA_DIR: folder.path, ...bank.settings });
  await server.start();
  const [category] = await ask<{ id: string }>(database.url, 'select id from categories limit 1');
  categoryId = category?.id ?? '';
  const here = () => server.address;
  [seller] = (await customers(1, here, 'Seller')) as [Customer];
  buyers = await customers(PAYMENT_COUNT, here, 'Buyer');
});
afterAll(async () => {
  await server.kill();
  await bank.close();
  await database.stop();
  await folder.remove();
});

interface Prepared {
  buyer: Customer;
  bookingId: string;
  itemId: string;
  clientSecret: string;
}

async function prepare(buyer: Customer): Promise<Prepared> {
  const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
  const body = { itemId, phone: '01712345678', location: 'Mirpur' };
  const { insertedId: bookingId } = await buyer.api.send(bookProduct, { body });
  const { clientSecret } = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  return { buyer, bookingId, itemId, clientSecret };
}

/** Faults of the provider's webhooks and replies, a few at a time. */
async function injectRandomFaults(): Promise<void> {
  const webhooks = [
    { kind: 'drop', times: 4 },
    { kind: 'double', times: 3 },
    { kind: 'delay', times: 3, delay: 1500 },
    { kind: 'reorder', times: 3 },
  ];
  const api = [
    { kind: 'late', on: 'GET /v1/payment_intents/:id', times: 2, delay: 700 },
    { kind: 'cut-after', on: 'GET /v1/payment_intents/:id', times: 2 },
    { kind: 'error-after', on: 'POST /v1/refunds', times: 1 },
    { kind: 'cut-after', on: 'POST /v1/refunds', times: 2 },
    { kind: 'rate-limit', on: 'GET /v1/payment_intents/:id', times: 2 },
  ];
  await bank.client.injectFaults({
    clear: true,
    webhooks: [randomElement(webhooks), randomElement(webhooks)],
    api: [randomElement(api), randomElement(api)],
  });
}

/** Ends the hold; other buyers take half of the products, so that their payments are due back. */
async function loseHold({ bookingId, itemId }: Prepared): Promise<void> {
  await ask(database.url, 'update bookings set hold_until = now() where id = $1', [bookingId]);
  if (Math.random() < 0.5) return;
  const other = randomElement(buyers);
  await other.api
    .send(bookProduct, { body: { itemId, phone: '01812345678', location: 'Uttara' } })
    .catch(() => undefined);
}

test('every captured payment is an order or a refund within two minutes, despite lost webhooks and killed servers [P2]', async () => {
  const intents: string[] = [];
  const told = { recorded: 0, 'not answered': 0 };
  for (let round = 0; round < ROUND_COUNT; round += 1) {
    await bank.client.injectFaults({ clear: true });
    const prepared = await Promise.all(buyers.map(prepare));
    for (const one of prepared) if (Math.random() < 0.3) await loseHold(one);
    await injectRandomFaults();
    const confirmed = prepared.map(async (one) => {
      await pause(randomBetween(0, 300));
      const transactionId = await bank.client.pay(one);
      intents.push(transactionId);
      return { ...one, transactionId };
    });
    // Some browsers record their payment once; the others are closed.
    const telling = confirmed.map(async (confirming) => {
      const { buyer, bookingId, transactionId } = await confirming;
      if (Math.random() < 0.5) return;
      const body = JSON.stringify({ bookingId, transactionId });
      const headers = { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${server.address}/api${recordPayment.path}`, { method: 'POST', headers, body }).catch(
        () => undefined,
      );
      told[answer?.ok ? 'recorded' : 'not answered'] += 1;
    });
    await pause(randomBetween(50, 700));
    await server.kill();
    await Promise.all(telling);
    await server.start();
  }

  const last = performance.now();
  const books = await waitForSettledBooks(database.url, bank);
  const tookSeconds = (performance.now() - last) / 1000;

  const ours = await ask<{ intent: string; state: string; booking: string }>(
    database.url,
    `select p.intent, p.state, b.state as booking from payments p join bookings b on b.id = p.booking_id
     where p.intent = any($1)`,
    [intents],
  );
  expect(ours).toHaveLength(intents.length);
  for (const one of ours)
    expect([one.intent, `${one.state} of ${one.booking}`]).toEqual([
      one.intent,
      expect.stringMatching(/^succeeded of paid$|^refunded of (expired|cancelled)$/),
    ]);
  printCounts('P2', {
    payments: intents.length,
    orders: ours.filter(({ state }) => state === 'succeeded').length,
    refunds: ours.filter(({ state }) => state === 'refunded').length,
    kills: ROUND_COUNT,
    ...told,
    compared: books.compared,
    'seconds until the last was right': tookSeconds.toFixed(1),
  });
});

test('payments without a call and a webhook are found by the reconciliation job [P2]', async () => {
  const prepared = await Promise.all(buyers.map(prepare));
  await bank.client.injectFaults({ clear: true, webhooks: [{ kind: 'drop', times: 1000 }] });
  for (const one of prepared) await bank.client.pay(one);
  const begun = performance.now();
  await waitForSettledBooks(database.url, bank);
  const sold = await ask(database.url, 'select id from bookings where is_sale(state) and id = any($1)', [
    prepared.map(({ bookingId }) => bookingId),
  ]);
  expect(sold).toHaveLength(PAYMENT_COUNT);
  printCounts('P2, untold', {
    payments: PAYMENT_COUNT,
    'seconds until found': ((performance.now() - begun) / 1000).toFixed(1),
  });
});
