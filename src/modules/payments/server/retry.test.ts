import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { listAuditEntries } from '#modules/audit/contract.ts';
import { openCardSales } from '../../../../tests/support/card-sales.ts';
import { differencesLater } from '../../../../tests/support/sales.ts';
import { listPayments, recordRefundByHand, retryRefund } from '../admin.contract.ts';
import { bookEntry } from './entries.service.ts';
import { RECONCILE } from './reconcile.job.ts';
import { findPayment } from './store.ts';

const { store, client, admin, sales } = await openCardSales();
afterAll(() => store.close());
beforeEach(() => client.injectFaults({ clear: true }));

const find = async (transactionId: string) =>
  (await admin.api.send(listPayments, { query: { transactionId } })).items[0];
const retry = (id: string, idempotencyKey?: string) =>
  admin.api.send(retryRefund, { params: { id } }, idempotencyKey ? { idempotencyKey } : undefined);
const refused = (title: string) => ({ status: 409, problem: { title } });
const acts = async (id: string) =>
  (await admin.api.send(listAuditEntries, {})).items.filter((one) => one.act === 'retry-refund' && one.targetId === id);

/** A due refund that Stripe refused three times. */
async function stopped() {
  await client.injectFaults({ api: [{ kind: 'refuse', on: 'POST /v1/refunds', times: 3 }] });
  const sale = await sales.overpay();
  await vi.waitFor(async () => {
    await sql`update payments set refund_next_at = now() where intent = ${sale.intent}`.execute(store.db);
    await sql`select graphile_worker.add_job(${RECONCILE})`.execute(store.db);
    expect(await find(sale.intent)).toMatchObject({ state: 'refund_due', stopped: true, retryable: true });
  }, 15_000);
  return { ...sale, id: (await find(sale.intent))?._id ?? '' };
}

test('an admin starts a stopped refund again: it is made once, and the order is in the audit log once [16.9]', async () => {
  const { id, intent } = await stopped();
  const key = crypto.randomUUID();
  const answers = await Promise.all([retry(id, key), retry(id, key), retry(id, key)]);
  expect(answers).toEqual(answers.map(() => ({ acknowledged: true })));
  await vi.waitFor(async () => expect(await find(intent)).toMatchObject({ state: 'refunded', stopped: false }), 15_000);
  expect(await client.refunded(intent)).toBe(650_000);
  expect(await acts(id)).toHaveLength(1);
  expect(await differencesLater(store)).toEqual([]);
});

test('a refund that is started again has three new tries [16.9]', async () => {
  const { id, intent } = await stopped();
  await client.injectFaults({ api: [{ kind: 'refuse', on: 'POST /v1/refunds' }] });
  await retry(id);
  const triesOf = () =>
    store.db
      .selectFrom('payments')
      .select(['refund_refusals as refusals', 'refund_stopped_at as stopped', 'refund_next_at as next'])
      .where('id', '=', id)
      .executeTakeFirst();
  await vi.waitFor(
    async () => expect(await triesOf()).toEqual({ refusals: 4, stopped: null, next: expect.any(Date) }),
    15_000,
  );
  expect(await find(intent)).toMatchObject({ stopped: false, retryable: false });
});

test('only a stopped refund is started again: not one that is due, returned by hand or unknown [16.9]', async () => {
  const { id } = await stopped();
  await expect(retry(crypto.randomUUID())).rejects.toMatchObject({ status: 404 });
  const sale = await sales.sell();
  await expect(retry((await find(sale.intent))?._id ?? '')).rejects.toMatchObject(refused('not-stopped'));
  await admin.api.send(recordRefundByHand, { params: { id }, body: { amount: 6500, reference: 'Receipt 21' } });
  await expect(retry(id)).rejects.toMatchObject(refused('not-stopped'));
  expect(await acts(id)).toEqual([]);
});

test('a refund that may have been made, or that a bank disputes, is not started again [16.9]', async () => {
  const { id, intent } = await stopped();
  await sql`update payments set disputed_at = now() where id = ${id}`.execute(store.db);
  await expect(retry(id)).rejects.toMatchObject(refused('disputed'));
  await sql`update payments set disputed_at = null where id = ${id}`.execute(store.db);
  const request = { key: 'requestWithoutProof', payment_id: id, amount_poisha: 650_000, unclear: true };
  await store.db.insertInto('refund_requests').values(request).execute();
  expect(await find(intent)).toMatchObject({ stopped: true, retryable: false });
  await expect(retry(id)).rejects.toMatchObject(refused('by-hand-only'));
});

test('a refund that the job would not make is not started again: after a lost dispute that was won later [16.9]', async () => {
  const { id, intent } = await stopped();
  const payment = await findPayment(store.db, { id });
  if (!payment) throw new Error('The payment is missing');
  const booked = { id, provider: payment.provider, booking_id: payment.bookingId };
  for (const kind of ['chargeback', 'chargeback_reversed'] as const)
    await bookEntry(store.db, booked, { kind, ref: `dp_${id}`, amount: 650_000 });
  expect(await find(intent)).toMatchObject({ stopped: true, retryable: false });
  await expect(retry(id)).rejects.toMatchObject(refused('by-hand-only'));
});
