import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { listAuditEntries } from '#modules/audit/contract.ts';
import { getBooking } from '#modules/bookings/contract.ts';
import { changeMyProduct } from '#modules/catalogue/contract.ts';
import { callOff, confirmReceived, handOver } from '#modules/handover/contract.ts';
import { openOutbox } from '#sandbox/outbox/outbox.ts';
import { openCardSales } from '../../../../tests/support/card-sales.ts';
import { differencesLater } from '../../../../tests/support/sales.ts';
import { listPayments, recordRefundByHand } from '../admin.contract.ts';

const { store, client, admin, sales } = await openCardSales();
afterAll(() => store.close());
beforeEach(() => client.injectFaults({ clear: true, webhooks: [{ kind: 'drop', times: 10_000 }] }));

const find = async (transactionId: string) =>
  (await admin.api.send(listPayments, { query: { transactionId } })).items[0];
const needingPerson = async () => (await admin.api.send(listPayments, {})).items.map((one) => one.transactionId);
const record = (id: string, amount: number, reference: string) =>
  admin.api.send(recordRefundByHand, { params: { id }, body: { amount, reference } });

test('money returned by hand ends a sale once it is the whole amount, and each part is in the audit log [16.6]', async () => {
  const sale = await sales.sell();
  const { _id: id = '' } = (await find(sale.intent)) ?? {};
  expect(await record(id, 1500, 'Cash receipt 1')).toEqual({ acknowledged: true, left: 5000 });
  expect(await sales.stateOf(sale)).toMatchObject({ payment: 'succeeded', booking: 'paid' });
  expect(await record(id, 5000, 'Cash receipt 2')).toEqual({ acknowledged: true, left: 0 });
  expect(await sales.stateOf(sale)).toEqual({
    payment: 'refunded',
    booking: 'refunded',
    product: 'unsold',
    ledger: ['capture 650000', 'by_hand 150000', 'by_hand 500000'],
  });
  const { items } = await admin.api.send(listAuditEntries, {});
  expect(items.filter(({ act, targetId }) => act === 'record-refund' && targetId === id)).toHaveLength(2);
  expect(await differencesLater(store)).toEqual([]);
});

test.each(['received', 'claimed'])(
  'after a handover that was %s the product stays sold until its seller offers it [16.2]',
  async (how) => {
    const sale = await sales.sell();
    const { _id: id = '' } = (await find(sale.intent)) ?? {};
    const unsell = () =>
      sales.seller.api.send(changeMyProduct, { params: { id: sale.itemId }, query: { status: 'UNSOLD' } });
    await expect(unsell()).rejects.toMatchObject({ status: 409 });
    const body = { withoutCode: true as const };
    if (how === 'received') await sales.buyer.api.send(confirmReceived, { params: { id: sale.bookingId } });
    else await sales.seller.api.send(handOver, { params: { bookingId: sale.bookingId }, body });
    await record(id, 6500, 'Cash receipt 3');
    expect(await sales.stateOf(sale)).toMatchObject({ booking: 'refunded', product: 'sold' });
    expect(await unsell()).toEqual({ modifiedCount: 1 });
    expect(await sales.stateOf(sale)).toMatchObject({ product: 'unsold' });
  },
);

test('no more than the rest is recorded by hand, and no receipt twice [16.6]', async () => {
  const sale = await sales.sell();
  await client.refund(sale.intent, 100_000);
  const { _id: id = '' } = (await find(sale.intent)) ?? {};
  await expect(record(id, 5500.01, 'Receipt 3')).rejects.toMatchObject({ status: 409, problem: { title: 'too-much' } });
  await record(id, 500, 'Receipt 3');
  await expect(record(id, 500, 'Receipt 3')).rejects.toMatchObject({ status: 409, problem: { title: 'recorded' } });
  await record(id, 5000, 'Receipt 4');
  await expect(record(id, 1, 'Receipt 5')).rejects.toMatchObject({ status: 409, problem: { title: 'nothing-left' } });
  expect(await differencesLater(store)).toEqual([]);
});

test('a refund that the provider refuses stays on the admins’ list until it is returned by hand', async () => {
  await client.injectFaults({ api: [{ kind: 'error-before', on: 'POST /v1/refunds', times: 10_000 }] });
  const due = await sales.overpay();
  await vi.waitFor(async () => expect(await needingPerson()).toContain(due.intent), 10_000);
  const { _id: id = '' } = (await find(due.intent)) ?? {};
  await vi.waitFor(async () => expect(await refundTried(id)).toBe(true), 10_000);
  await expect(record(id, 6500, 'Bank 17')).rejects.toMatchObject({ problem: { title: 'refund-under-way' } });
  // As if the last attempt were some minutes ago. The job may try again between the two.
  const earlier = new Date(Date.now() - 180_000);
  await vi.waitFor(async () => {
    await store.db.updateTable('payments').set({ refund_tried_at: earlier }).where('id', '=', id).execute();
    await record(id, 6500, 'Bank 17');
  }, 10_000);
  // An external record, which an earlier backup does not have.
  await vi.waitFor(async () => expect(subjectsTo('admin1@example.com')).toContain(RECORDED), 10_000);
  expect(await sales.stateOf(due)).toMatchObject({ payment: 'refunded', booking: 'paid' });
  expect(await needingPerson()).not.toContain(due.intent);
  expect(await differencesLater(store)).toEqual([]);
});

test('a second capture that came back by hand is not shown as the money of the sale', async () => {
  await client.injectFaults({ api: [{ kind: 'error-before', on: 'POST /v1/refunds', times: 10_000 }] });
  const { intent, bookingId: id } = await sales.overpay();
  const { _id: duplicate = '' } = (await find(intent)) ?? {};
  await vi.waitFor(async () => expect(await refundTried(duplicate)).toBe(true), 10_000);
  const earlier = new Date(Date.now() - 180_000);
  await vi.waitFor(async () => {
    await store.db.updateTable('payments').set({ refund_tried_at: earlier }).where('id', '=', duplicate).execute();
    await record(duplicate, 6500, 'Bank 18');
  }, 10_000);
  await sales.buyer.api.send(callOff, { params: { id }, body: { reason: 'notNeeded' } });
  const order = await sales.buyer.api.send(getBooking, { params: { id } });
  expect([order.moneyState, order.byHand]).toEqual(['refund_due', undefined]);
});

test('the buyer reads that money came back by hand, with the number of the transfer [16.6]', async () => {
  const sale = await sales.sell();
  const { _id: id = '' } = (await find(sale.intent)) ?? {};
  await record(id, 5800, 'Cash receipt 9');
  await record(id, 700, 'Bank transfer 4711');
  const told = () => mailsTo(sales.buyer.email).filter(({ text }) => text.includes('Bank transfer 4711'));
  await vi.waitFor(() => expect(told()).toHaveLength(1), 10_000);
  expect(told()[0]?.text).toMatch(/We returned Tk\s700 for Coach pram by bank transfer or in cash, not/);
});

test('a disputed payment is on the admins’ list, and cannot be returned by hand [16.6]', async () => {
  const sale = await sales.sell('pm_card_createDispute');
  expect(await find(sale.intent)).toMatchObject({ state: 'succeeded', disputed: true, amount: 6500, left: 0 });
  expect(await needingPerson()).toContain(sale.intent);
  const { _id: id = '' } = (await find(sale.intent)) ?? {};
  await expect(record(id, 1, 'Cash 9')).rejects.toMatchObject({ status: 409, problem: { title: 'disputed' } });
  expect((await find('pi_nobodyknowsit')) ?? null).toBeNull();
});

const RECORDED = 'Coach pram: refund recorded';

function mailsTo(to: string) {
  const outbox = openOutbox(store.dataDir);
  try {
    return outbox.mails().filter((mail) => mail.to === to);
  } finally {
    outbox.close();
  }
}

const subjectsTo = (to: string) => mailsTo(to).map(({ subject }) => subject.split(' · ')[0] ?? '');

async function refundTried(id: string): Promise<boolean> {
  const row = await store.db.selectFrom('payments').select('refund_tried_at').where('id', '=', id).executeTakeFirst();
  return Boolean(row?.refund_tried_at);
}
