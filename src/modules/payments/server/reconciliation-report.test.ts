import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { type CardClient, cardClient } from '../../../../tests/support/card-client.ts';
import { openTestStore, type TestStore } from '../../../../tests/support/test-store.ts';
import { createPaymentIntent, recordPayment } from '../contract.ts';
import { bookEntry } from './entries.service.ts';
import { createStripeClient } from './providers/stripe/stripe-client.ts';
import { verifyBooks } from './reconciliation-report.ts';

let store: TestStore;
let client: CardClient;
let categoryId: string;
beforeAll(async () => {
  store = await openTestStore();
  client = cardClient(store);
  categoryId = await aCategory(store.db);
});
afterAll(() => store.close());

const verify = () => verifyBooks(store.db, store.providers);
/** A later time, so that nothing counts as in transit. */
async function verifyLater() {
  vi.useFakeTimers({ now: Date.now() + 10 * 60_000, toFake: ['Date'] });
  try {
    return await verify();
  } finally {
    vi.useRealTimers();
  }
}

async function aSale(): Promise<{ bookingId: string; transactionId: string }> {
  const [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
  const { insertedId: itemId } = await seller.api.send(addProduct, { body: aProduct(categoryId) });
  const body = { itemId, phone: '01712345678', location: 'Mirpur' };
  const { insertedId: bookingId } = await buyer.api.send(bookProduct, { body });
  const transactionId = await client.pay(
    await buyer.api.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } }),
  );
  await buyer.api.send(recordPayment, { body: { bookingId, transactionId } });
  return { bookingId, transactionId };
}

test('a correct ledger matches the provider’s records, in both directions', async () => {
  await aSale();
  await aSale();
  expect(await verifyLater()).toEqual({ differences: [], compared: 2 });
});

test('a payment that only the provider has is found, once it is no longer in transit', async () => {
  const { bookingId } = await aSale();
  await client.injectFaults({ webhooks: [{ kind: 'drop', times: 9 }] });
  const stray = await client.strayIntent(bookingId, 650_000);
  await client.pay(stray);
  expect((await verify()).differences).toEqual([]);
  expect((await verifyLater()).differences).toEqual([
    `${stray.id}: the provider has captured 650000, refunded 0; the ledger has captured 0, refunded 0`,
  ]);
});

test('a refund in transit is no difference; one without a webhook later is', async () => {
  const { transactionId } = await aSale();
  vi.useFakeTimers({ now: Date.now() + 10 * 60_000, toFake: ['Date'] });
  try {
    await (await createStripeClient(store.cards)()).refunds.create({ payment_intent: transactionId });
    expect((await verify()).differences.join()).not.toContain(transactionId);
    vi.setSystemTime(Date.now() + 3 * 60_000);
    expect((await verify()).differences).toContain(
      `${transactionId}: the provider has captured 650000, refunded 650000; the ledger has captured 650000, refunded 0`,
    );
  } finally {
    vi.useRealTimers();
  }
});

test('an entry written during the comparison is no difference; one that the provider lacks later is', async () => {
  const { bookingId } = await aSale();
  const { id } = await store.db
    .insertInto('payments')
    .values({
      booking_id: bookingId,
      intent: 'pi_unheardof',
      amount_poisha: 650_000,
      currency: 'bdt',
      state: 'refund_due',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await bookEntry(
    store.db,
    { id, booking_id: bookingId, provider: 'stripe' },
    { kind: 'capture', ref: null, amount: 650_000 },
  );
  const difference = 'pi_unheardof: captured in the ledger, unknown to the provider';
  expect((await verify()).differences).not.toContain(difference);
  expect((await verifyLater()).differences).toContain(difference);
});

test('a violated invariant is reported with the ids of its rows', async () => {
  const { bookingId, transactionId } = await aSale();
  // A manual change of the database, with the triggers disabled.
  const broken = [
    'alter table ledger_transactions disable trigger ledger_append_only',
    'alter table ledger_lines disable trigger lines_append_only',
    `with gone as (select t.id from ledger_transactions t join payments p on p.id = t.payment_id where p.intent = '${transactionId}'),
      lines as (delete from ledger_lines where transaction_id in (select id from gone))
      delete from ledger_transactions where id in (select id from gone)`,
    'alter table ledger_lines enable trigger lines_append_only',
    'alter table ledger_transactions enable trigger ledger_append_only',
    'alter table bookings disable trigger booking_moves, disable trigger held_fits_booking',
    `update bookings set state = 'cancelled', paid_at = null where id = '${bookingId}'`,
    'alter table bookings enable trigger booking_moves, enable trigger held_fits_booking',
  ];
  for (const statement of broken) await sql.raw(statement).execute(store.db);
  const { differences } = await verifyLater();
  expect(differences).toContainEqual(expect.stringMatching(/^a captured payment is not in the ledger: /));
  expect(differences).toContainEqual(`a balance is not the sum of its lines: held:${bookingId}`);
  expect(differences).toContainEqual(`a booking has ended and holds money: ${bookingId}`);
  expect(differences).toContainEqual(expect.stringMatching(/^a payment succeeded and its booking is not paid: /));
  expect(differences).toContainEqual(expect.stringContaining(`${transactionId}: the provider has captured 650000`));
});
