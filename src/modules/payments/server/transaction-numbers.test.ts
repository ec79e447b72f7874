import { afterAll, describe, expect, test, vi } from 'vitest';
import { downloadData } from '#modules/account/contract.ts';
import { getBooking, listBookings } from '#modules/bookings/contract.ts';
import { getReceipt } from '#modules/earnings/contract.ts';
import { openOutbox } from '#sandbox/outbox/outbox.ts';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';
import { listPayments, recordRefundByHand } from '../admin.contract.ts';
import { verifyBooks } from './reconciliation-report.ts';
import { settlePayment } from './settle.service.ts';

const providerStore = await openProviderStore();
const { store, seller, buyer, admin, deps, faults, sslcommerz, book, choose, stateOf, payAt } = providerStore;
afterAll(() => providerStore.close());

async function pay(method: 'bkash' | 'sslcommerz', result = 'success') {
  const id = await book();
  await (await payAt(method, await choose(id, method), result))();
  await sslcommerz.settled();
  const [{ intent = '' } = {}] = (await stateOf(id)).payments;
  return { id, intent };
}

/** The number in the message to the payer, as the provider itself has it. */
async function numberAt(method: 'bkash' | 'sslcommerz', intent: string): Promise<string> {
  const answer = (await deps.providers.of(method).find(intent))?.answer ?? {};
  return answer.trxID ?? answer.bank_tran_id ?? '';
}

/** Returns the texts of all e-mails to a person. */
function textsTo(to: string): string {
  const outbox = openOutbox(store.dataDir);
  try {
    const own = outbox.mails().filter((mail) => mail.to === to);
    return own.map(({ text }) => text.replaceAll('\u00a0', ' ')).join('\n');
  } finally {
    outbox.close();
  }
}

describe.each(['bkash', 'sslcommerz'] as const)('%s', (method) => {
  test('the number that the payer was told is on order, receipt, data file and orders file, and finds the payment', async () => {
    const { id, intent } = await pay(method);
    const told = await numberAt(method, intent);
    expect(told).toMatch(/^\w{10,}$/);
    expect(told).not.toBe(intent);
    expect((await buyer.api.send(getBooking, { params: { id } })).transactionId).toBe(told);
    const { items } = await buyer.api.send(listBookings, { query: { email: buyer.email } });
    expect(items.find(({ _id }) => _id === id)?.transactionId).toBe(told);
    expect((await buyer.api.send(getReceipt, { params: { bookingId: id } })).transactionId).toBe(told);
    // The seller reads the store's own number.
    expect((await seller.api.send(getReceipt, { params: { bookingId: id } })).transactionId).toBe(intent);
    const { bookings } = await buyer.api.send(downloadData, {});
    const inFile = bookings.flatMap(({ payments }) => payments).map(({ transactionId }) => transactionId);
    expect(inFile).toContain(told);
    expect(inFile).not.toContain(intent);
    const headers = { authorization: `Bearer ${admin.token}` };
    const file = (await store.app.inject({ url: '/api/exports/orders.csv', headers })).body;
    expect(file).toContain(`"${told}"`);
    expect(file).not.toContain(intent);
    const own = { authorization: `Bearer ${seller.token}` };
    const earnings = (await store.app.inject({ url: '/api/my-earnings/lines.csv', headers: own })).body;
    expect(earnings.split('\r\n').find((row) => row.includes(id))).toContain(`"${method}"`);
    // The store's own number finds it, too.
    for (const transactionId of [told, intent])
      expect((await admin.api.send(listPayments, { query: { transactionId } })).items).toMatchObject([
        { transactionId: told, state: 'succeeded' },
      ]);
  });

  test('the e-mails about the payment name the method', async () => {
    await pay(method);
    const name = { bkash: 'bKash', sslcommerz: 'SSLCommerz' }[method];
    for (const [to, words] of [
      [buyer.email, `You paid Tk 6,500 (${name}).`],
      [seller.email, `paid Tk 6,500 (${name}).`],
    ] as const)
      await vi.waitFor(() => expect(textsTo(to)).toContain(words), 10_000);
  });

  test('a later record of the payment changes its number no more', async () => {
    const { id, intent } = await pay(method);
    const told = await numberAt(method, intent);
    const record = await deps.providers.of(method).find(intent);
    if (!record) throw new Error('The provider does not know the payment.');
    await settlePayment(deps, { ...record, transactionId: 'OTHER12345' });
    expect((await buyer.api.send(getBooking, { params: { id } })).transactionId).toBe(told);
  });
});

test('an e-mail about a return by hand names the payer’s number to the buyer, and the store’s to the others', async () => {
  const { intent } = await pay('bkash');
  const told = await numberAt('bkash', intent);
  const { items } = await admin.api.send(listPayments, { query: { transactionId: told } });
  const { _id: paymentId = '', amount = 0 } = items[0] ?? {};
  await admin.api.send(recordRefundByHand, { params: { id: paymentId }, body: { amount, reference: 'Bank 17' } });
  const outbox = openOutbox(store.dataDir);
  const textTo = ({ email }: { email: string }) =>
    outbox.mails().find(({ to, text }) => to === email && [told, intent].some((number) => text.includes(number)))?.text;
  await vi.waitFor(() => [admin, seller, buyer].map((person) => expect(textTo(person)).toBeDefined()), 10_000);
  const [toAdmin, toSeller, toBuyer] = [admin, seller, buyer].map(textTo);
  outbox.close();
  expect(toAdmin).toContain(`${intent} (${told})`);
  expect(toSeller).toContain(intent);
  expect(toSeller).not.toContain(told);
  expect(toBuyer).toContain(told);
  expect(toBuyer).not.toContain(intent);
});

test('a payment under review is listed by the number that the payer was told', async () => {
  const { intent } = await pay('sslcommerz', 'risky');
  const told = await numberAt('sslcommerz', intent);
  const { items } = await admin.api.send(listPayments, {});
  expect(items).toContainEqual(expect.objectContaining({ transactionId: told, state: 'review' }));
});

test('a short number of the payer finds its payment, too', async () => {
  const id = await book();
  const comeBack = await payAt('bkash', await choose(id, 'bkash'));
  faults.bkash.addAll({ calls: [{ kind: 'alter', on: 'payment/status', set: { trxID: '7K' }, times: 50 }] });
  await comeBack();
  faults.bkash.addAll({ clear: true });
  const { items } = await admin.api.send(listPayments, { query: { transactionId: '7K' } });
  expect(items).toMatchObject([{ transactionId: '7K', state: 'succeeded' }]);
});

test('a number that is not one stops no settlement', async () => {
  const id = await book();
  const comeBack = await payAt('bkash', await choose(id, 'bkash'));
  faults.bkash.addAll({ calls: [{ kind: 'alter', on: 'payment/status', set: { trxID: 'ট্রানজ্যাকশন' }, times: 50 }] });
  await comeBack();
  faults.bkash.addAll({ clear: true });
  const { booking, payments } = await stateOf(id);
  expect([booking, payments[0]?.state]).toEqual(['paid', 'succeeded']);
  expect((await buyer.api.send(getBooking, { params: { id } })).transactionId).toBe(payments[0]?.intent);
});

test('no rule of the books is broken', async () => {
  expect((await verifyBooks(store.db, store.providers)).differences).toEqual([]);
});
