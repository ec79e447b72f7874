import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deleteAccount } from '#modules/account/contract.ts';
import { bookProduct, cancelBooking } from '#modules/bookings/contract.ts';
import { deleteUser, verifyUser } from '#modules/identity/contract.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { settleSale } from '../../../../tests/support/money.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { addProduct, changeMyProduct, deleteMyProduct, listByCategory } from '../contract.ts';
import { aCategory, aProduct } from './fixtures.ts';

let store: TestStore;
let seller: Person;
let buyer: Person;
let categoryId: string;
beforeAll(async () => {
  store = await openTestStore();
  [seller, buyer] = [await store.as('seller', 'Sadia Karim'), await store.as('buyer')];
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

const list = async (by = seller) => (await by.api.send(addProduct, { body: aProduct(categoryId) })).insertedId;
const book = async (itemId: string, by = buyer) =>
  (await by.api.send(bookProduct, { body: { itemId, phone: '01712345678', location: 'Mirpur' } })).insertedId;
const runOut = (id: string) =>
  sql`update bookings set hold_until = now() - interval '1 minute' where id = ${id}`.execute(store.db);

/** Products whose rows differ from their bookings or their seller. */
async function staleProducts() {
  const { rows } = await sql`select p.id, p.held_until, b.state, p.seller_name, p.seller_email from products p
    join users u on u.id = p.seller_id left join user_roles r on r.user_id = u.id and r.role = 'seller' left join live_bookings b on b.product_id = p.id
    where (p.held_until > now()) is true <> (b.state is not null)
      or (p.held_until = 'infinity') is true <> (is_sale(b.state) is true)
      or (p.seller_name, p.seller_email, p.seller_verified) is distinct from (u.name, u.email, r.verified_at is not null)`.execute(
    store.db,
  );
  return rows;
}

/** Whether the row says free, held or paid. */
async function stateOf(id: string) {
  const { rows } = await sql<{ state: string }>`select case when held_until = 'infinity' then 'paid'
    when held_until > now() then 'held' else 'free' end as state from products where id = ${id}`.execute(store.db);
  return rows[0]?.state;
}

async function expectState(id: string, state: 'free' | 'held' | 'paid') {
  expect(await stateOf(id)).toBe(state);
  expect(await staleProducts()).toEqual([]);
}

async function pay(bookingId: string, by = buyer) {
  const client = cardClient(store);
  const secret = await by.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  const transactionId = await client.pay(secret);
  await by.api.send(recordPayment, { body: { bookingId, transactionId } });
  return transactionId;
}

test('the row of a product says whether it is booked after each change of its bookings', async () => {
  const id = await list();
  await expectState(id, 'free');
  await buyer.api.send(cancelBooking, { params: { id: await book(id) } });
  await expectState(id, 'free');

  // A product is free once its hold expires, before a job ends the booking. The next buyer ends it.
  await runOut(await book(id));
  await expectState(id, 'free');
  const other = await store.as('buyer');
  const booked = await book(id, other);
  await expectState(id, 'held');

  // A seller who sells it elsewhere ends the booking.
  await seller.api.send(changeMyProduct, { params: { id }, query: { status: 'SOLD' } });
  await expectState(id, 'free');
  await seller.api.send(changeMyProduct, { params: { id }, query: { status: 'UNSOLD' } });
  expect(await book(id, other)).not.toBe(booked);
  await seller.api.send(deleteMyProduct, { params: { id } });
  await expectState(id, 'free');
});

test('the row of a product follows a payment, also of an expired hold, and its refund', async () => {
  const [paid, late] = [await list(), await list()];
  await pay(await book(paid));
  await expectState(paid, 'paid');
  const bookingId = await book(late);
  const secret = await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
  await runOut(bookingId);
  const transactionId = await cardClient(store).pay(secret);
  await buyer.api.send(recordPayment, { body: { bookingId, transactionId } });
  await expectState(late, 'paid');
  await cardClient(store).refund(transactionId);
  await vi.waitFor(() => expectState(late, 'free'), 10_000);
});

test('a product held by a deleted buyer is free, and the row of a deleted seller has no name', async () => {
  const [leaver, leaving, admin] = [
    await store.as('buyer'),
    await store.as('seller', 'Rafiq'),
    await store.as('admin'),
  ];
  const [held, listed, sold] = [await list(), await list(leaving), await list(leaving)];
  await book(held, leaver);
  await leaver.api.send(deleteAccount, { body: { password: leaver.password } });
  await expectState(held, 'free');
  const bookingId = await book(sold);
  await pay(bookingId);
  await settleSale(store, buyer, leaving, bookingId);
  await book(listed);
  await admin.api.send(deleteUser, { params: { id: leaving.id } });
  await expectState(sold, 'paid');
  const { rows } = await sql<{ seller_name: string }>`
    select seller_name from products where seller_id = ${leaving.id}`.execute(store.db);
  expect([...new Set(rows.map((row) => row.seller_name))]).toEqual(['erased']);
});

test("a product's row follows changes of its seller's name and verification", async () => {
  const [other, admin] = [await store.as('seller', 'Tanvir Ahmed'), await store.as('admin')];
  await list(other);
  const shown = async () => {
    const { items } = await buyer.api.send(listByCategory, { params: { categoryId } });
    return items.filter((item) => item.sellerId === other.id);
  };
  expect(await shown()).toMatchObject([{ sellerName: 'Tanvir A.', user_info: [{}] }]);
  await admin.api.send(verifyUser, { params: { id: other.id }, body: { verify: 'Verified' } });
  expect(await shown()).toMatchObject([{ sellerName: 'Tanvir A.', user_info: [{ verify: 'Verified' }] }]);
  await sql`update users set name = 'Imran Hossain', email = 'imran@example.com' where id = ${other.id}`.execute(
    store.db,
  );
  expect(await shown()).toMatchObject([{ sellerName: 'Imran H.', createdBy: 'imran@example.com' }]);
  expect(await staleProducts()).toEqual([]);
});

test('of two concurrent buyers one books the product', async () => {
  const buyers = await Promise.all(Array.from({ length: 8 }, () => store.as('buyer')));
  const id = await list();
  const answers = await Promise.allSettled(buyers.map((one) => book(id, one)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.status] : []))).toEqual(
    Array.from({ length: 7 }, () => 409),
  );
  await expectState(id, 'held');
});
