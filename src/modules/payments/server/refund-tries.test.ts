import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openCardSales } from '../../../../tests/support/card-sales.ts';
import { findingsLater, type PaidBooking } from '../../../../tests/support/sales.ts';
import { RECONCILE } from './reconcile.job.ts';

const { store, desk, sales } = await openCardSales();
afterAll(() => store.close());
beforeEach(() => desk.orderFaults({ clear: true }));

const CREATE = 'POST /v1/refunds';
const reconcile = () => sql`select graphile_worker.add_job(${RECONCILE})`.execute(store.db);
const triesOf = ({ intent }: PaidBooking) =>
  store.db
    .selectFrom('payments')
    .select(['state', 'refund_refusals as refusals', sql<boolean>`refund_next_at > now()`.as('waits')])
    .where('intent', '=', intent)
    .executeTakeFirst();
const becomes = (sale: PaidBooking, tries: object) =>
  vi.waitFor(async () => expect(await triesOf(sale)).toMatchObject(tries), 15_000);

test('a refund that Stripe refused is a new request at the next try, and is made', async () => {
  await desk.orderFaults({ api: [{ kind: 'refuse', on: CREATE }] });
  const sale = await sales.overpay();
  await becomes(sale, { state: 'refund_due', refusals: 1, waits: true });
  await sql`update payments set refund_next_at = now() where intent = ${sale.intent}`.execute(store.db);
  await reconcile();
  await becomes(sale, { state: 'refunded', refusals: 1 });
  expect(await desk.refunded(sale.intent)).toBe(650_000);
  expect(await findingsLater(store)).toEqual([]);
});

test('a refund whose answer is unknown is the same request at the next try, and is made once', async () => {
  await desk.orderFaults({ api: [{ kind: 'error-after', on: CREATE }] });
  const sale = await sales.overpay();
  await becomes(sale, { state: 'refunded', refusals: 0 });
  expect(await desk.refunded(sale.intent)).toBe(650_000);
});
