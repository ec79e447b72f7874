import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { refundBooking } from '#modules/bookings/server/service.ts';
import { heldAccount } from '#modules/ledger/rules.ts';
import { findSellerBalance, releaseSale } from '#modules/ledger/server/service.ts';
import { selectBalances } from '#modules/ledger/server/store.ts';
import { transaction } from '#platform/database/database.ts';
import { openCardSales } from '../../../../tests/support/card-sales.ts';
import { endSale } from '../../../../tests/support/money.ts';
import { differencesLater, type PaidBooking } from '../../../../tests/support/sales.ts';
import { listPayments, recordRefundByHand } from '../admin.contract.ts';
import { findUnsettled } from './after-restore.ts';
import { createStripeClient } from './providers/stripe/stripe-client.ts';
import { RECONCILE } from './reconcile.job.ts';
import { lockPaymentOfSale, refundSale } from './sale.service.ts';

const WHOLE_POISHA = 650_000;
const PART_POISHA = 100_000;
const CAPTURE = `capture ${WHOLE_POISHA}`;
const PART = `refund ${PART_POISHA}`;

const { store, client, sales } = await openCardSales();
afterAll(() => store.close());
beforeEach(() => client.injectFaults({ clear: true }));

const refund = ({ bookingId }: PaidBooking, amount: number | 'whole' = PART_POISHA, cause = 'decision 1') =>
  transaction(store.db, async (db) => {
    const payment = await lockPaymentOfSale(db, bookingId);
    if (amount === 'whole') await refundBooking(db, bookingId);
    const terms = { bookingId, sellerId: sales.seller.id, feePoisha: 0 };
    return refundSale(db, { payment, terms }, amount, cause);
  });
const release = ({ bookingId }: PaidBooking) =>
  transaction(store.db, async (db) => {
    await lockPaymentOfSale(db, bookingId);
    await endSale(db, bookingId);
    return releaseSale(db, { bookingId, sellerId: sales.seller.id, feePoisha: 0 });
  });
const reconcile = () => sql`select graphile_worker.add_job(${RECONCILE})`.execute(store.db);
const endPause = ({ intent }: PaidBooking) =>
  sql`update payments set refund_next_at = now() where intent = ${intent}`.execute(store.db);
const becomes = (sale: PaidBooking, state: object) =>
  vi.waitFor(async () => expect(await stateOf(sale)).toMatchObject(state), 15_000);
const fail = (times: number) => client.injectFaults({ api: [{ kind: 'error-before', on: 'POST /v1/refunds', times }] });

async function stateOf(sale: PaidBooking) {
  const { due } = await store.db
    .selectFrom('payments')
    .select('part_due_poisha as due')
    .where('intent', '=', sale.intent)
    .executeTakeFirstOrThrow();
  const held = (await selectBalances(store.db, [heldAccount(sale.bookingId)])).get(heldAccount(sale.bookingId));
  const { payment, booking, ledger } = await sales.stateOf(sale);
  return { payment, booking, ledger: ledger.filter((line) => !/^(release|take_back)/.test(line)), due, held };
}

async function refundsOf(intent: string): Promise<string[]> {
  const { data } = await (await createStripeClient(store.cards)()).refunds.list({ payment_intent: intent, limit: 100 });
  return data.map(({ id }) => id);
}

describe('a part of a sale that goes back', () => {
  test('is refunded once, and the sale stands', async () => {
    const sale = await sales.sell();
    expect(await refund(sale)).toBe(true);
    const returned = { payment: 'succeeded', booking: 'paid', ledger: [CAPTURE, PART], due: 0 };
    await becomes(sale, { ...returned, held: WHOLE_POISHA - PART_POISHA });
    expect(await refund(sale)).toBe(false);
    expect(await refund(sale, PART_POISHA - 1, 'decision 2')).toBe(false);
    for (let round = 0; round < 2; round += 1) await reconcile();
    await becomes(sale, returned);
    expect(await client.refunded(sale.intent)).toBe(PART_POISHA);
    expect(await differencesLater(store)).toEqual([]);
  });

  test('is refunded once, even when the provider’s replies are lost', async () => {
    const sale = await sales.sell();
    await client.injectFaults({ api: [{ kind: 'cut-after', on: 'POST /v1/refunds', times: 6 }] });
    await refund(sale);
    for (let round = 0; round < 3; round += 1) await reconcile();
    await becomes(sale, { ledger: [CAPTURE, PART], due: 0 });
    expect(await client.refunded(sale.intent)).toBe(PART_POISHA);
  });

  test('is a total: a later decision for more returns the difference', async () => {
    const sale = await sales.sell();
    await refund(sale);
    await becomes(sale, { due: 0 });
    await refund(sale, 2 * PART_POISHA, 'appeal');
    await becomes(sale, { ledger: [CAPTURE, PART, PART], due: 0 });
    expect(await client.refunded(sale.intent)).toBe(2 * PART_POISHA);
    expect(await differencesLater(store)).toEqual([]);
  });

  test('includes amounts that were returned at the provider before', async () => {
    const sale = await sales.sell();
    await client.refund(sale.intent, 400);
    await becomes(sale, { ledger: [CAPTURE, 'refund 400'] });
    await refund(sale);
    await becomes(sale, { ledger: [CAPTURE, 'refund 400', `refund ${PART_POISHA - 400}`], due: 0 });
  });

  test('waits for a pending refund, and is repeated when that fails', async () => {
    const sale = await sales.sell('pm_card_pendingRefund');
    await refund(sale);
    await vi.waitFor(async () => expect(await refundsOf(sale.intent)).toHaveLength(1), 15_000);
    await becomes(sale, { ledger: [CAPTURE], due: PART_POISHA });
    const [first = ''] = await refundsOf(sale.intent);
    await client.finishRefund(first, 'failed');
    await becomes(sale, { ledger: [CAPTURE, PART, `refund_failed ${PART_POISHA}`], due: PART_POISHA });
    await endPause(sale);
    await reconcile();
    await vi.waitFor(async () => expect(await refundsOf(sale.intent)).toHaveLength(2), 15_000);
    const [second = ''] = await refundsOf(sale.intent);
    await client.finishRefund(second, 'succeeded');
    await becomes(sale, { ledger: [CAPTURE, PART, `refund_failed ${PART_POISHA}`, PART], due: 0 });
    expect(await differencesLater(store)).toEqual([]);
  });

  test('is due again when its refund fails later', async () => {
    const sale = await sales.sell();
    await refund(sale);
    await becomes(sale, { due: 0 });
    await release(sale);
    const [made = ''] = await refundsOf(sale.intent);
    await fail(9);
    await client.finishRefund(made, 'failed');
    await becomes(sale, {
      ledger: [CAPTURE, PART, `refund_failed ${PART_POISHA}`],
      due: PART_POISHA,
      held: PART_POISHA,
    });
    await client.injectFaults({ clear: true });
    await endPause(sale);
    await reconcile();
    await becomes(sale, { payment: 'succeeded', due: 0, held: 0 });
    expect(await differencesLater(store)).toEqual([]);
  });

  test('waits while a bank holds the money, and follows when the bank decides for the store', async () => {
    const sale = await sales.sell('pm_card_createDispute');
    await becomes(sale, { payment: 'succeeded, disputed', held: 0 });
    await refund(sale);
    await reconcile();
    await becomes(sale, { payment: 'succeeded, disputed', due: 0 });
    expect(await refundsOf(sale.intent)).toEqual([]);
    await client.decideDispute(sale.intent, 'won');
    await becomes(sale, { payment: 'succeeded', due: 0, held: WHOLE_POISHA - PART_POISHA });
    expect(await client.refunded(sale.intent)).toBe(PART_POISHA);
    expect(await differencesLater(store)).toEqual([]);
  });

  test('ends with the sale when the bank decides for the buyer', async () => {
    const sale = await sales.sell('pm_card_createDispute');
    await becomes(sale, { payment: 'succeeded, disputed' });
    await refund(sale);
    await client.decideDispute(sale.intent, 'lost');
    await becomes(sale, { payment: 'refunded', booking: 'refunded', due: 0, held: 0 });
    expect(await refundsOf(sale.intent)).toEqual([]);
    expect(await differencesLater(store)).toEqual([]);
  });

  test('is in the admin’s list while it is due, and may be returned by hand', async () => {
    const admin = await store.as('admin');
    const sale = await sales.sell();
    await fail(1000);
    await refund(sale);
    const { items } = await admin.api.send(listPayments, { query: {} });
    const listed = items.find(({ transactionId }) => transactionId === sale.intent);
    expect(listed).toMatchObject({ state: 'succeeded', returned: 0, left: 6500, due: 1000 });
    const [unsettled] = (await findUnsettled({ db: store.db, providers: store.providers })).filter(
      ({ intent }) => intent === sale.intent,
    );
    expect(unsettled).toMatchObject({ outcome: 'refund', kept: PART_POISHA });
    const body = { amount: PART_POISHA / 100, reference: 'Receipt 7' };
    // The job may try the refund again between the two.
    await vi.waitFor(async () => {
      await sql`update payments set refund_tried_at = null where intent = ${sale.intent}`.execute(store.db);
      await admin.api.send(recordRefundByHand, { params: { id: listed?._id ?? '' }, body });
    }, 15_000);
    await becomes(sale, { payment: 'succeeded', ledger: [CAPTURE, `by_hand ${PART_POISHA}`], due: 0 });
    // The refused requests are repeated for a while.
    await vi.waitFor(async () => {
      const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'refund-payment'
        and locked_at is not null`.execute(store.db);
      expect(rows).toEqual([]);
    }, 15_000);
    await client.injectFaults({ clear: true });
    await reconcile();
    expect(await client.refunded(sale.intent)).toBe(0);
    expect(await differencesLater(store)).toEqual([]);
  });
});

describe('a sale that goes back whole', () => {
  test('is refunded by the job, once', async () => {
    const sale = await sales.sell();
    expect(await refund(sale, 'whole')).toBe(true);
    expect(await refund(sale, 'whole')).toBe(false);
    await becomes(sale, {
      payment: 'refunded',
      booking: 'refunded',
      ledger: [CAPTURE, `refund ${WHOLE_POISHA}`],
      held: 0,
    });
    expect(await differencesLater(store)).toEqual([]);
  });

  test('after a part returns the rest', async () => {
    const sale = await sales.sell();
    await refund(sale);
    await becomes(sale, { due: 0, ledger: [CAPTURE, PART] });
    await refund(sale, 'whole', 'appeal');
    await becomes(sale, {
      payment: 'refunded',
      ledger: [CAPTURE, PART, `refund ${WHOLE_POISHA - PART_POISHA}`],
      held: 0,
    });
    expect(await client.refunded(sale.intent)).toBe(WHOLE_POISHA);
    expect(await differencesLater(store)).toEqual([]);
  });

  test('after its release is taken back from the seller when it becomes due', async () => {
    const before = await findSellerBalance(store.db, sales.seller.id);
    const sale = await sales.sell();
    await release(sale);
    expect(await findSellerBalance(store.db, sales.seller.id)).toBe(before + WHOLE_POISHA);
    await fail(1);
    await refund(sale, 'whole');
    expect(await findSellerBalance(store.db, sales.seller.id)).toBe(before);
    await becomes(sale, { payment: 'refunded', held: 0 });
    expect(await differencesLater(store)).toEqual([]);
  });
});

test('the amount that goes back is a part of the payment', async () => {
  const sale = await sales.sell();
  for (const amount of [0, -1, 0.5, WHOLE_POISHA, WHOLE_POISHA + 1])
    await expect(refund(sale, amount)).rejects.toThrow(RangeError);
  expect(await refund({ ...sale, bookingId: crypto.randomUUID() })).toBe(false);
  const lower = store.db
    .updateTable('payments')
    .set({ part_due_poisha: 5 })
    .where('intent', '=', sale.intent)
    .execute();
  await expect(lower).rejects.toThrow('part_due_fits');
});
