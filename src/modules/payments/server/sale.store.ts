import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { PaymentState, Refusal, ReviewReason } from '../rules.ts';

export type LockedPayment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>;

const LOCKED = [
  ...(['id', 'provider', 'intent', 'booking_id', 'amount_poisha', 'currency', 'state', 'review', 'refusal'] as const),
  ...(['return_poisha as returnPoisha', 'part_due_poisha as partDuePoisha', 'refund_refusals as refusals'] as const),
  'transaction_id as transactionId',
] as const;
const IS_DISPUTED = sql<boolean>`disputed_at is not null`.as('isDisputed');

/** Locks the payment with this number at its provider. */
export async function lockPayment(db: Db, { provider, intent }: { provider: string; intent: string }) {
  const row = await db
    .selectFrom('payments')
    .select(LOCKED)
    .select(IS_DISPUTED)
    .where('provider', '=', provider)
    .where('intent', '=', intent)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, state: row.state as PaymentState, refusal: row.refusal as Refusal | null };
}

/** Locks the payment of a sale, before product and booking are locked. Undefined without one, as for cash. */
export async function lockPaymentOfSale(db: Db, bookingId: string): Promise<LockedPayment | undefined> {
  const row = await db
    .selectFrom('payments')
    .select(LOCKED)
    .select(IS_DISPUTED)
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'succeeded')
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, state: row.state as PaymentState, refusal: row.refusal as Refusal | null };
}

/** Finds the payment of a booking that is under review. */
export async function findReview(db: Db, bookingId: string): Promise<string | undefined> {
  const payments = db.selectFrom('payments').select('id').where('booking_id', '=', bookingId);
  return (await payments.where('state', '=', 'review').limit(1).executeTakeFirst())?.id;
}

/** Selects payments under review whose booking does not hold its product any more, or was paid otherwise. */
export async function selectStaleReviews(db: Db, limit: number): Promise<{ provider: string; intent: string }[]> {
  return db
    .selectFrom('payments as p')
    .innerJoin('bookings as b', 'b.id', 'p.booking_id')
    .select(['p.provider', 'p.intent'])
    .where('p.state', '=', 'review')
    .where('p.disputed_at', 'is', null)
    .where(sql<boolean>`(b.state <> 'held' or b.hold_until <= now())`)
    .limit(limit)
    .execute();
}

function isSideOf(personId: string) {
  return sql<boolean>`(b.seller_id = ${personId} or b.buyer_id = ${personId})`;
}

/** Whether a person is the buyer or the seller of a booking. */
export async function isBuyerOrSeller(db: Db, bookingId: string, personId: string): Promise<boolean> {
  const side = db.selectFrom('bookings as b').select('id').where('id', '=', bookingId).where(isSideOf(personId));
  return (await side.executeTakeFirst()) !== undefined;
}

/** Locks the payments of the sales of and to a person whose item is not handed over. Returns the ids of their bookings. */
export async function lockPaymentsBeforeHandover(db: Db, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payments as p')
    .innerJoin('bookings as b', 'b.id', 'p.booking_id')
    .select('b.id')
    .where(isSideOf(personId))
    .where('b.state', '=', 'paid')
    .where('b.claimed_until', 'is', null)
    .where('p.state', '=', 'succeeded')
    .orderBy('p.id')
    .forUpdate('p')
    .execute();
  return rows.map(({ id }) => id);
}

/** Selects the ended bookings of a buyer or seller whose payment is captured and not due back yet. */
export async function selectCalledOff(db: Db, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payments as p')
    .innerJoin('bookings as b', 'b.id', 'p.booking_id')
    .select('b.id')
    .where(isSideOf(personId))
    .where('b.state', '=', 'refunded')
    .where('p.state', '=', 'succeeded')
    .orderBy('b.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Keeps a captured payment for an admin. */
export async function updateReview(db: Db, id: string, review: ReviewReason): Promise<void> {
  await db.updateTable('payments').set({ state: 'review', review }).where('id', '=', id).execute();
}

/** Stores the reason of an admin's decision about a payment. */
export async function updateReviewNote(db: Db, id: string, review_note: string): Promise<void> {
  await db.updateTable('payments').set({ review_note }).where('id', '=', id).execute();
}

/** Stores how much of a payment goes back in total, and how much of that is missing. */
export async function updateReturn(db: Db, id: string, returnPoisha: number, partDuePoisha: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ return_poisha: returnPoisha, part_due_poisha: partDuePoisha })
    .where('id', '=', id)
    .execute();
}

/** Updates a payment's state, whether it is disputed, and the part of it that is due back. */
export async function updatePaymentState(
  db: Db,
  id: string,
  state: PaymentState,
  isDisputed = false,
  partDuePoisha = 0,
): Promise<void> {
  const disputed_at = isDisputed ? sql<Date>`coalesce(disputed_at, now())` : null;
  await db
    .updateTable('payments')
    .set({ state, disputed_at, part_due_poisha: partDuePoisha })
    .where('id', '=', id)
    .execute();
}

/** Stores the number that the provider tells the payer. */
export async function updateTransactionId(db: Db, id: string, transaction_id: string): Promise<void> {
  await db.updateTable('payments').set({ transaction_id }).where('id', '=', id).execute();
}

/** Stores why the provider refused a payment. */
export async function updateRefusal(db: Db, id: string, refusal: Refusal): Promise<void> {
  await db.updateTable('payments').set({ refusal }).where('id', '=', id).execute();
}

export type Sale = Awaited<ReturnType<typeof findSale>>;

/** Finds the buyer, the seller, the fee and the product's name of a booking. */
export function findSale(db: Db, bookingId: string) {
  return db
    .selectFrom('bookings')
    .select([
      'id as bookingId',
      'fee_poisha as feePoisha',
      'seller_id as sellerId',
      'buyer_id as buyerId',
      'item_name as itemName',
    ])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
}
