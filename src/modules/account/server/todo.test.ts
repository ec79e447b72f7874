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

const todo = (who = buyer) => countTodo(store.db, who.id);
const orders = async (who = buyer) => (await todo(who)).myorders;

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

test('a paid sale waits for its seller until it is handed over or its pick-up time ends', async () => {
  const { bookingId } = await disputes.sell();
  const late = await disputes.sell();
  expect([await todo(seller), await todo()]).toEqual([
    { myorders: 0, mybuyers: 2, disputes: 0 },
    { myorders: 0, mybuyers: 0, disputes: 0 },
  ]);
  await seller.api.send(handOver, { params: { bookingId }, body: { withoutCode: true } });
  const times = sql`pickup_until = now() - interval '8 days', pickup_ends_at = now() - interval '1 day'`;
  await sql`update bookings set ${times} where id = ${late.bookingId}`.execute(store.db);
  expect(await todo(seller)).toEqual({ myorders: 0, mybuyers: 0, disputes: 0 });
});

test('a handover without the code waits for its buyer, a complaint for its seller, and a refusal for its buyer', async () => {
  const both = async () => [await todo(), await todo(seller)];
  const [before] = await both();
  const orders = before?.myorders ?? 0;
  const { bookingId } = await disputes.sell();
  await seller.api.send(handOver, { params: { bookingId }, body: { withoutCode: true } });
  expect(await both()).toMatchObject([{ myorders: orders + 1, disputes: 0 }, { disputes: 0 }]);
  const { id } = await disputes.dispute();
  expect(await both()).toMatchObject([{ myorders: orders + 1, disputes: 0 }, { disputes: 1 }]);
  await disputes.answer(id, { answer: 'refuse', text: WORDS });
  expect(await both()).toMatchObject([{ myorders: orders + 1, disputes: 1 }, { disputes: 0 }]);
});

test('a return waits for the buyer to bring the item, then for the seller to confirm it', async () => {
  const both = async () => [(await todo()).disputes, (await todo(seller)).disputes];
  const [bought = 0, sold = 0] = await both();
  const { id } = await disputes.dispute();
  await disputes.answer(id, { answer: 'accept' });
  expect(await both()).toEqual([bought + 1, sold]);
  await disputes.returned(id, buyer);
  expect(await both()).toEqual([bought, sold + 1]);
  await disputes.returned(id, seller);
  expect(await both()).toEqual([bought, sold]);
});
