import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBooking } from '#modules/bookings/contract.ts';
import { cardClient } from '../../../../tests/support/card-client.ts';
import { keepForReview } from '../../../../tests/support/money.ts';
import { openSales } from '../../../../tests/support/sales.ts';
import { ORIGIN, openTestStore, type Person, type TestStore } from '../../../../tests/support/test-store.ts';
import { listPayments, recordRefundByHand, reviewPayment } from '../admin.contract.ts';
import { checkPayment } from '../contract.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { reconcileTask } from './reconcile.job.ts';
import { refundTask } from './refund.job.ts';
import { insertPayment } from './store.ts';

let store: TestStore;
let sales: Awaited<ReturnType<typeof openSales>>;
let admin: Person;
let deps: PaymentDeps;
beforeAll(async () => {
  store = await openTestStore();
  sales = await openSales(store, cardClient(store));
  admin = await store.as('admin');
  const names = { en: 'Dolna', bn: 'দোলনা' };
  const emailContext = { productName: names, currencyLabel: names, origin: ORIGIN };
  deps = { db: store.db, providers: store.providers, emailContext, pickupMinutes: 10 };
});
afterAll(() => store.close());

/** A provider that no settings name. */
const GONE = 'nagad';
const KEYS_MISSING = { status: 503, problem: { title: 'provider-away', detail: expect.stringContaining(GONE) } };

/** Stores a payment of a new booking that the store began when it had the keys. */
async function beganBefore() {
  const { bookingId, prepared } = await sales.book();
  const intent = `gone-${bookingId}`;
  await sql`update payments set state = 'cancelled', created_at = now() - interval '1 hour'
    where booking_id = ${bookingId}`.execute(store.db);
  await insertPayment(store.db, { provider: GONE, bookingId, intent, amount: 650_000, currency: 'bdt' });
  await sql`update payments set created_at = created_at - interval '1 minute'`.execute(store.db);
  return { bookingId, intent, prepared };
}

test('the page of a payment whose provider has no keys any more says that it does not answer', async () => {
  const { bookingId } = await beganBefore();
  const check = await sales.buyer.api.send(checkPayment, { params: { id: bookingId } });
  expect(check).toEqual({ state: 'open', away: true });
});

test('the job of each minute settles the others, and fails with one line at its end', async () => {
  await beganBefore();
  const { bookingId, prepared } = await sales.book();
  await cardClient(store).injectFaults({ clear: true, webhooks: [{ kind: 'drop', times: 50 }] });
  await cardClient(store).pay(prepared);
  await sql`update payments set created_at = created_at - interval '1 minute'`.execute(store.db);
  const lines: string[] = [];
  const run = reconcileTask(deps)({}, { logger: { error: (line: string) => lines.push(line) } } as never);
  await expect(run).rejects.toThrow(`pay.keysMissing?provider=${GONE}`);
  expect(lines).toEqual([]);
  const booking = await sales.buyer.api.send(getBooking, { params: { id: bookingId } });
  expect(booking.state).toBe('paid');
});

test('an admin sees the money, and is told that the keys are missing; its refund waits for them', async () => {
  const { intent } = await beganBefore();
  const id = await keepForReview(store.db, intent);
  const { items } = await admin.api.send(listPayments, {});
  expect(items).toContainEqual(expect.objectContaining({ _id: id, provider: GONE, state: 'review' }));
  const decision = { decision: 'refund' as const, reason: 'The buyer asked.' };
  await expect(admin.api.send(reviewPayment, { params: { id }, body: decision })).rejects.toMatchObject(KEYS_MISSING);
  await sql`update payments set state = 'refund_due' where id = ${id}`.execute(store.db);
  const receipt = { amount: 6500, reference: 'Receipt 1' };
  await expect(admin.api.send(recordRefundByHand, { params: { id }, body: receipt })).rejects.toMatchObject(
    KEYS_MISSING,
  );
  await expect(refundTask(deps)({ paymentId: id }, {} as never)).rejects.toThrow(`pay.keysMissing?provider=${GONE}`);
});
