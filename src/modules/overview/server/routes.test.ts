import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDispute } from '#modules/disputes/contract.ts';
import { A_CLAIM } from '#modules/disputes/server/disputes.fixtures.ts';
import { callOff, confirmReceived } from '#modules/handover/contract.ts';
import { sendMessage } from '#modules/support/contract.ts';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { addPayout } from '../../../../tests/support/money.ts';
import { untilIdle } from '../../../../tests/support/rows.ts';
import { openSales, type Sales } from '../../../../tests/support/sales.ts';
import { A_MESSAGE } from '../../../../tests/support/test-people.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { COUNTED_MAX_ROWS, getOverview, type Measure } from '../contract.ts';
import { countTasks } from './store.ts';

let store: TestStore;
let sales: Sales;
let admin: Person;
beforeAll(async () => {
  store = await openTestStore();
  sales = await openSales(store, cardClient(store));
  admin = await store.as('admin');
});
afterAll(() => store.close());

const overview = () => admin.api.send(getOverview, {});
const today = async () => (await overview()).days.at(-1)?.numbers;

test('an admin sees the numbers of today, and open tasks [17.8]', async () => {
  const before = await overview();
  expect(before.days).toHaveLength(30);
  expect(before.tasks).toEqual({ disputes: 0, payouts: 0, refunds: 0, reports: 0, messages: 0 });
  const { bookingId: disputed } = await sales.sell();
  await sales.buyer.api.send(confirmReceived, { params: { id: disputed } });
  await sales.buyer.api.send(openDispute, { params: { id: disputed }, body: A_CLAIM });
  const { bookingId: calledOff } = await sales.sell();
  await sales.buyer.api.send(callOff, { params: { id: calledOff }, body: { reason: 'I am ill.' } });
  await untilIdle(store.db);
  await sales.book();
  await addPayout(store, sales.seller);
  await store.anyone.send(sendMessage, { body: A_MESSAGE });
  expect(await today()).toEqual({ listed: 3, booked: 3, paid: 2, handedOver: 1, disputed: 1, refunded: 1, waiting: 1 });
  const waiting = { disputes: 0, payouts: 1, refunds: 0, reports: 0, messages: 1 };
  expect((await overview()).tasks).toEqual(waiting);
  expect(await countTasks(store.db)).toEqual(waiting);
});

test('a day begins and ends in Dhaka, and the last thirty count [17.8]', async () => {
  const numberOn = async (ago: number, measure: Measure) => (await overview()).days.at(-1 - ago)?.numbers[measure];
  const { itemId } = await sales.book();
  const list = (at: string) =>
    sql`update products set created_at = ((now() at time zone 'Asia/Dhaka')::date::timestamp at time zone 'Asia/Dhaka') + ${at}::interval
      where id = ${itemId}`.execute(store.db);
  const listedToday = (await numberOn(0, 'listed')) ?? 0;
  await list('-1 second');
  expect([await numberOn(0, 'listed'), await numberOn(1, 'listed')]).toEqual([listedToday - 1, 1]);
  await list('0 seconds');
  expect([await numberOn(0, 'listed'), await numberOn(1, 'listed')]).toEqual([listedToday, 0]);
  await list('-30 days');
  expect((await overview()).days.map(({ numbers }) => numbers.listed).reduce((sum, one) => sum + one)).toBe(
    listedToday - 1,
  );
});

test('a count ends at its limit, whatever the size of the store [17.8]', async () => {
  await sql`insert into contact_messages (name, email, subject, message)
    select 'Nusrat', 'nusrat@example.com', 'other', 'Do you deliver?' from generate_series(1, ${COUNTED_MAX_ROWS + 5})`.execute(
    store.db,
  );
  expect((await overview()).tasks.messages).toBe(COUNTED_MAX_ROWS);
});
