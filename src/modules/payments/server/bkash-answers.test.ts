import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';
import { reviewPayment } from '../admin.contract.ts';
import { invoiceOf } from './providers/answer.ts';
import { refundDuePayment } from './refund.job.ts';

const providerStore = await openProviderStore();
const { admin, deps, faults, book, choose, stateOf, payAt } = providerStore;
afterAll(() => providerStore.close());
beforeEach(() => providerStore.clearFaults());

/** The fields of a query besides the number of the store: as bKash documents it, and as real answers have it. */
const QUERIED = {
  ...{ statusCode: '0000', statusMessage: 'Successful', transactionStatus: 'Completed', mode: '0011' },
  ...{ trxID: 'AB12CD34EF', amount: '6500.00', currency: 'BDT', intent: 'sale', verificationStatus: 'Complete' },
  ...{ paymentCreateTime: '2026-01-31T12:00:00:000 GMT+0600', customerMsisdn: '01929918378' },
};

test.each(['merchantInvoiceNumber', 'merchantInvoice'])(
  'a payment whose query names its booking as %s makes the sale',
  async (name) => {
    const id = await book();
    const comeBack = await payAt('bkash', await choose(id, 'bkash'));
    const [{ intent: paymentID = '' } = {}] = (await stateOf(id)).payments;
    const set = { ...QUERIED, paymentID, [name]: invoiceOf(id, 0) };
    faults.bkash.addAll({ calls: [{ kind: 'instead', on: 'payment/status', set, times: 50 }] });
    await comeBack();
    expect(await stateOf(id)).toMatchObject({ booking: 'paid', payments: [{ state: 'succeeded' }] });
  },
);

test('a payment whose query names no number is reviewed, and bKash refunds it', async () => {
  const id = await book();
  const comeBack = await payAt('bkash', await choose(id, 'bkash'));
  const set = { merchantInvoiceNumber: '' };
  faults.bkash.addAll({ calls: [{ kind: 'alter', on: 'payment/status', set, times: 50 }] });
  await comeBack();
  const [{ id: paymentId = '', state } = {}] = (await stateOf(id)).payments;
  expect(state).toBe('review');
  const body = { decision: 'refund' as const, reason: 'It names no booking.' };
  await admin.api.send(reviewPayment, { params: { id: paymentId }, body });
  await vi.waitFor(async () => {
    await refundDuePayment(deps, paymentId).catch(() => undefined);
    expect((await stateOf(id)).payments).toMatchObject([{ state: 'refunded' }]);
  }, 10_000);
});
