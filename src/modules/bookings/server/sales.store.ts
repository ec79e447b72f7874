import { sql, type Updateable } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { Bookings } from '#platform/database/database.types.ts';
import type { BookingState, Method } from '../rules.ts';

export type LockedBooking = Awaited<ReturnType<typeof lockBookingRow>>;

/** Locks the product of a booking. A booking keeps its product. */
function productOf(db: Db, bookingId: string) {
  return db
    .selectFrom('products')
    .select('id')
    .where('id', '=', db.selectFrom('bookings').select('product_id').where('id', '=', bookingId))
    .forUpdate();
}

const LOCKED_COLUMNS = [
  'b.id',
  'b.product_id',
  'b.seller_id',
  'b.buyer_id',
  'b.item_name',
  'b.price_poisha',
  'b.fee_poisha',
  'b.hold_until',
  'b.pickup_until',
  'b.pickup_ends_at',
  'b.claimed_until',
  'b.handed_over_at',
  'b.inspect_until',
] as const;
/** `stateNow` is the state with the passed deadlines applied. */
const STATES = [
  sql<BookingState>`b.state`.as('state'),
  sql<Method | null>`b.method`.as('method'),
  sql<BookingState>`state_now(b)`.as('stateNow'),
] as const;

/** Locks a booking for a change of its state. */
export async function lockBookingRow(db: Db, id: string) {
  return db
    .selectFrom('bookings as b')
    .select(LOCKED_COLUMNS)
    .select(STATES)
    .where('b.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Locks the product of a booking and then the booking, by one statement. PostgreSQL reads the booking again when it changed
 * while the statement waited for the product. Returns undefined for an unknown booking.
 */
export function lockProductAndBooking(db: Db, id: string): Promise<LockedBooking | undefined> {
  return db
    .with('product', () => productOf(db, id))
    .selectFrom('bookings as b')
    .innerJoin('product', 'product.id', 'b.product_id')
    .select(LOCKED_COLUMNS)
    .select(STATES)
    .where('b.id', '=', id)
    .forNoKeyUpdate('b')
    .executeTakeFirst();
}

/** Marks a booking as paid; the pick-up time begins. Returns the ids of buyer and seller. */
export async function updatePaid(
  db: Db,
  id: string,
  method: Method,
  pickupMinutes: number,
): Promise<{ buyerId: string; sellerId: string }> {
  return db
    .updateTable('bookings')
    .set({
      state: 'paid',
      method,
      hold_until: null,
      paid_at: sql`now()`,
      reminded_at: null,
      pickup_until: sql`now() + make_interval(mins => ${pickupMinutes}::int)`,
      pickup_ends_at: sql`now() + make_interval(mins => 2 * ${pickupMinutes}::int)`,
    })
    .where('id', '=', id)
    .returning(['buyer_id as buyerId', 'seller_id as sellerId'])
    .executeTakeFirstOrThrow();
}

/** Ends a sale whose amount is returned, whole or in part. Returns false when the booking is no sale. */
export async function updateRefunded(
  db: Db,
  id: string,
  state: 'refunded' | 'partly_refunded' = 'refunded',
): Promise<boolean> {
  const result = await db
    .updateTable('bookings')
    .set({ state, claimed_until: null })
    .where('id', '=', id)
    .where('method', '<>', 'cash')
    .where(sql<boolean>`is_sale(state)`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Marks a booking as handed over: now, or when the time for an objection ended. The inspection begins. */
export async function updateHandedOver(db: Db, id: string, inspectionMinutes: number): Promise<void> {
  await db
    .updateTable('bookings')
    .set({
      state: 'handed_over',
      handed_over_at: sql`least(now(), claimed_until)`,
      inspect_until: sql`case when claimed_until <= now() then inspect_until
        else now() + make_interval(mins => ${inspectionMinutes}::int) end`,
      claimed_until: null,
    })
    .where('id', '=', id)
    .execute();
}

/** Marks a handover that the seller claims without the code. The time for an objection begins. */
export async function updateClaimed(
  db: Db,
  id: string,
  minutes: { objectionMinutes: number; inspectionMinutes: number },
): Promise<void> {
  const { objectionMinutes, inspectionMinutes } = minutes;
  await db
    .updateTable('bookings')
    .set({
      claimed_until: sql`now() + make_interval(mins => ${objectionMinutes}::int)`,
      inspect_until: sql`now() + make_interval(mins => ${objectionMinutes + inspectionMinutes}::int)`,
    })
    .where('id', '=', id)
    .execute();
}

/** Updates columns of a booking; undefined ones stay. */
export async function updateBooking(db: Db, id: string, changes: Updateable<Bookings>): Promise<void> {
  await db.updateTable('bookings').set(changes).where('id', '=', id).execute();
}

/** Ends a cash sale at its handover. */
export async function updateCashCompleted(db: Db, id: string): Promise<void> {
  await db
    .updateTable('bookings')
    .set({ state: 'completed', hold_until: null, paid_at: sql`now()`, handed_over_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Returns the SQL of the end of a hold whose method changes now: some minutes after the booking, with an hour left to
 * pay.
 */
export const holdEnd = (minutes: number) =>
  sql<Date>`greatest(bookings.created_at + make_interval(mins => ${minutes}::int),
    least(bookings.hold_until, now() + interval '1 hour'))`;

/** Marks that the seller was told that the buyer pays in cash. */
export async function updateCashNotified(db: Db, id: string): Promise<void> {
  await db.updateTable('bookings').set({ cash_told_at: sql`now()` }).where('id', '=', id).execute();
}

/** Time between the reminder of an unpaid hold and its end. */
const HOLD_REMINDER_MINUTES = 120;
const REMINDER_TIME = sql`make_interval(mins => ${HOLD_REMINDER_MINUTES}::int)`;

/** Changes how a held booking is paid; its hold lasts these minutes from the booking on. */
export async function updateMethod(db: Db, id: string, method: Method, holdMinutes: number): Promise<void> {
  const end = holdEnd(holdMinutes);
  await db
    .updateTable('bookings')
    .set({
      method,
      hold_until: end,
      // Buyer and seller meet before the hold ends. In its last hour the seller cannot plan for a change.
      pickup_until:
        method === 'cash' ? end : sql<Date>`case when pickup_until <= now() + interval '1 hour' then pickup_until end`,
    })
    .where('id', '=', id)
    .execute();
}

/** Holds a booking's product for days from now, at least as long as before. */
export async function updateReviewHold(db: Db, id: string, method: Method, days: number): Promise<void> {
  const hold_until = sql<Date>`greatest(hold_until, now() + make_interval(days => ${days}::int))`;
  // No reminder to pay is sent while an admin reviews a payment.
  const reminded_at = sql<Date>`now()`;
  const kept = { method, pickup_until: null, hold_until, reminded_at };
  await db.updateTable('bookings').set(kept).where('id', '=', id).execute();
}

/** Ends the hold of a booking in some minutes, if it would end later. */
export async function updateHoldEnd(db: Db, id: string, minutes: number): Promise<void> {
  const hold_until = sql<Date>`least(hold_until, now() + make_interval(mins => ${minutes}::int))`;
  await db.updateTable('bookings').set({ hold_until }).where('id', '=', id).execute();
}

/** Selects bookings with a passed deadline that no job applied, in random order, so that failing ones block no other. */
export async function selectDueBookings(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bookings where state in ('paid', 'handed_over')
      and (case state when 'paid' then coalesce(claimed_until, pickup_ends_at) else inspect_until end) <= now()
    order by random()
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Marks holds whose last hours begin as reminded, up to a limit. Returns their ids and methods. A hold for cash ends later
 * than others, so it is reminded again.
 */
export async function markHoldsReminded(db: Db, limit: number) {
  const { rows } = await sql<{ id: string; method: Method | null }>`
    update bookings set reminded_at = now() where id = any(array(
      select id from bookings where state = 'held' and hold_until between now() and now() + ${REMINDER_TIME}
        and (reminded_at is null or (method = 'cash' and reminded_at < hold_until - ${REMINDER_TIME}))
        and created_at < now() - ${REMINDER_TIME}
      limit ${limit} for no key update skip locked)) returning id, method`.execute(db);
  return rows;
}

/** Marks paid bookings whose last two sevenths of the pick-up time begin as reminded, up to a limit. Returns their ids. */
export async function markPickupsReminded(db: Db, pickupMinutes: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update bookings set reminded_at = now() where id = any(array(
      select id from bookings where state = 'paid' and reminded_at is null and claimed_until is null
        and pickup_until between now() and now() + make_interval(mins => ${pickupMinutes}::int) * 2 / 7
      limit ${limit} for no key update skip locked)) returning id`.execute(db);
  return rows.map(({ id }) => id);
}
