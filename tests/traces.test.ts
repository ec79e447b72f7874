import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteAccount } from '#modules/account/contract.ts';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct, deleteMyProduct, editMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { callOff } from '#modules/handover/contract.ts';
import { deleteUser } from '#modules/identity/contract.ts';
import { reportProduct } from '#modules/moderation/contract.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
import { cleanUp, sendPhoto, settled } from '#modules/photos/server/photo.fixtures.ts';
import { sendMessage } from '#modules/support/contract.ts';
import { addWish } from '#modules/wishlist/contract.ts';
import { MAIL } from '#platform/mail/mailer.ts';
import { cardClient } from './support/card-client.ts';
import { settleSale } from './support/money.ts';
import { untilIdle } from './support/rows.ts';
import { openTestStore, type Person, provider, register, type TestStore } from './support/test-store.ts';

/** The hint of a failure. */
const ERASE = 'erase the column in the store of its module';

/** Unique to the deleted people: their names, texts and phone number. */
const MARK = 'zebrafinch';
const PHONE = '01799887766';
const TRACE = new RegExp(`${MARK}|${PHONE}`, 'i');

let store: TestStore;
let admin: Person;
let other: Person;
let categoryId: string;
let photo: Buffer;
const log: string[] = [];

beforeAll(async () => {
  store = await openTestStore({ LOG_LEVEL: 'trace' }, { log: { write: (line) => void log.push(line) } });
  [admin, other] = [await store.as('admin'), await store.as('seller')];
  categoryId = await aCategory(store.db);
  photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Copyright: `${MARK} ${PHONE}` } })
    .jpeg()
    .toBuffer();
});
afterAll(() => store.close());

/** Returns the tables that contain a trace in any column, as text or as bytes. */
async function tablesWithTraces(): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 2`.execute(
    store.db,
  );
  const patterns = [MARK, PHONE].flatMap((text) => [`%${text}%`, `%${Buffer.from(text).toString('hex')}%`]);
  const found: string[] = [];
  for (const { schema, name } of tables.rows) {
    const { rows } = await sql`select from ${sql.table(`${schema}.${name}`)} as t
      where t::text ilike any(${patterns}) limit 1`.execute(store.db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** The demo's mailbox and payment providers are external services. */
const OUTSIDE = /^sandbox-(cards|bkash|sslcommerz|outbox)\.sqlite/;

async function filesWithTraces(): Promise<{ read: number; found: string[] }> {
  const entries = await readdir(store.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !OUTSIDE.test(entry.name));
  const found: string[] = [];
  for (const { parentPath, name } of files)
    if (TRACE.test(name) || TRACE.test((await readFile(join(parentPath, name))).toString('latin1'))) found.push(name);
  return { read: files.length, found };
}

const ledger = async () =>
  (
    await sql<{ sum: number; lines: number }>`select sum(amount_poisha)::float as sum, count(*)::int as lines,
    md5(string_agg(ledger_transactions::text, ',' order by id)) as all from ledger_transactions`.execute(store.db)
  ).rows[0];

async function buy(buyer: Person, itemId: string, at = { phone: '01712345678', location: 'Mirpur 10' }) {
  const { insertedId: bookingId } = await buyer.api.send(bookProduct, { body: { itemId, ...at } });
  const secret = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  await buyer.api.send(recordPayment, { body: { bookingId, transactionId: await cardClient(store).pay(secret) } });
  return bookingId;
}

/** Makes all calls that store a person's data, in a session of a browser with the same name. */
async function leaveTraces(who: Person): Promise<void> {
  const { email, password, name } = who;
  // Messages under an unconfirmed e-mail stay: they may be another person's.
  await store.db.updateTable('accounts').set({ email_verified: true }).where('email', '=', email).execute();
  const browser = { 'user-agent': `${MARK}/1.0` };
  await provider(store.app, '/sign-in/email', { email, password }, browser);
  await provider(store.app, '/sign-in/email', { email, password: `${MARK}-wrong` }, browser);
  await provider(store.app, '/request-password-reset', { email });
  await store.app.inject(`/api/users/admin/${email}?q=${MARK}`);
  await who.api.send(
    sendMessage,
    {
      body: { name, email, subject: 'account', message: `I am ${MARK}, call ${PHONE}.` },
    },
    { idempotencyKey: `${MARK}-${who.id}` },
  );
  const theirs = (await other.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
  await who.api.send(reportProduct, { body: { productId: theirs, reason: `${MARK} saw it broken, ${PHONE}` } });
}

/** Enqueues e-mails to and about a person for later. */
async function enqueueEmails({ email }: Person): Promise<void> {
  for (const to of [{ to: email }, { to: admin.email, replyTo: email }])
    await sql`select graphile_worker.add_job(${MAIL}, ${JSON.stringify({ ...to, subject: 'Later', text: `${MARK}` })}::json,
      run_at := now() + interval '1 hour')`.execute(store.db);
}

async function lists(who: Person): Promise<void> {
  const list = async (changes: object = {}) => {
    const text = { description: `${MARK} bought it, ${PHONE}`, location: `${MARK} lane`, phone: PHONE };
    const body = aProduct(categoryId, { ...text, ...changes });
    return (await who.api.send(addProduct, { body })).insertedId;
  };
  const pictured = async () => {
    const id = await sendPhoto(store, who, photo);
    await settled(store, id);
    return { imageURL: undefined, photos: [id] };
  };
  // A server of our own is not fetched from, so the address stays where it was typed.
  const linked = { imageURL: `http://127.0.0.1:9/${MARK}.jpg` };
  const [buyer, saver] = [await store.as('buyer'), await store.as('buyer')];
  await list({ productName: `Pram of ${MARK}`, ...(await pictured()) });
  await who.api.send(deleteMyProduct, { params: { id: await list() } });
  await pictured();
  await settleSale(store, buyer, who, await buy(buyer, await list(await pictured())));
  await settleSale(store, buyer, who, await buy(buyer, await list(linked)));
  const held = await list(linked);
  await buyer.api.send(bookProduct, { body: { itemId: held, phone: '01712345678', location: 'Mirpur 10' } });
  const saved = await list();
  await who.api.send(editMyProduct, { params: { id: saved }, body: { description: `${MARK} again` } });
  await saver.api.send(addWish, { body: { itemId: saved } });
}

async function buys(who: Person): Promise<void> {
  const list = async () => (await other.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
  const at = { phone: PHONE, location: `${MARK} lane` };
  await settleSale(store, who, other, await buy(who, await list(), at));
  const { insertedId: id } = await who.api.send(bookProduct, { body: { itemId: await list(), ...at } });
  await who.api.send(callOff, { params: { id }, body: { reason: `${MARK} found another` } });
  await who.api.send(bookProduct, { body: { itemId: await list(), ...at } }, { idempotencyKey: `${MARK}-book` });
  await who.api.send(addWish, { body: { itemId: await list() } });
}

const DELETIONS = {
  'by an admin': (who: Person) => admin.api.send(deleteUser, { params: { id: who.id } }),
  'by themselves': (who: Person) => who.api.send(deleteAccount, { body: { password: who.password } }),
};

describe.each(Object.entries(DELETIONS))('a person deleted %s', (deletion, remove) => {
  test('leaves no personal data in any table, file or log line, and the ledger unchanged [13.4 P10]', {
    timeout: 60_000,
  }, async () => {
    const join = (userCategory: 'Buyer' | 'Seller') => {
      const email = `${userCategory}.${MARK}.${deletion.replaceAll(' ', '-')}@example.com`.toLowerCase();
      return register(store.app, { name: `Zebrafinch ${userCategory}`, email, userCategory });
    };
    const [seller, buyer] = [await join('Seller'), await join('Buyer')];
    for (const who of [seller, buyer]) await leaveTraces(who);
    await lists(seller);
    await buys(buyer);
    for (const who of [seller, buyer]) await enqueueEmails(who);
    const books = await ledger();
    expect(books?.lines).toBeGreaterThan(2);
    expect(await tablesWithTraces()).toEqual([
      ...[
        '_private_jobs',
        'accounts',
        'booking_steps',
        'bookings',
        'contact_messages',
        'idempotency_keys',
        'photos',
        'products',
        'reports',
      ],
      ...['search_words', 'sessions', 'users'],
    ]);

    for (const who of [seller, buyer]) await remove(who);
    expect(await tablesWithTraces(), ERASE).toEqual([]);
    await cleanUp(store);
    await untilIdle(store.db);
    expect(await tablesWithTraces(), ERASE).toEqual([]);
    expect(await ledger()).toEqual(books);
    const files = await filesWithTraces();
    expect(files.found).toEqual([]);
    expect(files.read).toBeGreaterThan(6);
    expect(log.length).toBeGreaterThan(50);
    expect(log.filter((line) => TRACE.test(line))).toEqual([]);
  });
});

test('the uploaded photo contains the searched text, so that its absence later is meaningful', () => {
  expect(photo.toString('latin1')).toMatch(TRACE);
});
