import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct, changeMyProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { callOff, chooseMethod, reportNoShow } from '#modules/handover/contract.ts';
import { verifyUser } from '#modules/identity/contract.ts';
import { reportProduct } from '#modules/moderation/contract.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
import { sendMessage } from '#modules/support/contract.ts';
import { addWish } from '#modules/wishlist/contract.ts';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { ORIGIN, openTestStore, type Person, provider, type TestStore } from '../../../../tests/support/test-store.ts';
import { deleteAccount, downloadData, getAccount } from '../contract.ts';

let store: TestStore;
let categoryId: string;
beforeAll(async () => {
  store = await openTestStore({ RATE_LIMITS: 'on', LIMIT_TRIES: '1000', LIMIT_FAILURES: '10' });
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

const list = async (seller: Person, changes = {}) =>
  (await seller.api.send(addProduct, { body: aProduct(categoryId, changes) })).insertedId;
const confirm = ({ email }: Person) =>
  store.db.updateTable('accounts').set({ email_verified: true }).where('email', '=', email).execute();
const leave = (who: Person, body: { password?: string; email?: string }) => who.api.send(deleteAccount, { body });
const statusOf = async ({ id }: Person) =>
  (await store.db.selectFrom('users').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

describe('one’s own account', () => {
  test('is returned with all its fields [13.1]', async () => {
    const seller = await store.as('seller', 'Sadia Karim');
    expect(await seller.api.send(getAccount, {})).toEqual({
      name: 'Sadia Karim',
      email: seller.email,
      emailVerified: false,
      roles: ['seller'],
      verified: false,
      memberSince: expect.stringMatching(/^\d{4}-/),
      phone: '',
      pickup: '',
      language: null,
      newEmail: null,
      hasPassword: true,
    });
  });
});

/** Tables whose rows about a person are in the file, and the reasons for leaving out the others. */
const IN_THE_FILE = [
  ...[
    'accounts',
    'credentials',
    'email_changes',
    'sessions',
    'users',
    'products',
    'photos',
    'bookings',
    'payments',
    'wishes',
  ],
  ...['user_roles', 'reports', 'report_cases', 'contact_messages', 'admin_acts'],
  ...['payout_accounts', 'payouts', 'provider_answers'],
  ...['disputes', 'dispute_words', 'booking_steps'],
];
const LEFT_OUT: Record<string, string> = {
  booking_photos: 'addresses of the photos of listings in the file, for 180 days',
  categories: 'about nobody',
  dispute_photos: 'addresses of the photos in the file',
  idempotency_keys: 'ids of rows in the file, for a day',
  known_networks: 'digests, for 90 days',
  ledger_balances: 'sums of the ledger',
  ledger_lines: 'sums of the bookings and payments in the file',
  ledger_months: 'sums of the ledger',
  ledger_transactions: 'sums of the bookings and payments in the file',
  limit_counts: 'digests, for an hour',
  migrations: 'about nobody',
  no_shows: 'steps in the file, with a deadline',
  provider_events: 'ids of the card provider',
  refund_requests: 'numbers of requests to a payment provider',
  receipts: 'numbers of the bookings in the file',
  search_synonym_words: 'about nobody',
  search_synonyms: 'about nobody',
  search_words: 'words of listed names, which are in the file',
  signing_keys: 'about nobody',
  unknown_captures: 'numbers of payments that nobody here made',
  verifications: 'secrets of open links, for an hour',
};

describe('the file of one’s data', () => {
  test('includes or leaves out every table [13.2]', async () => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(store.db);
    expect(rows.map(({ name }) => name).sort(), 'add the table to IN_THE_FILE or LEFT_OUT').toEqual(
      [...IN_THE_FILE, ...Object.keys(LEFT_OUT)].sort(),
    );
  });

  test('holds a seller’s data [13.2]', async () => {
    const [seller, reader] = [await store.as('seller', 'Sadia Karim'), await store.as('buyer')];
    const listed = await list(seller, { description: 'One wheel squeaks.' });
    await seller.api.send(changeMyProduct, { params: { id: listed }, query: { status: 'SOLD' } });
    const { listings, person, account } = await seller.api.send(downloadData, {});
    expect(listings).toEqual([
      expect.objectContaining({
        id: listed,
        description: 'One wheel squeaks.',
        category: 'Prams',
        image: `${ORIGIN}/demo/01-pram-gada-mint-800.webp`,
        price: 6500,
        phone: '01712345678',
        pickupPoint: 'Dhanmondi, Dhaka',
        state: 'sold',
      }),
    ]);
    expect(person).toMatchObject({ id: seller.id, name: 'Sadia Karim', roles: [{ role: 'seller', verifiedAt: null }] });
    expect(account).toMatchObject({ email: seller.email, signsInWith: [{ provider: 'credential' }] });
    expect(account.sessions).toHaveLength(1);
    expect((await reader.api.send(downloadData, {})).listings).toEqual([]);
  });

  test('holds a buyer’s data, and none of the seller’s [13.2]', async () => {
    const [seller, buyer] = [await store.as('seller', 'Sadia Karim'), await store.as('buyer', 'Ayesha Rahman')];
    await confirm(buyer);
    const [paid, saved] = [await list(seller, { phone: '01811223344' }), await list(seller)];
    const at = { phone: '01912345678', location: 'Mirpur 10' };
    const { insertedId: bookingId } = await buyer.api.send(bookProduct, { body: { itemId: paid, ...at } });
    const secret = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
    const transactionId = await cardClient(store).pay(secret);
    await buyer.api.send(recordPayment, { body: { bookingId, transactionId } });
    await buyer.api.send(addWish, { body: { itemId: saved } });
    await buyer.api.send(reportProduct, { body: { productId: saved, reason: 'The picture shows another pram.' } });
    const written = { name: 'Ayesha', email: buyer.email, subject: 'account' as const, message: 'I cannot log in.' };
    await buyer.api.send(sendMessage, { body: written });
    const answer = await store.app.inject({
      url: '/api/me/data',
      headers: { authorization: `Bearer ${buyer.token}` },
    });
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename="my-data.json"',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    const { bookings, wishes, reports, messages, listings } = answer.json();
    expect(bookings).toEqual([
      expect.objectContaining({
        ...{ id: bookingId, itemId: paid, price: 6500, phone: '01912345678', pickupPoint: 'Mirpur 10', state: 'paid' },
        method: 'card',
        payments: [
          expect.objectContaining({
            provider: 'stripe',
            amount: 6500,
            currency: 'bdt',
            state: 'succeeded',
            transactionId,
          }),
        ],
      }),
    ]);
    expect(wishes).toMatchObject([{ itemId: saved, itemName: 'Coach pram', priceThen: 6500 }]);
    expect(reports).toMatchObject([{ itemId: saved, reason: 'The picture shows another pram.', decision: null }]);
    expect(messages).toMatchObject([{ message: 'I cannot log in.' }]);
    expect(listings).toEqual([]);
    for (const others of [seller.id, seller.email, seller.name, '01811223344', 'password', '$'])
      expect(answer.body).not.toContain(others);
  });

  test('holds the reasons of a person, and reports that they did not come [13.2]', async () => {
    const [seller, buyer] = [await store.as('seller', 'Sadia Karim'), await store.as('buyer', 'Ayesha Rahman')];
    const book = async () => {
      const body = { itemId: await list(seller), phone: '01912345678', location: 'Mirpur 10' };
      const { insertedId: id } = await buyer.api.send(bookProduct, { body });
      await buyer.api.send(chooseMethod, { params: { id }, body: { method: 'cash' } });
      return id;
    };
    const [off, missed] = [await book(), await book()];
    await seller.api.send(callOff, { params: { id: off }, body: { reason: 'A wheel broke this morning.' } });
    await sql`update bookings set hold_until = now(), pickup_until = now() where id = ${missed}`.execute(store.db);
    await seller.api.send(reportNoShow, { params: { id: missed } });
    const stepsOf = async (who: Person) => (await who.api.send(downloadData, {})).steps;
    const report = expect.objectContaining({ bookingId: missed, step: 'no_show', by: 'seller' });
    expect(await stepsOf(seller)).toEqual([
      expect.objectContaining({ bookingId: off, step: 'called_off', reason: 'A wheel broke this morning.' }),
      report,
    ]);
    const own = await stepsOf(buyer);
    expect(own.map(({ step }) => step)).toEqual(['cash_chosen', 'cash_chosen', 'no_show']);
    expect(own.at(-1)).toEqual(report);
  });

  test('holds the audit entries of an admin, and those of nobody else [13.2]', async () => {
    const [admin, seller] = [await store.as('admin'), await store.as('seller')];
    await admin.api.send(verifyUser, { params: { id: seller.id }, body: { verify: 'Verified' } });
    expect((await admin.api.send(downloadData, {})).auditEntries).toMatchObject([
      { act: 'verify-seller', targetId: seller.id, list: null },
    ]);
    expect((await seller.api.send(downloadData, {})).auditEntries).toEqual([]);
  });

  test('holds messages under an e-mail only after it is confirmed [13.2]', async () => {
    const stranger = await store.as('buyer');
    const body = { name: 'Victim', email: stranger.email, subject: 'account' as const, message: 'My own secret.' };
    await store.anyone.send(sendMessage, { body });
    expect((await stranger.api.send(downloadData, {})).messages).toEqual([]);
    await confirm(stranger);
    expect((await stranger.api.send(downloadData, {})).messages).toMatchObject([{ message: 'My own secret.' }]);
  });
});

describe('deleting one’s own account', () => {
  test('ends every session at once, and the e-mail cannot sign in [13.3]', async () => {
    const buyer = await store.as('buyer');
    const { email, password } = buyer;
    const elsewhere = await provider(store.app, '/sign-in/email', { email, password });
    expect(elsewhere.statusCode).toBe(200);
    expect(await leave(buyer, { password })).toEqual({ deletedCount: 1 });
    expect(await statusOf(buyer)).toBe('erased');
    await expect(buyer.api.send(getAccount, {})).rejects.toMatchObject({ status: 401 });
    for (const { name, value } of elsewhere.cookies) {
      const headers = { cookie: `${name}=${encodeURIComponent(value)}` };
      expect((await store.app.inject({ url: `/api/jwt?email=${email}`, headers })).statusCode).toBe(401);
    }
    expect((await provider(store.app, '/sign-in/email', { email, password })).statusCode).toBe(401);
  });

  test('needs the password of the account [13.3]', async () => {
    const buyer = await store.as('buyer');
    for (const proof of [{ password: 'another-1234' }, { email: buyer.email }])
      await expect(leave(buyer, proof)).rejects.toMatchObject({
        status: 403,
        problem: { errors: [{ field: 'password', message: 'Wrong password.' }] },
      });
    expect(await statusOf(buyer)).toBe('active');
  });

  test('needs the e-mail where there is no password [13.3]', async () => {
    const buyer = await store.as('buyer');
    await sql`update credentials set password = null, provider_id = 'google' from accounts
      where accounts.id = account_id and email = ${buyer.email}`.execute(store.db);
    expect(await buyer.api.send(getAccount, {})).toMatchObject({ hasPassword: false });
    for (const proof of [{ password: buyer.password }, { email: 'another@example.com' }])
      await expect(leave(buyer, proof)).rejects.toMatchObject({
        status: 403,
        problem: { errors: [{ field: 'email', message: 'Not this account’s email.' }] },
      });
    await leave(buyer, { email: ` ${buyer.email.toUpperCase()} ` });
    expect(await statusOf(buyer)).toBe('erased');
  });

  test('counts wrong passwords together with those of sign-ins, under one limit [13.3]', async () => {
    const buyer = await store.as('buyer');
    const { email, password } = buyer;
    expect((await provider(store.app, '/sign-in/email', { email, password: 'guess-1' })).statusCode).toBe(401);
    await expect(leave(buyer, { password: 'guess-2' })).rejects.toMatchObject({ status: 403 });
    await expect(leave(buyer, { password })).rejects.toMatchObject({ status: 429 });
    expect((await provider(store.app, '/sign-in/email', { email, password })).statusCode).toBe(429);
    expect(await statusOf(buyer)).toBe('active');
  });

  test('is refused for an admin [13.3]', async () => {
    const admin = await store.as('admin');
    await expect(leave(admin, { password: admin.password })).rejects.toMatchObject({
      status: 403,
      message: 'First remove your admin role on the command line.',
    });
    expect(await statusOf(admin)).toBe('active');
  });

  test('removes listings, ends holds, and keeps the records of others [13.4]', async () => {
    const [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
    const [free, held] = [await list(seller), await list(seller)];
    const at = { phone: '01912345678', location: 'Mirpur 10' };
    await buyer.api.send(bookProduct, { body: { itemId: held, ...at } });
    await leave(seller, { password: seller.password });
    const rows = await store.db.selectFrom('products').selectAll().where('seller_id', '=', seller.id).execute();
    expect(rows).toEqual([
      expect.objectContaining({
        id: held,
        name: 'Coach pram',
        status: 'removed',
        description: '',
        phone: '',
        location: '',
      }),
    ]);
    expect(rows.map(({ id }) => id)).not.toContain(free);
    const { bookings } = await buyer.api.send(downloadData, {});
    expect(bookings).toMatchObject([{ itemId: held, itemName: 'Coach pram', state: 'cancelled' }]);
  });

  test('by two concurrent requests happens once', async () => {
    const buyer = await store.as('buyer');
    const outcome = await Promise.allSettled([1, 2].map(() => leave(buyer, { password: buyer.password })));
    expect(outcome.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of outcome) if (one.status === 'rejected') expect([401, 404]).toContain(one.reason.status);
  });
});
