import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { deleteAccount } from '#modules/account/contract.ts';
import { bookProduct, cancelBooking } from '#modules/bookings/contract.ts';
import { addProduct, changeMyProduct, deleteMyProduct, editMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { returnItem } from '#modules/disputes/contract.ts';
import { disputeTo } from '#modules/disputes/server/disputes.fixtures.ts';
import { confirmReceived } from '#modules/handover/contract.ts';
import { deleteUser, verifyUser } from '#modules/identity/contract.ts';
import { addAdmin, removeAdmin } from '#modules/identity/server/service.ts';
import { decideOnReports, reportProduct } from '#modules/moderation/contract.ts';
import { listPayments, recordRefundByHand } from '#modules/payments/admin.contract.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
import { cleanUp, sendPhoto, settled } from '#modules/photos/server/photo.fixtures.ts';
import { addSynonyms } from '#modules/search/contract.ts';
import { markMessage, sendMessage } from '#modules/support/contract.ts';
import { addWish } from '#modules/wishlist/contract.ts';
import { cardClient } from './support/card-client.ts';
import { clausesIn, type Lock, locksOf, readSchema, type Schema, STRENGTHS } from './support/locks.ts';
import { untilIdle } from './support/rows.ts';
import { A_MESSAGE } from './support/test-people.ts';
import { openTestStore, type Person, type TestStore } from './support/test-store.ts';

const ROOT = join(import.meta.dirname, '..');

/** The tables of ARCHITECTURE.md in lock order; those of one line may be locked in any order. */
function declaredOrder(): Map<string, number> {
  const [, section = ''] = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').split('\n## Lock order\n');
  const lines = (section.split('\n## ', 1)[0] ?? '').split('\n').filter((line) => /^\d+\. /.test(line));
  return new Map(
    lines.flatMap((line, rank) =>
      [...(line.split(': ', 1)[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, rank]),
    ),
  );
}

const order = declaredOrder();

/**
 * Returns the violations in a transaction's sequence of locks. A lock that is held with the same strength does not count. A
 * key share waits for `update` only, so it counts on tables with such locks.
 */
function faultsOf(locks: Lock[], lockedForUpdate: Set<string>): string[] {
  const held = new Map<string, number>();
  const written = new Set<string>();
  const faults: string[] = [];
  for (const { table, strength, isNew = false } of locks) {
    if (isNew) written.add(table);
    // A foreign key to a new row.
    if (isNew || (strength === 'key share' && written.has(table))) continue;
    const rank = order.get(table);
    const level = STRENGTHS.indexOf(strength);
    const before = held.get(table);
    if (rank === undefined) {
      // Rows of other tables are inserted and referenced only.
      if (strength !== 'key share') faults.push(`${table} is locked for ${strength} and is not in the lock order`);
      continue;
    }
    if (strength === 'key share' && !lockedForUpdate.has(table)) continue;
    if (before !== undefined && before < level) faults.push(`${table}: ${STRENGTHS[before]} before ${strength}`);
    const later = [...held.keys()].filter((other) => (order.get(other) ?? 0) > rank);
    if (before === undefined && later.length > 0) faults.push(`${table} after ${later.join(', ')}`);
    held.set(table, Math.max(before ?? 0, level));
  }
  return faults;
}

/** A row of these changes in transactions that have locked its product before, as the test of all transactions shows. */
const UNDER_A_PRODUCT = ['bookings'];

const forUpdate = (locks: Lock[]) =>
  new Set(locks.filter(({ strength }) => strength === 'update').map(({ table }) => table));

/** Returns the lock clauses in `src`. */
function clausesOfSources(): Lock[] {
  return globSync(['src/**/server/**/*.ts', 'src/platform/!(contract|web)/**/*.ts'], { cwd: ROOT })
    .filter((path) => !/\.test\.ts$|fixtures\.ts$/.test(path))
    .flatMap((path) => clausesIn(readFileSync(join(ROOT, path), 'utf8')));
}

/** Records the statements of each finished transaction, and those outside transactions. */
const transactions: string[][] = [];
const open = new WeakMap<pg.Client, string[]>();
const { query } = pg.Client.prototype;
const AT_ENDS = /^(begin|start transaction|commit|rollback)/;

function record(client: pg.Client, text: string): void {
  const statements = open.get(client);
  const [, end] = AT_ENDS.exec(text) ?? [];
  if (end === 'begin' || end === 'start transaction') open.set(client, []);
  else if (!end) (statements ?? transactions[transactions.push([]) - 1])?.push(text);
  else {
    if (statements) transactions.push(statements);
    open.delete(client);
  }
}

let store: TestStore;
let schema: Schema;
beforeAll(async () => {
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [given] = args as [string | { text?: string }];
    const text = typeof given === 'string' ? given : given.text;
    if (text) record(this, text);
    return Reflect.apply(query, this, args);
  });
  store = await openTestStore();
  schema = await readSchema(store.pool);
});
afterAll(async () => {
  await store.close();
  vi.restoreAllMocks();
});

describe('the lock order of ARCHITECTURE.md', () => {
  test('names tables of the database', async () => {
    const { rows } = await sql<{
      name: string;
    }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(store.db);
    expect(order.size).toBeGreaterThan(9);
    expect([...order.keys()].filter((name) => !rows.some((row) => row.name === name))).toEqual([]);
  });

  test('is that of every function and trigger of the database', () => {
    const bodies = [...schema.functions].map(([name, body]) => ({ name, locks: locksOf(body, schema) }));
    const triggers = schema.triggers.map(({ table, events, function: name }) => ({
      name: `${name} on ${table}`,
      locks: [
        ...(UNDER_A_PRODUCT.includes(table) ? [{ table: 'products', strength: 'update' } as const] : []),
        ...(/ (UPDATE|DELETE)/.test(events) && order.has(table) ? [{ table, strength: 'no key update' } as const] : []),
        ...locksOf(schema.functions.get(name) ?? '', schema),
      ],
    }));
    expect(bodies.filter(({ locks }) => locks.length > 0).length).toBeGreaterThan(4);
    const strongest = forUpdate([...clausesOfSources(), ...bodies.flatMap(({ locks }) => locks)]);
    const wrong = [...bodies, ...triggers].flatMap(({ name, locks }) =>
      faultsOf(locks, strongest).map((fault) => `${name}: ${fault}`),
    );
    expect(wrong).toEqual([]);
  });

  test('has every table that a store function locks', () => {
    const found = clausesOfSources();
    expect(found.length).toBeGreaterThan(15);
    expect(found.filter(({ table }) => !order.has(table))).toEqual([]);
  });

  test('is kept by every transaction of listing, booking, paying, reporting, verifying and deleting [11.12]', {
    timeout: 60_000,
  }, async () => {
    const categoryId = await aCategory(store.db);
    transactions.length = 0;
    await everything(categoryId);
    const locked = transactions.map((statements) => statements.flatMap((text) => locksOf(text, schema)));
    const strongest = forUpdate(locked.flat());
    const wrong = locked.flatMap((locks, index) =>
      faultsOf(locks, strongest).map((fault) => [fault, ...(transactions[index] ?? [])].join('\n')),
    );
    expect(wrong).toEqual([]);
    const tables = new Set(locked.flat().map(({ table }) => table));
    // Each level was reached, several of them by one transaction.
    const unseen = [...order.keys()].filter((table) => !tables.has(table));
    expect(unseen).toEqual(['limit_counts']);
    expect(Math.max(...locked.map((locks) => new Set(locks.map(({ table }) => table)).size))).toBeGreaterThan(6);
  });
});

/** Runs every operation that locks several rows, some with an idempotency key. */
async function everything(categoryId: string): Promise<void> {
  const client = cardClient(store);
  const [seller, buyer, late] = [await store.as('seller'), await store.as('buyer'), await store.as('buyer')];
  const [leaver, admin] = [await store.as('seller'), await store.as('admin')];
  const keyed = () => ({ idempotencyKey: crypto.randomUUID() });
  const list = async (changes: Record<string, unknown> = {}, who: Person = seller) =>
    (await who.api.send(addProduct, { body: aProduct(categoryId, changes) }, keyed())).insertedId;
  const book = async (itemId: string, who = buyer) =>
    (await who.api.send(bookProduct, { body: { itemId, phone: '01712345678', location: 'Mirpur' } }, keyed()))
      .insertedId;

  const [one, two] = [await sendPhoto(store, seller), await sendPhoto(store, seller)];
  const pictured = await list({ imageURL: undefined, photos: [one] });
  const linked = await list({ imageURL: 'http://127.0.0.1/pram.jpg' });
  await settled(store, two);
  await seller.api.send(editMyProduct, { params: { id: pictured }, body: { photos: [two, one], productName: 'Cot' } });
  await seller.api.send(editMyProduct, { params: { id: linked }, body: { imageURL: 'http://127.0.0.1/cot.jpg' } });
  for (const query of [{ advertiseEnable: 'true' }, { status: 'SOLD' }, { status: 'UNSOLD' }] as const)
    await seller.api.send(changeMyProduct, { params: { id: linked }, query });

  const given = await list();
  await buyer.api.send(cancelBooking, { params: { id: await book(given) } });
  const expired = await book(given);
  await sql`with product as (select p.id from products p join bookings b on b.product_id = p.id where b.id = ${expired}
      for no key update of p)
    update bookings set hold_until = now() from product where bookings.id = ${expired}`.execute(store.db);
  await book(given, late);
  const prepare = (bookingId: string, who = buyer) =>
    who.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  const paid = await book(await list());
  const body = { bookingId: paid, transactionId: await client.pay(await prepare(paid)) };
  await buyer.api.send(recordPayment, { body });
  // A payment of a cancelled booking is refunded.
  const returned = await book(await list());
  const prepared = await prepare(returned);
  await buyer.api.send(cancelBooking, { params: { id: returned } });
  await client.pay(prepared);
  // A payment that the store does not know yet.
  const stray = await book(await list(), late);
  const unknown = { bookingId: stray, transactionId: await client.pay(await client.strayIntent(stray, 650_000)) };
  await late.api.send(recordPayment, { body: unknown });

  // Returns after a sale: by refund, by chargeback, and by hand.
  const sell = async (card?: string) => {
    const bookingId = await book(await list());
    const intent = await client.pay(await prepare(bookingId), card);
    await buyer.api.send(recordPayment, { body: { bookingId, transactionId: intent } });
    return intent;
  };
  await client.refund(await sell());
  // A dispute that is settled. The erasure of its buyer deletes their words.
  const disputed = await store.as('buyer');
  const boughtId = await book(await list(), disputed);
  const transactionId = await client.pay(await prepare(boughtId, disputed));
  await disputed.api.send(recordPayment, { body: { bookingId: boughtId, transactionId } });
  await disputed.api.send(confirmReceived, { params: { id: boughtId } });
  const dispute = await disputeTo({ buyer: disputed, seller, admin }, boughtId, 'return');
  await seller.api.send(returnItem, { params: { id: dispute }, body: {} });
  await disputed.api.send(deleteAccount, { body: { password: disputed.password } });
  const [won, lost, parted] = [await sell('pm_card_createDispute'), await sell('pm_card_createDispute'), await sell()];
  await client.decideDispute(won, 'won');
  await client.decideDispute(lost, 'lost');
  const { items } = await admin.api.send(listPayments, { query: { transactionId: parted } });
  const receipt = { amount: 6500, reference: 'Receipt 1' };
  await admin.api.send(recordRefundByHand, { params: { id: items[0]?._id ?? '' }, body: receipt }, keyed());
  await vi.waitFor(async () => {
    const { rows } =
      await sql`select from payments where state = 'refunded' and intent = any(${[lost, parted]})`.execute(store.db);
    expect(rows).toHaveLength(2);
  }, 10_000);

  await buyer.api.send(addWish, { body: { itemId: linked } }, keyed());
  for (const [id, decision] of [
    [pictured, 'keep'],
    [await list(), 'remove'],
  ] as const) {
    await buyer.api.send(reportProduct, { body: { productId: id, reason: 'It is not as described.' } }, keyed());
    await admin.api.send(decideOnReports, { params: { productId: id }, body: { decision } });
  }
  const { insertedId: messageId } = await late.api.send(
    sendMessage,
    { body: { ...A_MESSAGE, email: late.email } },
    keyed(),
  );
  await admin.api.send(markMessage, { params: { id: messageId }, body: { state: 'answered' } });
  await admin.api.send(addSynonyms, { body: { words: ['perambulator', 'pushcart'] } }, keyed());
  await admin.api.send(verifyUser, { params: { id: seller.id }, body: { verify: 'Verified' } });
  await seller.api.send(deleteMyProduct, { params: { id: linked } });

  const photo = await sendPhoto(store, leaver);
  await book(await list({ imageURL: undefined, photos: [photo] }, leaver));
  await list({ imageURL: 'http://127.0.0.1/swing.jpg', productName: 'Swing' }, leaver);
  // The erasure of its seller calls this sale off.
  const calledOff = await book(await list({}, leaver));
  const ofLeaver = { bookingId: calledOff, transactionId: await client.pay(await prepare(calledOff)) };
  await buyer.api.send(recordPayment, { body: ofLeaver });
  await untilIdle(store.db);
  await cleanUp(store);
  const colleague = await store.as('buyer');
  await addAdmin(store.db, colleague.email);
  await removeAdmin(store.db, colleague.email);
  await leaver.api.send(deleteAccount, { body: { password: leaver.password } });
  await admin.api.send(deleteUser, { params: { id: late.id } });
  await untilIdle(store.db);
}
