import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookProduct, cancelBooking } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { openDisputes, WORDS } from '#modules/disputes/server/disputes.fixtures.ts';
import { handOver } from '#modules/handover/contract.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { countTodo } from './todo.store.ts';

let store: TestStore;
let seller: Person;
let buyer: Person;
let categoryId: string;
let disputes: Awaited<ReturnType<typeof openDisputes>>;

beforeAll(async () => {
  store = await openTestStore();
  disputes = await openDisputes(store);
  ({ seller, buyer } = disputes);
  ({ id: categoryId } = await store.db.selectFrom('categories').select('id').executeTakeFirstOrThrow());
});
afterAll(() => store.close());

async function book(): Promise<string> {
  const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
  const body = { itemId, phone: '01712345678', location: 'Road 27, Dhanmondi' };
  return (await buyer.api.send(bookProduct, { body })).insertedId;
}

const orders = async (who = buyer) => (await countTodo(store.db, who.id)).orders;

test('a buyer has to pay for each booking that is held, until it ends', async () => {
  const [kept, cancelled, ended] = [await book(), await book(), await book()];
  expect([await orders(), await orders(seller)]).toEqual([3, 0]);
  await buyer.api.send(cancelBooking, { params: { id: cancelled } });
  await sql`update bookings set hold_until = now() - interval '1 minute' where id = ${ended}`.execute(store.db);
  expect(await orders()).toBe(1);
  await sql`update bookings set state = 'cancelled', hold_until = null where id = ${kept}`.execute(store.db);
  expect(await orders()).toBe(0);
});

test('a booking for cash needs no payment', async () => {
  const cash = await book();
  expect(await orders()).toBe(1);
  await sql`update bookings set method = 'cash' where id = ${cash}`.execute(store.db);
  expect(await orders()).toBe(0);
});

test('a handover without the code waits for its buyer, a complaint for its seller, and a refusal for its buyer', async () => {
  const both = async () => [await orders(), await orders(seller)];
  const { bookingId } = await disputes.sell();
  expect(await both()).toEqual([0, 0]);
  await seller.api.send(handOver, { params: { bookingId }, body: { withoutCode: true } });
  expect(await both()).toEqual([1, 0]);
  const { id } = await disputes.dispute();
  expect(await both()).toEqual([1, 1]);
  await disputes.answer(id, { answer: 'refuse', text: WORDS });
  expect(await both()).toEqual([2, 0]);
});

test('a return waits for the buyer to bring the item, then for the seller to confirm it', async () => {
  const both = async () => [await orders(), await orders(seller)];
  const [bought = 0, sold = 0] = await both();
  const { id } = await disputes.dispute();
  await disputes.answer(id, { answer: 'accept' });
  expect(await both()).toEqual([bought + 1, sold]);
  await disputes.returned(id, buyer);
  expect(await both()).toEqual([bought, sold + 1]);
  await disputes.returned(id, seller);
  expect(await both()).toEqual([bought, sold]);
});
