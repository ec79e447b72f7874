import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { refundBooking } from '#modules/bookings/server/service.ts';
import { transaction } from '#platform/database/database.ts';
import { openProviderStore } from '../../../../tests/support/provider-store.ts';
import { findBrokenInvariants } from './reconciliation-report.store.ts';
import { refundTask } from './refund.job.ts';
import { selectRefundsDue } from './refunds.store.ts';
import { updatePaymentState } from './sale.store.ts';

const providerStore = await openProviderStore();
const { store, deps, faults, book, choose, stateOf, payAt, sslcommerz } = providerStore;
afterAll(() => providerStore.close());
beforeEach(() => providerStore.clearFaults());

const OVERDUE = 'a refund is due for over an hour';
const isReported = async (id: string) =>
  (await findBrokenInvariants(store.db)).some(({ rule, ids }) => rule === OVERDUE && ids.includes(id));

test('a refund that SSLCommerz accepted is asked about without an error for days, and reported after them', async () => {
  const id = await book();
  await payAt('sslcommerz', await choose(id, 'sslcommerz'));
  await sslcommerz.settled();
  const [{ id: paymentId = '' } = {}] = (await stateOf(id)).payments;
  const processing = { kind: 'alter', on: 'refund-state', set: { status: 'processing' }, times: 500 };
  faults.sslcommerz.addAll({ calls: [processing] });
  await transaction(store.db, async (db) => {
    await updatePaymentState(db, paymentId, 'refund_due');
    await refundBooking(db, id);
  });
  await sql`update payments set updated_at = now() - interval '2 hours' where id = ${paymentId}`.execute(store.db);
  expect(await isReported(paymentId)).toBe(true);

  const error = vi.fn();
  const run = () => refundTask(deps)({ paymentId }, { logger: { error, debug: () => undefined } } as never);
  for (const _ of [1, 2]) await run();
  expect(error).not.toHaveBeenCalled();
  expect((await stateOf(id)).payments).toMatchObject([{ state: 'refund_due' }]);
  expect(await selectRefundsDue(store.db, 1000)).toContain(paymentId);
  expect(await isReported(paymentId)).toBe(false);

  await sql`update refund_requests set at = now() - interval '15 days' where payment_id = ${paymentId}`.execute(
    store.db,
  );
  expect(await isReported(paymentId)).toBe(true);
  faults.sslcommerz.addAll({ clear: true });
  await run();
  expect((await stateOf(id)).payments).toMatchObject([{ state: 'refunded' }]);
});
