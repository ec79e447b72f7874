import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { refundBooking } from '#modules/bookings/server/service.ts';
import { transaction } from '#platform/database/database.ts';
import { openProviderStore, type PageMethod } from '../../../../tests/support/provider-store.ts';
import { listPayments, recordRefundByHand, reviewPayment } from '../admin.contract.ts';
import { REFUND_PAUSES_MINUTES } from '../rules.ts';
import { settleAsReturnedByHand, settleUnsettled } from './after-restore.ts';
import { refundDuePayment } from './refund.job.ts';
import { selectRefundsDue } from './refunds.store.ts';
import { updatePaymentState } from './sale.store.ts';

const providerStore = await openProviderStore();
const { store, admin, deps, faults, book, choose, stateOf, payAt, sslcommerz } = providerStore;
afterAll(() => providerStore.close());
beforeEach(() => providerStore.clearFaults());

/** The answers to a store whose account with the provider is another one. */
const UNKNOWN = {
  bkash: { kind: 'instead', on: 'payment/status', set: { statusCode: '2002' }, times: 500 },
  sslcommerz: { kind: 'instead', on: 'query', set: { APIConnect: 'DONE', no_of_trans_found: '0' }, times: 500 },
};

async function pay(method: PageMethod) {
  const id = await book();
  await (await payAt(method, await choose(id, method)))();
  await sslcommerz.settled();
  const [{ id: paymentId = '', intent = '' } = {}] = (await stateOf(id)).payments;
  return { id, paymentId, intent };
}

async function due(method: PageMethod) {
  const paid = await pay(method);
  await transaction(store.db, async (db) => {
    await updatePaymentState(db, paid.paymentId, 'refund_due');
    await refundBooking(db, paid.id);
  });
  faults[method].addAll({ calls: [UNKNOWN[method]] });
  return paid;
}

const byHand = (id: string, reference: string) =>
  admin.api.send(recordRefundByHand, { params: { id }, body: { amount: 6500, reference } });
const refused = { status: 409, problem: { title: 'unknown-at-provider' } };

describe.each(['bkash', 'sslcommerz'] as const)('a payment that %s does not know', (method) => {
  test('is refunded three times in vain, then an admin returns it by hand', async () => {
    const { id, paymentId } = await due(method);
    for (const _ of REFUND_PAUSES_MINUTES) {
      await expect(refundDuePayment(deps, paymentId)).rejects.toThrow('does not know');
      expect(await selectRefundsDue(store.db, 1000)).not.toContain(paymentId);
      await sql`update payments set refund_next_at = now() where id = ${paymentId}`.execute(store.db);
    }
    expect(await refundDuePayment(deps, paymentId)).toBe(false);
    const { items } = await admin.api.send(listPayments, {});
    expect(items.find(({ _id }) => _id === paymentId)).toMatchObject({ state: 'refund_due', stopped: true });
    expect(await byHand(paymentId, `Bank ${method}`)).toEqual({ acknowledged: true, left: 0 });
    expect(await stateOf(id)).toMatchObject({ payments: [{ state: 'refunded' }] });
  });

  test('goes back by hand while it is a sale, too', async () => {
    const { id, paymentId } = await pay(method);
    faults[method].addAll({ calls: [UNKNOWN[method]] });
    expect(await byHand(paymentId, `Cash ${method}`)).toEqual({ acknowledged: true, left: 0 });
    expect(await stateOf(id)).toMatchObject({ booking: 'refunded', payments: [{ state: 'refunded' }] });
  });
});

test('a refund that SSLCommerz accepted before is not returned by hand, too', async () => {
  const { paymentId } = await due('sslcommerz');
  await sql`insert into refund_requests (key, payment_id, amount_poisha, ref)
    values ('accepted1', ${paymentId}, 650000, 'accepted')`.execute(store.db);
  await expect(byHand(paymentId, 'Bank 6')).rejects.toMatchObject({ problem: { title: 'refund-under-way' } });
});

test('a review of a payment that bKash does not know ends by a refund only, and the answer names the next step', async () => {
  const id = await book();
  const comeBack = await payAt('bkash', await choose(id, 'bkash'));
  faults.bkash.addAll({ calls: [{ kind: 'alter', on: 'payment/status', set: { amount: '65.00' }, times: 2 }] });
  await comeBack();
  const [{ id: paymentId = '', state } = {}] = (await stateOf(id)).payments;
  expect(state).toBe('review');
  faults.bkash.addAll({ clear: true, calls: [UNKNOWN.bkash] });
  const decide = (decision: 'release' | 'refund') =>
    admin.api.send(reviewPayment, { params: { id: paymentId }, body: { decision, reason: 'Another account.' } });
  await expect(decide('release')).rejects.toMatchObject({
    ...refused,
    message: expect.stringMatching(/^bKash does not know this payment\. Check the account .* by hand/),
  });
  expect(await decide('refund')).toEqual({ acknowledged: true, state: 'refund_due' });
});

test('after a restore a payment that bKash does not know is recorded by hand, and not settled otherwise', async () => {
  const { id, intent } = await due('bkash');
  const number = { provider: 'bkash', intent };
  await expect(settleUnsettled(deps, number)).rejects.toMatchObject({ code: 'unknown-at-provider' });
  await settleAsReturnedByHand(deps, number, 'Bank 5');
  expect(await stateOf(id)).toMatchObject({ payments: [{ state: 'refunded' }] });
});
