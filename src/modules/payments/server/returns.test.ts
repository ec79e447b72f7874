import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeMyProduct } from '#modules/catalogue/contract.ts';
import { openOutbox } from '#sandbox/outbox/outbox.ts';
import { type CardClient, cardClient } from '../../../../tests/support/card-client.ts';
import { differencesLater, openSales, type PaidBooking, type Sales } from '../../../../tests/support/sales.ts';
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';
import { bookEntry } from './entries.service.ts';
import { createStripeClient } from './providers/stripe/stripe-client.ts';
import { RECONCILE } from './reconcile.job.ts';

let store: TestStore;
let client: CardClient;
let sales: Sales;
beforeAll(async () => {
  store = await openTestStore();
  client = cardClient(store);
  await store.as('admin');
  sales = await openSales(store, client);
});
afterAll(() => store.close());
beforeEach(() => client.injectFaults({ clear: true }));

const WHOLE_POISHA = 650_000;
const SOLD = { payment: 'succeeded', booking: 'paid', product: 'sold', ledger: [`capture ${WHOLE_POISHA}`] };
const ENDED = { payment: 'refunded', booking: 'refunded', product: 'unsold' };

const drop = () => client.injectFaults({ webhooks: [{ kind: 'drop', times: 10_000 }] });
const reconcile = () => sql`select graphile_worker.add_job(${RECONCILE})`.execute(store.db);
const endPause = ({ intent }: PaidBooking) =>
  sql`update payments set refund_next_at = now() where intent = ${intent}`.execute(store.db);
const becomes = (one: PaidBooking, state: object) =>
  vi.waitFor(async () => expect(await sales.stateOf(one)).toMatchObject(state), 10_000);

/** The e-mails of a person, oldest first. */
function mailsTo(to: string) {
  const outbox = openOutbox(store.dataDir);
  try {
    return outbox
      .mails()
      .filter((mail) => mail.to === to)
      .reverse();
  } finally {
    outbox.close();
  }
}

/** The subjects of a person's e-mails about money, oldest first. */
async function emailsTo(to: string): Promise<string[]> {
  return mailsTo(to)
    .filter(({ subject }) => subject.includes(' · '))
    .map(({ subject }) => subject.split(' · ')[0] ?? '');
}

describe('a refund that is due', () => {
  test('is a whole refund: a part that was returned at the provider before is subtracted [16.1]', async () => {
    await drop();
    // The first tries of the job fail, so the refund at the provider comes first.
    await client.injectFaults({ api: [{ kind: 'error-before', on: 'POST /v1/refunds', times: 3 }] });
    const due = await sales.overpay();
    await becomes(due, { payment: 'refund_due' });
    await client.injectFaults({ clear: true });
    await client.refund(due.intent, 100);
    await reconcile();
    await becomes(due, {
      payment: 'refunded',
      ledger: [`capture ${WHOLE_POISHA}`, 'refund 100', `refund ${WHOLE_POISHA - 100}`],
    });
    expect(await client.refunded(due.intent)).toBe(WHOLE_POISHA);
    expect(await differencesLater(store)).toEqual([]);
  });

  test('is made once, even when its replies are lost [16.1]', async () => {
    const fault = { kind: 'cut-after', on: 'POST /v1/refunds', times: 6 };
    await client.injectFaults({ api: [fault] });
    const due = await sales.overpay();
    for (let round = 0; round < 3; round += 1) await reconcile();
    await becomes(due, { payment: 'refunded', ledger: [`capture ${WHOLE_POISHA}`, `refund ${WHOLE_POISHA}`] });
    expect(await client.refunded(due.intent)).toBe(WHOLE_POISHA);
  });

  test('waits for a pending refund, and is repeated when that fails', async () => {
    const due = await sales.overpay('pm_card_pendingRefund');
    await vi.waitFor(async () => expect(await client.refunded(due.intent)).toBe(WHOLE_POISHA), 10_000);
    await becomes(due, { payment: 'refund_due', ledger: [`capture ${WHOLE_POISHA}`] });
    const refund = await lastRefund(due.intent);
    await client.finishRefund(refund, 'failed');
    const failed = [`capture ${WHOLE_POISHA}`, `refund ${WHOLE_POISHA}`, `refund_failed ${WHOLE_POISHA}`];
    await becomes(due, { payment: 'refund_due', ledger: failed });
    await endPause(due);
    await reconcile();
    await vi.waitFor(async () => expect(await lastRefund(due.intent)).not.toBe(refund), 10_000);
    await client.finishRefund(await lastRefund(due.intent), 'succeeded');
    await becomes(due, { payment: 'refunded', ledger: [...failed, `refund ${WHOLE_POISHA}`] });
  });

  test('is left to an admin after three failed attempts [16.1]', async () => {
    const due = await sales.overpay('pm_card_pendingRefund');
    for (let count = 1; count <= 3; count += 1) {
      await vi.waitFor(async () => expect(await refundsOf(due.intent)).toHaveLength(count), 10_000);
      await client.finishRefund(await lastRefund(due.intent), 'failed');
      const isBooked = async () => (await sales.stateOf(due)).ledger.filter((line) => line.startsWith('refund_failed'));
      await vi.waitFor(async () => expect(await isBooked()).toHaveLength(count), 10_000);
      await endPause(due);
      await reconcile();
    }
    await reconcile();
    await vi.waitFor(async () => {
      const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'refund-payment'
        and locked_at is not null`.execute(store.db);
      expect(rows).toEqual([]);
    });
    expect(await refundsOf(due.intent)).toHaveLength(3);
    expect(await sales.stateOf(due)).toMatchObject({ payment: 'refund_due' });
    const subject = 'Coach pram: refund stopped';
    await vi.waitFor(async () => expect(await emailsTo('admin1@example.com')).toContain(subject), 10_000);
    expect((await emailsTo('admin1@example.com')).filter((one) => one === subject)).toHaveLength(1);
  });
});

describe('a refund made in the provider’s dashboard', () => {
  test('of the whole payment cancels the sale, and e-mails the seller and the admins once [16.2]', async () => {
    const sale = await sales.sell();
    await client.refund(sale.intent);
    await becomes(sale, { ...ENDED, ledger: [`capture ${WHOLE_POISHA}`, `refund ${WHOLE_POISHA}`] });
    expect(await sales.orderOf(sale.bookingId)).toMatchObject({ state: 'refunded', paid: false });
    const subject = 'Coach pram: payment refunded';
    await vi.waitFor(async () => expect(await emailsTo(sales.seller.email)).toContain(subject), 10_000);
    await reconcile();
    expect((await emailsTo(sales.seller.email)).filter((one) => one === subject)).toHaveLength(1);
    expect((await emailsTo('admin1@example.com')).filter((one) => one === subject)).toHaveLength(1);
    expect(await differencesLater(store)).toEqual([]);
  });

  test('is told to the buyer in the language that they chose, with the method', async () => {
    const speak = (language: 'en' | null) =>
      store.db.updateTable('users').set({ language }).where('id', '=', sales.buyer.id).execute();
    await speak('en');
    const sale = await sales.sell();
    await client.refund(sale.intent);
    const told = () => mailsTo(sales.buyer.email).find(({ text }) => text.includes(`Payment: Card, ${sale.intent}`));
    await vi.waitFor(() => expect(told()?.subject).toMatch(/^Tk\s6,500 refunded: Coach pram$/), 10_000);
    expect(told()?.text).toContain(`/dashboard/myorders/${sale.bookingId}\n`);
    await speak(null);
  });

  test('of a part keeps the sale, and of the rest cancels it [16.2]', async () => {
    const sale = await sales.sell();
    await client.refund(sale.intent, 100);
    await becomes(sale, { ...SOLD, ledger: [`capture ${WHOLE_POISHA}`, 'refund 100'] });
    expect(await differencesLater(store)).toEqual([]);
    await client.refund(sale.intent);
    await becomes(sale, {
      ...ENDED,
      ledger: [`capture ${WHOLE_POISHA}`, 'refund 100', `refund ${WHOLE_POISHA - 100}`],
    });
    expect(await differencesLater(store)).toEqual([]);
  });

  test('is found by the store itself without a webhook [16.5]', async () => {
    const sale = await sales.sell();
    await drop();
    await client.refund(sale.intent, 300);
    await client.refund(sale.intent);
    expect(await sales.stateOf(sale)).toEqual(SOLD);
    await reconcile();
    await becomes(sale, ENDED);
    expect(await differencesLater(store)).toEqual([]);
  });

  test('that fails later makes the money due again [16.3]', async () => {
    const sale = await sales.sell();
    const refund = await client.refund(sale.intent);
    await becomes(sale, ENDED);
    await client.injectFaults({ api: [{ kind: 'error-before', on: 'POST /v1/refunds', times: 9 }] });
    await client.finishRefund(refund, 'failed');
    const failed = [`capture ${WHOLE_POISHA}`, `refund ${WHOLE_POISHA}`, `refund_failed ${WHOLE_POISHA}`];
    await becomes(sale, { payment: 'refund_due', booking: 'refunded', ledger: failed });
    expect(await sales.orderOf(sale.bookingId)).toMatchObject({ state: 'refunded', moneyState: 'refund_due' });
    await client.injectFaults({ clear: true });
    await endPause(sale);
    await reconcile();
    await becomes(sale, { ...ENDED, ledger: [...failed, `refund ${WHOLE_POISHA}`] });
    expect(await differencesLater(store)).toEqual([]);
  });
});

test('a refund that an older release recorded without its number is not recorded again', async () => {
  await drop();
  const sale = await sales.sell();
  const first = await client.refund(sale.intent, 100);
  const payment = await store.db
    .selectFrom('payments')
    .select(['id', 'booking_id', 'provider'])
    .where('intent', '=', sale.intent)
    .executeTakeFirstOrThrow();
  await bookEntry(store.db, payment, { kind: 'refund', ref: null, amount: 100 });
  await client.refund(sale.intent, 300);
  await reconcile();
  const both = [`capture ${WHOLE_POISHA}`, 'refund 100', 'refund 300'];
  await becomes(sale, { ...SOLD, ledger: both });
  await client.finishRefund(first, 'failed');
  await reconcile();
  await becomes(sale, { ...SOLD, ledger: [...both, 'refund_failed 100'] });
  expect(await differencesLater(store)).toEqual([]);
});

describe('a payment that the buyer’s bank disputes', () => {
  const HELD = [`capture ${WHOLE_POISHA}`, `chargeback ${WHOLE_POISHA}`];

  test('is marked as disputed while the bank decides, and its product stays sold [16.4]', async () => {
    const sale = await sales.sell('pm_card_createDispute');
    await becomes(sale, { ...SOLD, payment: 'succeeded, disputed', ledger: HELD });
    expect(await sales.orderOf(sale.bookingId)).toMatchObject({
      state: 'paid',
      paid: true,
      moneyState: 'bank_dispute',
    });
    await expect(
      sales.seller.api.send(changeMyProduct, { params: { id: sale.itemId }, query: { status: 'UNSOLD' } }),
    ).rejects.toMatchObject({ status: 409 });
    expect(await emailsTo(sales.seller.email)).toContain('Coach pram: the buyer’s bank disputes the payment');
    const told = mailsTo(sales.seller.email).filter(({ text }) => text.includes(sale.intent));
    expect(told.map(({ text }) => text.includes(`/dashboard/mybuyers/${sale.bookingId}\n`))).toEqual([true]);
    expect(await differencesLater(store)).toEqual([]);
  });

  test('and wins stays a sale [16.4]', async () => {
    const sale = await sales.sell('pm_card_createDispute');
    await becomes(sale, { payment: 'succeeded, disputed' });
    await client.decideDispute(sale.intent, 'won');
    await becomes(sale, { ...SOLD, ledger: [...HELD, `chargeback_reversed ${WHOLE_POISHA}`] });
    expect(await sales.orderOf(sale.bookingId)).not.toHaveProperty('moneyState');
    expect(await differencesLater(store)).toEqual([]);
  });

  test('and loses is refunded through the bank [16.4]', async () => {
    const sale = await sales.sell('pm_card_createDispute');
    await becomes(sale, { payment: 'succeeded, disputed' });
    await client.decideDispute(sale.intent, 'lost');
    await becomes(sale, { ...ENDED, ledger: HELD });
    await vi.waitFor(
      async () => expect(await emailsTo(sales.seller.email)).toContain('Coach pram: bank decided for the buyer'),
      10_000,
    );
    expect(await differencesLater(store)).toEqual([]);
  });

  test('is found by the store itself, in every status [16.5]', async () => {
    await drop();
    const disputed = await sales.sell('pm_card_createDispute');
    const lost = await sales.sell('pm_card_createDispute');
    await client.decideDispute(lost.intent, 'lost');
    await reconcile();
    await becomes(disputed, { payment: 'succeeded, disputed' });
    await becomes(lost, { ...ENDED, ledger: HELD });
  });

  test('when it is due back already is not returned twice [16.4]', async () => {
    await client.injectFaults({ webhooks: [{ kind: 'drop', times: 10_000 }] });
    const due = await sales.overpay('pm_card_createDispute');
    await reconcile();
    await becomes(due, { payment: 'refund_due, disputed', ledger: HELD });
    await client.decideDispute(due.intent, 'lost');
    await reconcile();
    await becomes(due, { payment: 'refunded', ledger: HELD });
    expect(await refundsOf(due.intent)).toEqual([]);
    expect(await differencesLater(store)).toEqual([]);
  });
});

describe('the database', () => {
  test('refuses to mark a partly returned payment as refunded [16.7]', async () => {
    const sale = await sales.sell();
    await client.refund(sale.intent, 100);
    await becomes(sale, { ledger: [`capture ${WHOLE_POISHA}`, 'refund 100'] });
    const close = store.db
      .updateTable('payments')
      .set({ state: 'refunded' })
      .where('intent', '=', sale.intent)
      .execute();
    await expect(close).rejects.toThrow('did not go back whole');
    expect(await sales.stateOf(sale)).toMatchObject({ payment: 'succeeded' });
  });
});

async function refundsOf(intent: string): Promise<string[]> {
  const { data } = await (await createStripeClient(store.cards)()).refunds.list({ payment_intent: intent, limit: 100 });
  return data.map(({ id }) => id);
}

const lastRefund = async (intent: string) => (await refundsOf(intent))[0] ?? '';
