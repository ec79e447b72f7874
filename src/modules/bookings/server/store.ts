import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { type PageRequest, selectPage } from '#platform/database/keyset.ts';
import { runPrepared } from '#platform/database/prepared.ts';
import type { RequestKey } from '#platform/http/idempotency.ts';
import { type BookingState, LIVE_STATES, type Method, type MoneyState, type Party } from '../rules.ts';

/**
 * Ends the hold of a product that has run out, by the database's clock. Returns false when there is none. Locks the product
 * before the booking, as every change of a booking does.
 */
export async function expireHold(db: Db, productId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with product as (select id from products where id = ${productId} for no key update)
    update bookings set state = 'expired', hold_until = null from product
    where product_id = product.id and state = 'held' and hold_until <= now()`.execute(db);
  return Number(numAffectedRows) > 0;
}

/** Returns how many products a buyer holds unpaid now. */
export async function countHolds(db: Db, buyerId: string): Promise<number> {
  const { holds } = await db
    .selectFrom('bookings')
    .select(sql<number>`count(*)`.as('holds'))
    .where('buyer_id', '=', buyerId)
    .where('state', '=', 'held')
    .where('hold_until', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return holds;
}

/** Returns how many products are held unpaid now. */
export async function countAllHolds(db: Db): Promise<number> {
  const { holds } = await db
    .selectFrom('bookings')
    .select(sql<number>`count(*)`.as('holds'))
    .where('state', '=', 'held')
    .where('hold_until', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return holds;
}

export interface NewBooking {
  id: string;
  productId: string;
  buyerId: string;
  phone: string;
  pickup: string;
  holdMinutes: number;
  currency: string;
  feePercent: number;
  maxHolds: number | undefined;
}

const MAKE_BOOKING = {
  name: 'make-booking',
  text: `select seller as "sellerId" from make_booking($1, $2, $3, $4, $5, make_interval(mins => $6::int), $7::int, $8, $9::numeric)`,
};

/**
 * Books a product by one statement (make_booking, migrations/2270_booking_email.sql). Returns the seller's id;
 * undefined when the product is booked, sold, removed or the buyer's own; also for an erased buyer, or one with too
 * many holds.
 */
export async function insertBooking(db: Db, booking: NewBooking): Promise<string | undefined> {
  const [made] = await runPrepared<{ sellerId: string | null }>(db, MAKE_BOOKING, valuesOf(booking));
  return made?.sellerId ?? undefined;
}

function valuesOf(booking: NewBooking): unknown[] {
  const { productId, buyerId, currency, phone, pickup, holdMinutes, maxHolds, id, feePercent } = booking;
  return [productId, buyerId, currency, phone, pickup, holdMinutes, maxHolds ?? null, id, feePercent];
}

const MAKE_BOOKING_ONCE = {
  name: 'make-booking-once',
  text: `select make_booking_once($10, $11, $12, $13, $1, $2, $3, $4, $5, make_interval(mins => $6::int), $7::int, $8, $9::numeric)
    as "sellerId"`,
};

/**
 * Claims an idempotency key, books a product and stores the answer, by one statement
 * (migrations/2410_booking_with_key.sql).
 * Returns the seller's id; undefined when nothing was done, because the key was used or the booking is refused.
 */
export async function insertBookingOnce(
  db: Db,
  booking: NewBooking,
  { ownerId, key, fingerprint }: RequestKey,
  answer: object,
): Promise<string | undefined> {
  const values = [...valuesOf(booking), ownerId, key, fingerprint, JSON.stringify(answer)];
  const [made] = await runPrepared<{ sellerId: string | null }>(db, MAKE_BOOKING_ONCE, values);
  return made?.sellerId ?? undefined;
}

/** Finds the paid booking of a product whose passed deadline calls it off, before a job does. */
export async function findLapsedSale(db: Db, productId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('lapsed_sales')
    .select('booking_id')
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row?.booking_id ?? undefined;
}

/** Returns the obstacles to a booking of a product; undefined for an unknown product. */
export async function findObstacle(db: Db, productId: string, buyerId: string) {
  return db
    .selectFrom('products as p')
    .leftJoin('bookings as b', (join) =>
      join
        .onRef('b.product_id', '=', 'p.id')
        .on('b.state', 'in', LIVE_STATES)
        // The row of a hold that ran out may still say that it is held.
        .on(sql<boolean>`(b.state <> 'held' or b.hold_until > now())`),
    )
    .select(['p.status', 'p.seller_id', 'b.buyer_id'])
    .where('p.id', '=', productId)
    .where('p.status', '<>', 'removed')
    .executeTakeFirst()
    .then((row) => row && { status: row.status, own: row.seller_id === buyerId, mine: row.buyer_id === buyerId });
}

/** A column of the open dispute of a booking `b`, from a view that applies passed deadlines. */
const ofDispute = (column: 'next_by' | 'next_until') =>
  sql`case b.state when 'disputed' then (select ${sql.ref(column)} from booking_disputes where booking_id = b.id) end`;

/** The state of a booking `b` by the clock, whether or not a job or another booking applied it. */
const STATE_NOW = sql<BookingState>`shown_state(b)`;
const METHOD = sql<Method | null>`b.method`;
const HOLD_NOW = sql<Date | null>`case when b.hold_until > now() then b.hold_until end`;

/**
 * Of a booking `b`, from a view of the payments module. The money of a sale that a deadline ended is due before a job
 * records that. Money that came too late for a sale went back, although the booking's state does not say so. A payment
 * under review goes back when its booking ends.
 */
const MONEY_STATE = sql<MoneyState | null>`(select case
    when bool_or(state = 'succeeded' and disputed_at is not null) then 'bank_dispute'
    when bool_or(state = 'review') and shown_state(b) = 'held' then 'review'
    when bool_or(state in ('refund_due', 'review') or part_is_due) or
      (b.state not in ('refunded', 'partly_refunded') and shown_state(b) in ('refunded', 'partly_refunded')) then 'refund_due'
    when b.paid_at is null and bool_or(state = 'refunded') then 'refunded' end
  from booking_payments where booking_id = b.id)`;

const NOW = [
  STATE_NOW.as('state'),
  METHOD.as('method'),
  MONEY_STATE.as('money_state'),
  HOLD_NOW.as('hold_until'),
  // After a missed pick-up they may meet until the deadline calls the booking off.
  sql<Date | null>`case when b.state = 'paid' and b.pickup_until <= now() then b.pickup_ends_at else b.pickup_until end`.as(
    'pickup_until',
  ),
  sql<Date | null>`case when b.claimed_until > now() then b.claimed_until end`.as('claimed_until'),
  sql<Date | null>`b.inspect_until`.as('inspect_until'),
  sql<Party | null>`${ofDispute('next_by')}`.as('dispute_by'),
  sql<Date | null>`${ofDispute('next_until')}`.as('dispute_until'),
] as const;

function bookingsWithPayment(db: Db) {
  return db
    .selectFrom('bookings as b')
    .innerJoin('users as u', 'u.id', 'b.buyer_id')
    .innerJoin('products as p', 'p.id', 'b.product_id')
    .select([
      'b.id',
      'b.product_id',
      'b.seller_id',
      'b.item_name',
      'b.item_image',
      'b.price_poisha',
      'b.phone',
      'b.pickup',
      'b.seller_pickup',
      'b.created_at',
      'p.category_id',
      'p.status as product_status',
      'u.name as buyer_name',
      'u.email as buyer_email',
    ])
    .select(NOW)
    .select([
      // The payer's number of the payment, from a view of the payments module.
      sql<
        string | null
      >`(select transaction_id from booking_payments where booking_id = b.id and state = 'succeeded')`.as(
        'transaction_id',
      ),
    ]);
}

/** The sort keys of lists of bookings, newest first. */
const BOOKING_ORDER = ['b.created_at', 'b.id'] as const;

/** Returns a page of a buyer's bookings, newest first. */
export function selectBookingsOfBuyer(db: Db, buyerId: string, page: PageRequest) {
  return selectPage(db, bookingsWithPayment(db).where('b.buyer_id', '=', buyerId), BOOKING_ORDER, page);
}

export type SellerBookingRow = Awaited<ReturnType<typeof selectBookingsOfSeller>>['rows'][number];

/** Returns a page of the bookings of a seller's products, newest first. `buyer_name` is null for an erased buyer. */
export function selectBookingsOfSeller(db: Db, sellerId: string, page: PageRequest) {
  return selectPage(db, bookingsOfSeller(db, sellerId), BOOKING_ORDER, page);
}

function bookingsOfSeller(db: Db, sellerId: string) {
  return db
    .selectFrom('bookings as b')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'b.buyer_id').on('u.status', '=', 'active'))
    .select(['b.id', 'b.product_id', 'b.item_name', 'b.item_image', 'b.price_poisha', 'b.created_at'])
    .select(['b.pickup', 'b.seller_pickup'])
    .select('u.name as buyer_name')
    .select(NOW)
    .where('b.seller_id', '=', sellerId);
}

/** Finds a booking of a seller's product. */
export function findBookingOfSeller(db: Db, id: string, sellerId: string) {
  return bookingsOfSeller(db, sellerId).where('b.id', '=', id).executeTakeFirst();
}

export type BookingRow = NonNullable<Awaited<ReturnType<typeof findBookingOfBuyer>>>;

/** Finds a booking with its payment; undefined when the buyer has no such booking. */
export function findBookingOfBuyer(db: Db, id: string, buyerId: string) {
  return bookingsWithPayment(db).where('b.id', '=', id).where('b.buyer_id', '=', buyerId).executeTakeFirst();
}

/** Returns the product of a booking; undefined when the buyer is erased, as nothing is sold to an erased person. */
export async function findProductOfBooking(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.buyer_id')
    .select('bookings.product_id')
    .where('bookings.id', '=', id)
    .where('users.status', '=', 'active')
    .executeTakeFirst();
  return row?.product_id;
}

/** The end of a hold that a person cancels; a hold that ran out is expired already. */
const CANCELLED = sql<string>`case when hold_until > now() then 'cancelled' else 'expired' end`;

/** Whether an admin has to decide about a payment of a booking that holds one of these products. */
export async function isAnyUnderReview(db: Db, productIds: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('bookings as b')
    .innerJoin('booking_payments as p', 'p.booking_id', 'b.id')
    .select('b.id')
    .where('b.product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .where('b.state', '=', 'held')
    .where('b.hold_until', '>', sql<Date>`now()`)
    .where('p.state', '=', 'review')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Cancels every unpaid booking of some products, and returns them. */
export async function cancelHoldsOfProducts(db: Db, productIds: readonly string[]) {
  return db
    .updateTable('bookings')
    .set({ state: CANCELLED, hold_until: null })
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .where('state', '=', 'held')
    .returning(['id', 'buyer_id', 'seller_id', 'state', sql<Method | null>`method`.as('method')])
    .execute();
}

/** Whether another booking of the product stands, paid or within its hold. */
export async function isTakenByOther(db: Db, productId: string, bookingId: string): Promise<boolean> {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('product_id', '=', productId)
    .where('id', '<>', bookingId)
    .where('state', 'in', LIVE_STATES)
    .executeTakeFirst();
  return row !== undefined;
}
