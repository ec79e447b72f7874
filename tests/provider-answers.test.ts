import { afterAll, describe, expect, test, vi } from 'vitest';
import { downloadData } from '#modules/account/contract.ts';
import { refundBooking } from '#modules/bookings/server/service.ts';
import { refundDuePayment } from '#modules/payments/server/refund.job.ts';
import { updatePaymentState } from '#modules/payments/server/sale.store.ts';
import { pollAndSettle } from '#modules/payments/server/service.ts';
import { transaction } from '#platform/database/database.ts';
import { CLEANUP } from '#platform/jobs/cleanup.job.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { openProviderStore, type PageMethod } from './support/provider-store.ts';
import { untilIdle } from './support/rows.ts';

const providerStore = await openProviderStore();
const { store, buyer, deps, faults, sslcommerz, book, choose, payAt, stateOf } = providerStore;
afterAll(() => providerStore.close());

/** Fields of a person and of a card that a provider may send. */
const PRIVATE = {
  customerMsisdn: '01929918378',
  payerAccount: '01929918378',
  card_no: '4111111111111111',
  card_issuer: 'Nusrat Bank',
  cus_phone: '01712345678',
  cus_email: 'nusrat@example.com',
  cus_name: 'Nusrat',
  store_passwd: 'store-password',
};
const QUESTIONS = { bkash: 'payment/status', sslcommerz: 'validation' };
const STORED_FIELDS = {
  bkash: {
    ...{ statusCode: '0000', transactionStatus: 'Completed', trxID: expect.any(String), amount: '65.00' },
    ...{ currency: 'BDT', merchantInvoiceNumber: expect.any(String), paymentCreateTime: expect.any(String) },
    paymentExecuteTime: expect.any(String),
  },
  sslcommerz: {
    ...{ status: 'VALIDATED', tran_id: expect.any(String), val_id: expect.any(String), amount: '65.00' },
    ...{ bank_tran_id: expect.any(String), store_amount: '6337.50', currency: 'BDT', currency_type: 'BDT' },
    ...{ currency_amount: '6500.00', card_type: 'VISA-?????', risk_level: '0', risk_title: 'Safe' },
    tran_date: expect.any(String),
  },
};

async function answersTo(paymentId: string) {
  const rows = store.db.selectFrom('provider_answers').select('answer').where('payment_id', '=', paymentId);
  return (await rows.execute()).map(({ answer }) => answer);
}

/** The provider names an amount that differs, and fields that are not to be kept. */
async function payAltered(method: PageMethod) {
  const id = await book();
  const url = await choose(id, method);
  const texts = method === 'sslcommerz' ? { status: 'VALIDATED', card_type: 'VISA-ঢাকা\u0000' } : {};
  const set = { ...PRIVATE, ...texts, amount: '65.00' };
  faults[method].addAll({ calls: [{ kind: 'alter', on: QUESTIONS[method], set, times: 50 }] });
  await (await payAt(method, url))();
  await sslcommerz.settled();
  const [payment] = (await stateOf(id)).payments;
  if (!payment) throw new Error('The booking has no payment.');
  expect(payment.state).toBe('review');
  return payment;
}

/** bKash has no such transaction. */
const REFUSED = { bkash: { statusCode: '2033' }, sslcommerz: { status: 'failed' } };
const REFUND_CALLS = { bkash: 'payment/refund', sslcommerz: 'refund' };
const REFUNDED = {
  bkash: {
    ...{ statusCode: '0000', transactionStatus: 'Completed', originalTrxID: expect.any(String) },
    ...{ refundTrxID: expect.any(String), amount: '6500.00', currency: 'BDT', completedTime: expect.any(String) },
  },
  sslcommerz: { APIConnect: 'DONE', status: 'refunded', refund_ref_id: expect.any(String) },
};

/** Returns a payment that is due back. */
async function dueBack(method: PageMethod) {
  const id = await book();
  await (await payAt(method, await choose(id, method)))();
  await sslcommerz.settled();
  const [payment] = (await stateOf(id)).payments;
  if (payment?.state !== 'succeeded') throw new Error('The booking is not paid.');
  await transaction(store.db, async (db) => {
    await updatePaymentState(db, payment.id, 'refund_due');
    await refundBooking(db, id);
  });
  return { id: payment.id, state: async () => (await stateOf(id)).payments[0]?.state };
}

describe.each(['bkash', 'sslcommerz'] as const)('%s', (method) => {
  test('the answer to a refund is kept, without a person or card', async () => {
    const due = await dueBack(method);
    faults[method].addAll({ calls: [{ kind: 'alter', on: REFUND_CALLS[method], set: PRIVATE, times: 50 }] });
    await vi.waitFor(async () => {
      await refundDuePayment(deps, due.id).catch(() => undefined);
      expect(await due.state()).toBe('refunded');
    }, 10_000);
    faults[method].addAll({ clear: true });
    const answers = await answersTo(due.id);
    expect(answers).toContainEqual(REFUNDED[method]);
    expect(JSON.stringify(answers)).not.toMatch(new RegExp(Object.values(PRIVATE).join('|')));
  });

  test('the refusal of a refund is kept', async () => {
    const due = await dueBack(method);
    faults[method].addAll({ calls: [{ kind: 'alter', on: REFUND_CALLS[method], set: REFUSED[method], times: 20 }] });
    await expect(refundDuePayment(deps, due.id)).rejects.toThrow('refused');
    faults[method].addAll({ clear: true });
    expect(await answersTo(due.id)).toContainEqual(expect.objectContaining(REFUSED[method]));
  });

  test('an answer with another amount is kept once, without a person or card, for 30 days', async () => {
    const { id, intent } = await payAltered(method);
    for (const _ of [1, 2]) await pollAndSettle(deps, { provider: method, intent });
    expect(await answersTo(id)).toEqual([STORED_FIELDS[method]]);
    expect(JSON.stringify(await answersTo(id))).not.toMatch(new RegExp(Object.values(PRIVATE).join('|')));

    // The file names the payer's number.
    const [{ trxID, bank_tran_id } = {}] = (await answersTo(id)) as Record<string, string>[];
    const told = method === 'bkash' ? trxID : bank_tran_id;
    const { bookings } = await buyer.api.send(downloadData, {});
    const inFile = bookings.flatMap(({ payments }) => payments).find(({ transactionId }) => transactionId === told);
    expect(inFile?.answers).toEqual([{ fields: STORED_FIELDS[method], keptAt: expect.any(String) }]);

    // The answer changes: one more row.
    faults[method].addAll({ clear: true });
    for (const _ of [1, 2]) await pollAndSettle(deps, { provider: method, intent });
    expect(await answersTo(id)).toHaveLength(2);

    const age = (kept: string, amount: string) =>
      store.pool.query(
        `update provider_answers set kept_at = now() - $1::interval where payment_id = $2 and answer->>'amount' = $3`,
        [kept, id, amount],
      );
    await age('30 days 1 minute', '65.00');
    await age('29 days 23 hours', '6500.00');
    await addJob(store.db, CLEANUP, {});
    await untilIdle(store.db);
    expect(await answersTo(id)).toMatchObject([{ amount: '6500.00' }]);
  });
});
