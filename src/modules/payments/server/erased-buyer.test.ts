import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteAccount } from '#modules/account/contract.ts';
import { deleteUser } from '#modules/identity/contract.ts';
import { addAdmin } from '#modules/identity/server/service.ts';
import { type CardClient, cardClient } from '../../../../tests/support/card-client.ts';
import { differencesLater, openSales, type PaidBooking, type Sales } from '../../../../tests/support/sales.ts';
import { openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { listPayments, recordRefundByHand, retryRefund } from '../admin.contract.ts';

let store: TestStore;
let client: CardClient;
let admin: Person;
let sales: Sales;
beforeEach(async () => {
  store = await openTestStore();
  client = cardClient(store);
  admin = await store.as('admin');
  sales = await openSales(store, client);
});
afterEach(() => store.close());

const listed = async ({ intent }: PaidBooking) =>
  (await admin.api.send(listPayments, {})).items.find(({ transactionId }) => transactionId === intent);
const leave = () => sales.buyer.api.send(deleteAccount, { body: { password: sales.buyer.password } });
const refuse = (times: number) => client.injectFaults({ api: [{ kind: 'refuse', on: 'POST /v1/refunds', times }] });

/** The refund of a payment waits after a refusal. */
async function refusedOnce() {
  await refuse(1);
  const sale = await sales.overpay();
  await vi.waitFor(async () => {
    const tries = store.db.selectFrom('payments').select('refund_next_at').where('intent', '=', sale.intent);
    expect(await tries.executeTakeFirst()).toEqual({ refund_next_at: expect.any(Date) });
  }, 15_000);
  return sale;
}
const stop = ({ intent }: PaidBooking) =>
  sql`update payments set refund_stopped_at = now(), refund_refusals = 3 where intent = ${intent}`.execute(store.db);

test('a due refund goes on after its buyer is erased: an admin sees it, and it is made [13.4]', async () => {
  const sale = await refusedOnce();
  await leave();
  expect(await listed(sale)).toMatchObject({ state: 'refund_due', itemName: 'Coach pram' });
  await stop(sale);
  const id = (await listed(sale))?._id ?? '';
  await admin.api.send(retryRefund, { params: { id } });
  await vi.waitFor(async () => expect(await sales.stateOf(sale)).toMatchObject({ payment: 'refunded' }), 15_000);
  expect(await client.refunded(sale.intent)).toBe(650_000);
  expect(await differencesLater(store)).toEqual([]);
});

test('a refund of an erased buyer that stops is recorded by hand', async () => {
  const sale = await refusedOnce();
  expect(await listed(sale)).toMatchObject({ buyerErased: false });
  await leave();
  await stop(sale);
  const id = (await listed(sale))?._id ?? '';
  expect(await listed(sale)).toMatchObject({ stopped: true, buyerErased: true });
  await admin.api.send(recordRefundByHand, { params: { id }, body: { amount: 6500, reference: 'Receipt 31' } });
  expect(await sales.stateOf(sale)).toMatchObject({ payment: 'refunded' });
  expect(await differencesLater(store)).toEqual([]);
});

test('a buyer is not erased while their refund has stopped, by an admin neither, nor made an admin', async () => {
  const sale = await refusedOnce();
  await stop(sale);
  expect(await addAdmin(store.db, sales.buyer.email)).toBe('trading');
  const refused = { status: 409, problem: { title: 'refund-stopped' } };
  await expect(leave()).rejects.toMatchObject(refused);
  await expect(admin.api.send(deleteUser, { params: { id: sales.buyer.id } })).rejects.toMatchObject(refused);
  await admin.api.send(retryRefund, { params: { id: (await listed(sale))?._id ?? '' } });
  await vi.waitFor(async () => expect(await sales.stateOf(sale)).toMatchObject({ payment: 'refunded' }), 15_000);
  await leave();
});
