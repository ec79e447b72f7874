import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openCardSales } from '../../../../tests/support/card-sales.ts';
import { differencesLater, type PaidBooking } from '../../../../tests/support/sales.ts';
import { listPayments, retryRefund } from '../admin.contract.ts';
import { REFUND_PAUSES_MINUTES } from '../rules.ts';
import { createStripeClient } from './providers/stripe/stripe-client.ts';
import { RECONCILE } from './reconcile.job.ts';

const { store, client, admin, sales } = await openCardSales();
afterAll(() => store.close());
beforeEach(() => client.injectFaults({ clear: true }));

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
  await client.injectFaults({ api: [{ kind: 'refuse', on: CREATE }] });
  const sale = await sales.overpay();
  await becomes(sale, { state: 'refund_due', refusals: 1, waits: true });
  await sql`update payments set refund_next_at = now() where intent = ${sale.intent}`.execute(store.db);
  await reconcile();
  await becomes(sale, { state: 'refunded', refusals: 1 });
  expect(await client.refunded(sale.intent)).toBe(650_000);
  expect(await differencesLater(store)).toEqual([]);
});

test('a refund whose answer is unknown is the same request at the next try, and is made once', async () => {
  await client.injectFaults({ api: [{ kind: 'error-after', on: CREATE }] });
  const sale = await sales.overpay();
  await becomes(sale, { state: 'refunded', refusals: 0 });
  expect(await client.refunded(sale.intent)).toBe(650_000);
});

/** Returns the refunds of a payment that Stripe accepted, the newest first. */
const acceptedOf = async ({ intent }: PaidBooking) =>
  (await (await createStripeClient(store.cards)()).refunds.list({ payment_intent: intent })).data.map(({ id }) => id);
/** The refund that Stripe accepted last ends at the bank. */
const finishLast = async (sale: PaidBooking, status: 'failed' | 'succeeded') =>
  client.finishRefund((await acceptedOf(sale))[0] ?? '', status);
const acceptedBecome = (sale: PaidBooking, count: number) =>
  vi.waitFor(async () => {
    await sql`update payments set refund_next_at = now() where intent = ${sale.intent} and refund_next_at is not null`.execute(
      store.db,
    );
    await reconcile();
    expect(await acceptedOf(sale)).toHaveLength(count);
  }, 15_000);
const minutesLeft = async ({ intent }: PaidBooking) => {
  const { rows } = await sql<{ left: number | null }>`select
    round(extract(epoch from refund_next_at - now()) / 60)::int as left from payments where intent = ${intent}`.execute(
    store.db,
  );
  return rows[0]?.left;
};

test('Stripe is asked about a refund that it accepted by its number, until it ended', async () => {
  const sale = await sales.overpay('pm_card_pendingRefund');
  await acceptedBecome(sale, 1);
  const [ref = ''] = await acceptedOf(sale);
  const stripe = store.providers.of('stripe');
  const asked = () => stripe.refundState(sale.intent, { ref, amount: 650_000, at: new Date() });
  expect(await asked()).toMatchObject({ ref, amount: 650_000, state: 'pending' });
  await finishLast(sale, 'succeeded');
  expect(await asked()).toEqual((await stripe.find(sale.intent, { all: true }))?.refunds[0]);
  expect(await asked()).toMatchObject({ state: 'succeeded' });
  await becomes(sale, { state: 'refunded' });
});

test('a refund that Stripe accepted and that failed later is tried again after the same pauses, then by an admin’s order [16.1] [16.9]', async () => {
  const sale = await sales.overpay('pm_card_pendingRefund');
  for (const [n, minutes] of REFUND_PAUSES_MINUTES.entries()) {
    await acceptedBecome(sale, n + 1);
    await finishLast(sale, 'failed');
    await becomes(sale, { state: 'refund_due', refusals: n + 1, waits: true });
    expect(await minutesLeft(sale)).toBe(minutes);
  }
  await acceptedBecome(sale, 3);
  await finishLast(sale, 'failed');
  await becomes(sale, { state: 'refund_due', refusals: 3, waits: null });
  const [listed] = (await admin.api.send(listPayments, { query: { transactionId: sale.intent } })).items;
  expect(listed).toMatchObject({ stopped: true, retryable: true });
  await reconcile();
  await admin.api.send(retryRefund, { params: { id: listed?._id ?? '' } });
  await acceptedBecome(sale, 4);
  await finishLast(sale, 'succeeded');
  await becomes(sale, { state: 'refunded' });
  expect(await client.refunded(sale.intent)).toBe(650_000);
  expect(await differencesLater(store)).toEqual([]);
});
