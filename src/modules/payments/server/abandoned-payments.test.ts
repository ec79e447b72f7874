import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { getBooking } from '#modules/bookings/contract.ts';
import { chooseMethod } from '#modules/handover/contract.ts';
import { decideOnReports, reportProduct } from '#modules/moderation/contract.ts';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';
import { createPaymentIntent } from '../contract.ts';
import { readSns } from './providers/bkash/sns.ts';

const providerStore = await openProviderStore();
const { store, buyer, admin, faults, book, choose, stateOf, payAt, reconcile, sslcommerz } = providerStore;
afterAll(() => providerStore.close());
beforeEach(() => providerStore.clearFaults());

const statesOf = async (id: string) => (await stateOf(id)).payments.map(({ state }) => state).sort();

async function bookWithReview() {
  const id = await book();
  await payAt('sslcommerz', await choose(id, 'sslcommerz'), 'risky');
  await sslcommerz.settled();
  expect(await statesOf(id)).toEqual(['review']);
  return id;
}

test('no other method can be chosen while an admin looks at a payment', async () => {
  const id = await bookWithReview();
  const toCash = buyer.api.send(chooseMethod, { params: { id }, body: { method: 'cash' } });
  await expect(toCash).rejects.toMatchObject({ status: 409, message: expect.stringContaining('checking') });
});

test('a payment under review goes back once an admin has removed the item', async () => {
  const id = await bookWithReview();
  const { itemId: productId } = await buyer.api.send(getBooking, { params: { id } });
  await buyer.api.send(reportProduct, { body: { productId, reason: 'Asked for money by message' } });
  await admin.api.send(decideOnReports, { params: { productId }, body: { decision: 'remove' } });
  const order = await buyer.api.send(getBooking, { params: { id } });
  expect(order.timeline.at(-1)).toMatchObject({ step: 'called_off', by: 'store', reason: 'takenDown' });
  await reconcile();
  expect(['refund_due', 'refunded']).toContain((await statesOf(id))[0]);
});

test('an answer that is not understood stops no other payment', async () => {
  const ids = [await book(), await book()];
  for (const id of ids) {
    faults.sslcommerz.addAll({ messages: [{ kind: 'drop' }] });
    await payAt('sslcommerz', await choose(id, 'sslcommerz'));
  }
  faults.sslcommerz.addAll({ calls: [{ kind: 'alter', on: 'validation', set: { amount: 'much' } }] });
  const errors: string[] = [];
  await reconcile((line) => errors.push(line));
  expect(errors).toEqual([expect.stringContaining('SSLCommerz returned no amount')]);
  const bookings = await Promise.all(ids.map(async (id) => (await stateOf(id)).booking));
  expect(bookings.sort()).toEqual(['held', 'paid']);
});

test('a buyer who left bKash pays by card while bKash is unavailable', async () => {
  const bookingId = await book();
  await choose(bookingId, 'bkash');
  faults.bkash.addAll({ calls: [{ kind: 'error-before', times: 50 }] });
  const body = { bookingId, itemPrice: 6500 };
  expect(await buyer.api.send(createPaymentIntent, { body })).toMatchObject({ clientSecret: expect.any(String) });
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'created']);
});

test('a payment that bKash refuses ends, and the return tells the page; a cancelled one does not', async () => {
  const id = await book();
  const comeBack = await payAt('bkash', await choose(id, 'bkash'), 'blocked');
  expect((await comeBack()).headers.location).toMatch(new RegExp(`/dashboard/payment/${id}\\?back=bkash&refused=1$`));
  expect(await statesOf(id)).toEqual(['cancelled']);
  await choose(id, 'bkash');
  const intent = (await stateOf(id)).payments.at(-1)?.intent;
  const left = await store.app.inject(`/api/payments/bkash/return?paymentID=${intent}&status=cancel`);
  expect(left.headers.location).toMatch(/\?back=bkash$/);
});

test('a page of bKash that nobody used ends without a poll', async () => {
  const id = await book();
  await choose(id, 'bkash');
  await sql`update payments set created_at = now() - interval '2 hours' where booking_id = ${id}`.execute(store.db);
  faults.bkash.addAll({ calls: [{ kind: 'error-before', on: 'payment/status', times: 50 }] });
  await reconcile();
  expect(await statesOf(id)).toEqual(['cancelled']);
});

test('a page of SSLCommerz that is too old to be paid is replaced, and its late capture goes back', async () => {
  const id = await book();
  const age = (minutes: number) =>
    sql`update payments set created_at = now() - make_interval(mins => ${minutes}::int) where booking_id = ${id}`.execute(
      store.db,
    );
  const old = await choose(id, 'sslcommerz');
  await age(59);
  expect(await choose(id, 'sslcommerz')).toBe(old);
  await age(61);
  const fresh = await choose(id, 'sslcommerz');
  expect(fresh).not.toBe(old);
  expect(await statesOf(id)).toEqual(['cancelled', 'created']);
  await payAt('sslcommerz', fresh);
  await sslcommerz.settled();
  expect((await stateOf(id)).booking).toBe('paid');
  await payAt('sslcommerz', old);
  await sslcommerz.settled();
  await vi.waitFor(async () => expect(await statesOf(id)).toEqual(['refunded', 'succeeded']), 15_000);
});

test('the return redirects before a slow provider answers', async () => {
  const id = await book();
  const comeBack = await payAt('bkash', await choose(id, 'bkash'));
  faults.bkash.addAll({ calls: [{ kind: 'late', on: 'execute', delay: 3600 }] });
  expect((await comeBack()).statusCode).toBe(303);
  expect((await stateOf(id)).booking).toBe('held');
  await vi.waitFor(async () => expect((await stateOf(id)).booking).toBe('paid'), { timeout: 4000, interval: 100 });
});

test('a payment that a restore lost is adopted by its message', async () => {
  const id = await book();
  const url = await choose(id, 'sslcommerz');
  await sql`delete from payments where booking_id = ${id}`.execute(store.db);
  await payAt('sslcommerz', url);
  await sslcommerz.settled();
  expect(await stateOf(id)).toMatchObject({ booking: 'paid', payments: [{ state: 'succeeded' }] });
});

test('a message of a foreign topic is refused before anything is fetched', async () => {
  const fetchCertificate = vi.fn(async () => '');
  const message = {
    ...{ Type: 'SubscriptionConfirmation', MessageId: '1', Message: '', Timestamp: new Date().toISOString() },
    ...{ TopicArn: 'arn:aws:sns:ap-southeast-1:999999999999:theirs', SignatureVersion: '1', Signature: 'AAAA' },
    SigningCertURL: 'https://sns.ap-southeast-1.amazonaws.com/cert.pem',
  };
  const ours = 'arn:aws:sns:ap-southeast-1:123456789012:ours';
  for (const topic of [ours, undefined])
    await expect(readSns(message, topic, fetchCertificate)).rejects.toMatchObject({ status: 400 });
  expect(fetchCertificate).not.toHaveBeenCalled();
});
