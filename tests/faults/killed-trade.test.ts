import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findClusterLocation } from '#embedded-postgres/data-folder.ts';
import { findRunningPostgres } from '#embedded-postgres/embedded-postgres.ts';
import { readPidFile } from '#embedded-postgres/orphans.ts';
import { bookProduct, getBooking } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { requestPayout } from '#modules/earnings/contract.ts';
import { confirmPayout, sendPayout } from '#modules/earnings/payouts.contract.ts';
import { callOff, handOver } from '#modules/handover/contract.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
import { findBrokenInvariants } from '#modules/payments/server/reconciliation-report.store.ts';
import { CallError } from '#platform/contract/call-client.ts';
import { createDatabase, openPool } from '#platform/database/database.ts';
import { type Customer, customers } from './customers.ts';
import { type ExternalCardGateway, openExternalCardGateway, waitForSettledBooks } from './external-card-gateway.ts';
import { aFolder, aServer, ask, printCounts, randomBetween, type Server } from './server-processes.ts';

/** `TRADE_ROUNDS=4` shortens the run. */
const ROUND_COUNT = Number(process.env.TRADE_ROUNDS ?? 200);
const ROUND_MAX_MS = 30_000;
/** The provider's records are compared with the books after this many rounds, and at the end. */
const COMPARED_ROUND_COUNT = 10;

let folder: Awaited<ReturnType<typeof aFolder>>;
let server: Server;
let bank: ExternalCardGateway;
let seller: Customer;
let buyer: Customer;
let admin: Customer;
let categoryId: string;

const database = async () => (await findRunningPostgres(folder.path)) ?? '';
const query = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  ask<Row>(await database(), text, values);

beforeAll(async () => {
  folder = await aFolder();
  bank = await openExternalCardGateway(() => server.address);
  // The whole store of `npm start`, with its embedded database.
  server = await aServer({ DATA_DIR: folder.path, ...bank.settings });
  await server.start();
  const [category] = await query<{ id: string }>('select id from categories limit 1');
  categoryId = category?.id ?? '';
  const here = () => server.address;
  [seller] = (await customers(1, here, 'Seller')) as [Customer];
  [buyer, admin] = (await customers(2, here, 'Buyer')) as [Customer, Customer];
  await query(`update user_roles set role = 'admin' where user_id = $1`, [admin.id]);
  await query(
    `insert into payout_accounts (user_id, kind, account, changed_at, payable_from)
      values ($1, 'bkash', '01711000482', now() - interval '2 days', now() - interval '1 day')`,
    [seller.id],
  );
});
afterAll(async () => {
  await server.kill();
  await bank.close();
  await folder.remove();
});

/** Sells an item. Returns the booking, with the code of its handover. */
async function sell(): Promise<{ bookingId: string; code: string }> {
  const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
  const body = { itemId, phone: '01712345678', location: 'Mirpur' };
  const { insertedId: bookingId } = await buyer.api.send(bookProduct, { body });
  const intent = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  await buyer.api.send(recordPayment, { body: { bookingId, transactionId: await bank.client.pay(intent) } });
  const { handover } = await buyer.api.send(getBooking, { params: { id: bookingId } });
  return { bookingId, code: handover?.code ?? '' };
}

const hand = ({ bookingId, code }: { bookingId: string; code: string }) =>
  seller.api.send(handOver, { params: { bookingId }, body: { code } });

/** Sells an item whose inspection has ended, so that its money is released next. */
async function sellChecked(): Promise<{ bookingId: string }> {
  const sold = await sell();
  await hand(sold);
  await query(`update bookings set inspect_until = now() - interval '1 minute' where id = $1`, [sold.bookingId]);
  return sold;
}

/** Pays out the seller’s balance. Returns whether there was anything. */
async function payOut(): Promise<boolean> {
  try {
    const { insertedId: id } = await seller.api.send(requestPayout, {});
    await admin.api.send(sendPayout, { params: { id } });
    await admin.api.send(confirmPayout, { params: { id }, body: { reference: 'CFT26326 0092' } });
    return true;
  } catch (error) {
    if (error instanceof CallError && error.status === 409) return false;
    throw error;
  }
}

/** Adds the deadlines job. While the database is unavailable, the scheduled run of the next minute replaces it. */
const release = () =>
  query(`select graphile_worker.add_job('booking-deadlines', '{}', job_key := 'booking-deadlines')`).catch(() => []);

/** Kills the server or its database. A killed database starts again by itself. */
async function kill(victim: 'server' | 'database'): Promise<void> {
  if (victim === 'server') {
    await server.kill();
    return server.start();
  }
  const { cluster } = findClusterLocation(folder.path, () => undefined);
  const { pid, ready } = await readPidFile(cluster);
  if (pid && ready) process.kill(pid, 'SIGKILL');
}

const stateOf = async (id: string) =>
  (await query<{ state: string }>('select state from bookings where id = $1', [id]))[0]?.state;

async function invariants(): Promise<unknown[]> {
  const db = createDatabase(openPool(await database(), () => undefined, { max: 1 }));
  try {
    return await findBrokenInvariants(db);
  } finally {
    await db.destroy();
  }
}

test('kills of server and database during handover, refund, release and payout lose and double no money [P15 P16]', {
  timeout: ROUND_COUNT * ROUND_MAX_MS,
}, async () => {
  const counted = { server: 0, database: 0, payouts: 0 };
  for (let round = 0; round < ROUND_COUNT; round += 1) {
    const [handed, off, checked] = await Promise.all([sell(), sell(), sellChecked()]);
    const acts = Promise.all([
      hand(handed),
      buyer.api.send(callOff, { params: { id: off.bookingId }, body: { reason: 'I am ill today.' } }),
      payOut(),
      release(),
    ]);
    await pause(randomBetween(0, 150));
    const victim = round % 2 === 0 ? 'server' : 'database';
    await kill(victim);
    counted[victim] += 1;
    const [, , paidOut] = await acts;
    if (paidOut) counted.payouts += 1;
    await vi.waitFor(async () => expect(await invariants()).toEqual([]), ROUND_MAX_MS);
    await release();
    await vi.waitFor(async () => {
      expect([await stateOf(handed.bookingId), await stateOf(off.bookingId), await stateOf(checked.bookingId)]).toEqual(
        ['handed_over', 'refunded', 'completed'],
      );
    }, ROUND_MAX_MS);
    if ((round + 1) % COMPARED_ROUND_COUNT === 0) await waitForSettledBooks(await database(), bank);
  }
  const books = await waitForSettledBooks(await database(), bank);
  const [sums] = await query<Record<string, number>>(
    `select (select count(*)::int from bookings where state = 'refunded') as refunded,
        (select coalesce(sum(amount_poisha), 0)::float8 / 650000 from ledger_transactions where kind = 'refund') as returned,
        (select coalesce(sum(amount_poisha), 0)::float8 / 650000 from ledger_transactions where kind = 'release') as released,
        (select coalesce(sum(amount_poisha), 0)::float8 from payouts where state = 'paid') as paid,
        (select coalesce(sum(amount_poisha), 0)::float8 from ledger_transactions where kind = 'payout_paid') as booked`,
  );
  expect(sums).toMatchObject({ refunded: ROUND_COUNT, returned: ROUND_COUNT, released: ROUND_COUNT });
  expect(sums?.paid).toBe(sums?.booked);
  expect(counted.payouts).toBeGreaterThan(ROUND_COUNT / 4);
  printCounts('P15 and P16', { rounds: ROUND_COUNT, ...counted, compared: books.compared });
});
