import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerDispute, openDispute } from '#modules/disputes/contract.ts';
import { confirmReceived } from '#modules/handover/contract.ts';
import { deleteUser } from '#modules/identity/contract.ts';
import { recordPayment } from '#modules/payments/contract.ts';
import type { ProviderRecord } from '#modules/payments/server/providers/provider.ts';
import { fetchFullRecord } from '#modules/payments/server/records.service.ts';
import { settlePayment } from '#modules/payments/server/settle.service.ts';
import { insertPayment } from '#modules/payments/server/store.ts';
import { openCardSales } from '../../../../tests/support/card-sales.ts';
import { holdJobs } from '../../../../tests/support/held-jobs.ts';
import { addAccount, completeSale, keepForReview } from '../../../../tests/support/money.ts';
import { differencesLater, type PaidBooking } from '../../../../tests/support/sales.ts';
import type { Person } from '../../../../tests/support/test-store.ts';
import { getEarnings, requestPayout } from '../contract.ts';
import { listPayouts, sendPayout } from '../payouts.contract.ts';
import { MONEY_TAKEN_BACK } from '../rules.ts';

const { store, client, sales } = await openCardSales();
let admin: Person;
beforeAll(async () => {
  admin = await store.as('admin');
  await addAccount(store, sales.seller);
  await client.injectFaults({ webhooks: [{ kind: 'drop', times: 10_000 }] });
});
afterAll(() => store.close());

const PRICE_POISHA = 650_000;
const names = { en: 'Dolna', bn: 'দোলনা' };
const emailContext = { productName: names, currencyLabel: names, origin: 'http://127.0.0.1' };

/** Settles a payment by the provider's record and these returns. */
async function settleWith({ intent }: PaidBooking, returns: Partial<ProviderRecord>): Promise<void> {
  const deps = { db: store.db, providers: store.providers, emailContext, pickupMinutes: 10 };
  const record = await fetchFullRecord(deps, { provider: 'stripe', intent });
  await settlePayment(deps, { ...record, ...returns });
}
/** The buyer's bank takes the money of a sale back. */
const chargeBack = (sale: PaidBooking) =>
  settleWith(sale, {
    disputes: [{ ref: `dp_${sale.intent}`, amount: PRICE_POISHA, state: 'open', at: new Date() }],
  });
async function completed(): Promise<PaidBooking> {
  const sale = await sales.sell();
  await completeSale(store, sales.buyer, sale.bookingId);
  return sale;
}
const request = () => sales.seller.api.send(requestPayout, {});
const send = (id: string) => admin.api.send(sendPayout, { params: { id } });
const earnings = () => sales.seller.api.send(getEarnings, {});
async function linesOf(bookingId: string): Promise<string[]> {
  const rows = await store.db
    .selectFrom('ledger_lines as l')
    .innerJoin('ledger_transactions as t', 't.id', 'l.transaction_id')
    .select(['l.account', 'l.amount_poisha'])
    .where('t.booking_id', '=', bookingId)
    .where('t.kind', '=', 'take_back')
    .execute();
  return rows.map(({ account, amount_poisha }) => `${account.replace(/:.*/, '')} ${amount_poisha}`).sort();
}
const fromSeller = [`held ${-PRICE_POISHA}`, `seller ${PRICE_POISHA}`];

test('a due payout fails before a bank takes its money: the seller pays, and nothing disputed is sent [P16]', async () => {
  const [kept, disputed] = [await completed(), await completed()];
  const { insertedId } = await request();
  await chargeBack(disputed);
  expect(await linesOf(disputed.bookingId)).toEqual(fromSeller);
  await expect(send(insertedId)).rejects.toMatchObject({ status: 409, problem: { title: 'payout-failed' } });
  const { items } = await admin.api.send(listPayouts, { query: { state: 'failed' } });
  expect(items[0]).toMatchObject({ _id: insertedId, reason: MONEY_TAKEN_BACK });
  expect(await earnings()).toMatchObject({ available: PRICE_POISHA / 100, payouts: [{ state: 'failed' }] });
  // The rest goes out.
  const again = await request();
  expect(again.amount).toBe(PRICE_POISHA / 100);
  await chargeBack(kept);
  expect(await linesOf(kept.bookingId)).toEqual(fromSeller);
  expect(await earnings()).toMatchObject({ available: 0, payouts: [{ state: 'failed' }, { state: 'failed' }] });
});

test('a due payout stays while the seller has enough beside it, and a sent one in any case', async () => {
  await completed();
  const { insertedId: due } = await request();
  await chargeBack(await completed());
  expect(await send(due)).toEqual({ state: 'sent' });
  const later = await completed();
  const { insertedId: sent } = await request();
  await send(sent);
  await chargeBack(later);
  expect(await linesOf(later.bookingId)).toEqual([`held ${-PRICE_POISHA}`, `losses ${PRICE_POISHA}`]);
  const { items } = await admin.api.send(listPayouts, { query: { state: 'sent' } });
  expect(items.map(({ _id }) => _id)).toEqual(expect.arrayContaining([due, sent]));
  // The disputes exist here only.
  expect((await differencesLater(store)).filter((difference) => !difference.startsWith('pi_'))).toEqual([]);
});

test('a due payout stays when a part of the price that is still held goes back to the buyer', async () => {
  const release = await holdJobs(store);
  const sale = await sales.sell();
  const { buyer, seller } = sales;
  await buyer.api.send(confirmReceived, { params: { id: sale.bookingId } });
  const claim = {
    reason: 'damaged' as const,
    text: 'One runner is cracked at its end.',
    want: 'part' as const,
    amount: 500,
  };
  const { insertedId: id } = await buyer.api.send(openDispute, { params: { id: sale.bookingId }, body: claim });
  await seller.api.send(answerDispute, { params: { id }, body: { answer: 'accept' } });
  const { insertedId: due, amount } = await request();
  expect(amount).toBe(6000);
  await settleWith(sale, { refunds: [{ ref: `re_${id}`, amount: 50_000, state: 'succeeded', at: new Date() }] });
  expect(await send(due)).toEqual({ state: 'sent' });
  expect(await linesOf(sale.bookingId)).toEqual([]);
  await release();
});

test('a due payout fails before a bank takes its money, although a second payment of the sale waits for its refund', async () => {
  const sale = await completed();
  const { insertedId: due } = await request();
  const release = await holdJobs(store);
  const transactionId = await client.pay(await client.strayIntent(sale.bookingId, PRICE_POISHA));
  const paidTwice = sales.buyer.api.send(recordPayment, { body: { bookingId: sale.bookingId, transactionId } });
  await expect(paidTwice).rejects.toMatchObject({ status: 409 });
  await chargeBack(sale);
  await expect(send(due)).rejects.toMatchObject({ status: 409, problem: { title: 'payout-failed' } });
  expect(await linesOf(sale.bookingId)).toEqual(fromSeller);
  await release();
});

test('a due payout stays when a bank takes a second payment of the sale, which an admin reviews', async () => {
  const sale = await completed();
  const { insertedId: due } = await request();
  const release = await holdJobs(store);
  const second = await client.strayIntent(sale.bookingId, PRICE_POISHA);
  await client.pay(second);
  const { id: intent } = second;
  const payment = { provider: 'stripe', bookingId: sale.bookingId, intent, amount: PRICE_POISHA, currency: 'bdt' };
  await insertPayment(store.db, payment);
  await keepForReview(store.db, intent);
  await chargeBack({ ...sale, intent });
  expect(await send(due)).toEqual({ state: 'sent' });
  await release();
});

test('a seller is not erased while a bank disputes a completed sale: the money may be theirs again', async () => {
  await chargeBack(await completed());
  await expect(admin.api.send(deleteUser, { params: { id: sales.seller.id } })).rejects.toMatchObject({
    status: 409,
    problem: { title: 'bank-dispute' },
  });
});
