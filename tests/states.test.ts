import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOOKING_STATES, type BookingState, isSale, mayBecome as mayBookingBecome } from '#modules/bookings/rules.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { mayRemove, maySell, mayUnsell, type ProductState } from '#modules/catalogue/listing.rules.ts';
import { aCategory, aProduct } from '#modules/catalogue/server/fixtures.ts';
import { DISPUTE_STATES, type DisputeState, mayBecome as mayDisputeBecome } from '#modules/disputes/rules.ts';
import { mayBecome as mayPayoutBecome, PAYOUT_STATES, type PayoutState } from '#modules/earnings/rules.ts';
import { mayBecome as mayPaymentBecome, type PaymentState } from '#modules/payments/rules.ts';
import { type Db, sqlState } from '#platform/database/database.ts';
import { openTestStore, type Person, type TestStore } from './support/test-store.ts';

// The transitions exist twice: as rules for server and pages, and as triggers in the database. Both must agree on each.

let store: TestStore;
let seller: Person;
let buyer: Person;
let productId: string;
beforeAll(async () => {
  store = await openTestStore();
  [seller, buyer] = [await store.as('seller'), await store.as('buyer')];
  const body = aProduct(await aCategory(store.db));
  productId = (await seller.api.send(addProduct, { body })).insertedId;
});
afterAll(() => store.close());

const PAYMENT_STATES = ['created', 'failed', 'cancelled', 'succeeded', 'refund_due', 'refunded'] as const;
const PRODUCT_STATES = ['unsold', 'sold', 'removed'] as const satisfies ProductState['status'][];

function pairs<T>(states: readonly T[]): [T, T][] {
  return states.flatMap((from) => states.filter((to) => to !== from).map((to): [T, T] => [from, to]));
}

const CHECK_VIOLATION = '23514';

/** Whether the database allows a change. The change is rolled back. */
async function isAllowed(change: (db: Db) => Promise<unknown>): Promise<boolean> {
  const undone = new Error('undone');
  return store.db
    .transaction()
    .execute(async (db) => {
      await change(db);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error === undone) return true;
      if (sqlState(error) === CHECK_VIOLATION) return false;
      throw error;
    });
}

/** The columns that a state of a booking needs. Only cash completes a held booking. */
function columnsOf(state: BookingState, method: 'card' | 'cash') {
  const now = new Date();
  const isPaid = isSale(state) || state === 'refunded';
  return {
    state,
    method,
    hold_until: state === 'held' ? new Date(Date.now() + 60_000) : null,
    paid_at: isPaid ? now : null,
    pickup_until: now,
    pickup_ends_at: now,
    handed_over_at: isPaid ? now : null,
    inspect_until: isPaid ? now : null,
  };
}

const methodOf = (from: BookingState, to: BookingState) => (`${from} ${to}` === 'held completed' ? 'cash' : 'card');

async function insertBooking(db: Db, state: BookingState, method: 'card' | 'cash' = 'card'): Promise<string> {
  const { id } = await db
    .insertInto('bookings')
    .values({
      product_id: productId,
      seller_id: seller.id,
      buyer_id: buyer.id,
      item_name: 'Coach pram',
      item_image: '/demo/x.webp',
      price_poisha: 650_000,
      phone: '01712345678',
      pickup: 'Mirpur',
      ...columnsOf(state, method),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

describe('a booking', () => {
  test.each(pairs(BOOKING_STATES))('goes from %s to %s in the database when the rules say so', async (from, to) => {
    const allowed = await isAllowed(async (db) => {
      const method = methodOf(from, to);
      const id = await insertBooking(db, from, method);
      await db.updateTable('bookings').set(columnsOf(to, method)).where('id', '=', id).execute();
    });
    expect(allowed).toBe(mayBookingBecome(from, to));
  });
});

describe('a payment', () => {
  test.each(pairs(PAYMENT_STATES))('goes from %s to %s in the database when the rules say so', async (from, to) => {
    const allowed = await isAllowed(async (db) => {
      const booking_id = await insertBooking(db, 'held');
      const payment = { booking_id, amount_poisha: 650_000, currency: 'bdt', intent: 'pi_123456', state: from };
      await db.insertInto('payments').values(payment).execute();
      await db.updateTable('payments').set({ state: to }).where('intent', '=', 'pi_123456').execute();
    });
    expect(allowed).toBe(mayPaymentBecome(from satisfies PaymentState, to));
  });
});

/** The columns that a state of a payout needs. */
function payoutIn(state: PayoutState) {
  const isClosed = state === 'paid' || state === 'failed';
  return {
    state,
    sent_by: state === 'due' ? null : buyer.id,
    closed_by: isClosed ? buyer.id : null,
    reference: state === 'paid' ? 'CFT26326 0091' : null,
    reason: state === 'failed' ? 'Account closed' : null,
  };
}

describe('a payout', () => {
  test.each(pairs(PAYOUT_STATES))('goes from %s to %s in the database when the rules say so', async (from, to) => {
    const payout = { seller_id: seller.id, amount_poisha: 10_000, kind: 'bkash', account: '01711000482' };
    const allowed = await isAllowed(async (db) => {
      const values = { ...payout, ...payoutIn(from) };
      const { id } = await db.insertInto('payouts').values(values).returning('id').executeTakeFirstOrThrow();
      await db.updateTable('payouts').set(payoutIn(to)).where('id', '=', id).execute();
    });
    expect(allowed).toBe(mayPayoutBecome(from, to));
  });
});

/** The columns that a state of a dispute needs: one about the whole price. */
function disputeIn(state: DisputeState) {
  const isSettled = state === 'appeal' || state === 'return' || state === 'closed';
  return {
    state,
    until: state === 'decision' || state === 'closed' ? null : new Date(Date.now() + 60_000),
    outcome: isSettled ? 'refund' : null,
    amount_poisha: isSettled ? 650_000 : null,
    with_return: isSettled ? state === 'return' : null,
    settled_by: isSettled ? 'store' : null,
    refunded_poisha: state === 'closed' ? 650_000 : null,
    ended_at: state === 'closed' ? new Date() : null,
  };
}

describe('a dispute', () => {
  test.each(pairs(DISPUTE_STATES))('goes from %s to %s in the database when the rules say so', async (from, to) => {
    const allowed = await isAllowed(async (db) => {
      const sides = { booking_id: await insertBooking(db, 'disputed'), seller_id: seller.id, buyer_id: buyer.id };
      const terms = {
        price_poisha: 650_000,
        currency: 'bdt',
        reason: 'damaged',
        answer_minutes: 10,
        return_minutes: 10,
      };
      const values = { ...sides, ...terms, ...disputeIn(from) };
      const { id } = await db.insertInto('disputes').values(values).returning('id').executeTakeFirstOrThrow();
      await db.updateTable('disputes').set(disputeIn(to)).where('id', '=', id).execute();
    });
    expect(allowed).toBe(mayDisputeBecome(from, to));
  });
});

describe.each([
  ['that nobody paid for here', false],
  ['that was paid for here', true],
])('a product %s', (_what, paid) => {
  const mayBecome = { unsold: mayUnsell, sold: maySell, removed: mayRemove };

  test.each(pairs(PRODUCT_STATES))('goes from %s to %s in the database when the rules say so', async (from, to) => {
    const set = (db: Db, status: ProductState['status']) =>
      db
        .updateTable('products')
        .set({ status, sold_at: status === 'sold' ? new Date() : null, advertised: false })
        .where('id', '=', productId)
        .execute();
    const allowed = await isAllowed(async (db) => {
      if (from !== 'unsold') await set(db, from);
      if (paid) await insertBooking(db, 'paid');
      await set(db, to);
    });
    expect(allowed).toBe(mayBecome[to]({ status: from, paid }));
  });
});
