import { afterAll, describe, expect, test } from 'vitest';
import { downloadData } from '#modules/account/contract.ts';
import { askAndSettle } from '#modules/payments/server/service.ts';
import { CLEANUP } from '#platform/jobs/cleanup.job.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { openProviderDesk, type PageWay } from './support/provider-desk.ts';
import { untilIdle } from './support/rows.ts';

const desk = await openProviderDesk();
const { store, buyer, deps, faults, sslcommerz, book, choose, payAt, stateOf } = desk;
afterAll(() => desk.close());

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
const KEPT = {
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
async function payAltered(way: PageWay) {
  const id = await book();
  const url = await choose(id, way);
  const texts = way === 'sslcommerz' ? { status: 'VALIDATED', card_type: 'VISA-ঢাকা\u0000' } : {};
  const set = { ...PRIVATE, ...texts, amount: '65.00' };
  faults[way].addAll({ calls: [{ kind: 'alter', on: QUESTIONS[way], set, times: 50 }] });
  await (await payAt(way, url))();
  await sslcommerz.settled();
  const [payment] = (await stateOf(id)).payments;
  if (!payment) throw new Error('The booking has no payment.');
  expect(payment.state).toBe('review');
  return payment;
}

describe.each(['bkash', 'sslcommerz'] as const)('%s', (way) => {
  test('an answer with another amount is kept once, without a person or card, for 30 days', async () => {
    const { id, intent } = await payAltered(way);
    for (const _ of [1, 2]) await askAndSettle(deps, { provider: way, intent });
    expect(await answersTo(id)).toEqual([KEPT[way]]);
    expect(JSON.stringify(await answersTo(id))).not.toMatch(new RegExp(Object.values(PRIVATE).join('|')));

    const { bookings } = await buyer.api.send(downloadData, {});
    const inFile = bookings.flatMap(({ payments }) => payments).find(({ transactionId }) => transactionId === intent);
    expect(inFile?.answers).toEqual([{ fields: KEPT[way], keptAt: expect.any(String) }]);

    // The answer changes: one more row.
    faults[way].addAll({ clear: true });
    for (const _ of [1, 2]) await askAndSettle(deps, { provider: way, intent });
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
