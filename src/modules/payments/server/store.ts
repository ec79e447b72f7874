import { sql } from 'kysely';
import type { Db } from '#platform/server/database.ts';

export type PaymentState = 'created' | 'failed' | 'cancelled' | 'succeeded' | 'refund_due' | 'refunded';

/**
 * The intent of a booking that can still be paid, and how many it has had. Both from one look at the table: were they
 * read one after the other, two requests at once could number their intents differently.
 */
export async function findIntents(db: Db, bookingId: string): Promise<{ open: string | null; count: number }> {
  return db
    .selectFrom('payments')
    .select([
      sql<string | null>`max(intent) filter (where state in ('created', 'failed'))`.as('open'),
      sql<number>`count(*)`.as('count'),
    ])
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow();
}

export interface NewPayment {
  bookingId: string;
  intent: string;
  amount: number;
  currency: string;
  state?: PaymentState;
}

/** Records an intent of a booking; one that is known already, or that stands beside an open one, is left out. */
export async function insertPayment(db: Db, payment: NewPayment): Promise<void> {
  await db
    .insertInto('payments')
    .values({
      booking_id: payment.bookingId,
      intent: payment.intent,
      amount_poisha: payment.amount,
      currency: payment.currency,
      state: payment.state ?? 'created',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function lockPayment(db: Db, intent: string) {
  const row = await db
    .selectFrom('payments')
    .select(['id', 'booking_id', 'amount_poisha', 'currency', 'state'])
    .where('intent', '=', intent)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, state: row.state as PaymentState };
}

export async function updatePaymentState(db: Db, id: string, state: PaymentState): Promise<void> {
  await db.updateTable('payments').set({ state }).where('id', '=', id).execute();
}

export async function insertLedger(
  db: Db,
  paymentId: string,
  kind: 'capture' | 'refund',
  amount: number,
): Promise<void> {
  await db
    .insertInto('ledger')
    .values({ payment_id: paymentId, kind, amount_poisha: amount })
    .onConflict((conflict) => conflict.columns(['payment_id', 'kind']).doNothing())
    .execute();
}

/** Notes a provider's event; false when it had its effect before. */
export async function insertEvent(
  db: Db,
  event: { id: string; type: string; intent: string | null },
): Promise<boolean> {
  const result = await db
    .insertInto('provider_events')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export function findPayment(db: Db, id: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'intent', 'amount_poisha', 'state'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The booking of a buyer as its payment needs it; `payable` by the database's clock. */
export async function findPayableBooking(db: Db, id: string, buyerId: string) {
  return db
    .selectFrom('bookings')
    .select(['id', 'product_id', 'price_poisha', 'currency', 'state', 'item_name'])
    .select(sql<boolean>`state = 'held' and hold_until > now()`.as('payable'))
    .where('id', '=', id)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst();
}

/** What a booking was priced at, whoever's it is. */
export async function findBookingPrice(db: Db, id: string) {
  return db.selectFrom('bookings').select(['price_poisha', 'currency']).where('id', '=', id).executeTakeFirst();
}

/** Intents that may have been paid without our hearing of it: open for a while, and not given up yet. */
export async function selectUnsettled(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('intent')
    .where('state', 'in', ['created', 'failed'])
    .where('created_at', '<', sql<Date>`now() - interval '30 seconds'`)
    .where('created_at', '>', sql<Date>`now() - interval '7 days'`)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.intent);
}

export async function selectRefundsDue(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('payments').select('id').where('state', '=', 'refund_due').limit(limit).execute();
  return rows.map((row) => row.id);
}
