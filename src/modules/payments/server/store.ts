import { sql } from 'kysely';
import type { BookingState } from '#modules/bookings/rules.ts';
import type { Db } from '#platform/database/database.ts';
import { type PaymentState, PROVIDER_NAMES } from '../rules.ts';
import { CONFIRM_MINUTES, FIRST_POLL_MINUTES } from './open-payments.store.ts';
import type { PaymentNumber } from './providers/provider.ts';

/** Counts the payments that a buyer started within the last hour by one provider. */
export async function countNewIntents(db: Db, buyerId: string, provider: string): Promise<number> {
  // `offset 0` keeps the planner from reading all payments: it looks up the payments of each booking.
  const { rows } = await sql<{ begun: number }>`
    select count(*) as begun from bookings b cross join lateral (
      select from payments p where p.booking_id = b.id and p.provider = ${provider} and p.created_at > now() - interval '1 hour' offset 0) as p
    where b.buyer_id = ${buyerId} and b.created_at > ${RECENT_SINCE}`.execute(db);
  return rows[0]?.begun ?? 0;
}

/** A hold lasts at most 30 days. Older bookings, which only a review keeps, are not counted. */
const RECENT_SINCE = sql<Date>`now() - interval '31 days'`;

/** Counts a buyer's declined cards of the last minutes, up to `max`. `secondsLeft`: until the first is that old. */
export async function countDeclines(
  db: Db,
  buyerId: string,
  minutes: number,
  max: number,
): Promise<{ count: number; secondsLeft: number }> {
  const since = sql<Date>`now() - make_interval(mins => ${minutes}::int)`;
  // A card is declined before its booking is paid, so the payments of sales before that time are not read.
  const { rows } = await sql<{ count: number; seconds_left: number }>`
    select count(*) as count,
      coalesce(extract(epoch from min(received_at) + make_interval(mins => ${minutes}::int) - now()), 0)::float as seconds_left
    from (
      select e.received_at from bookings b
        join payments p on p.booking_id = b.id
        join provider_events e on e.intent = p.intent and e.type = 'payment_intent.payment_failed'
      where b.buyer_id = ${buyerId} and b.created_at > ${RECENT_SINCE} and (b.paid_at is null or b.paid_at > ${since})
        and e.received_at > ${since}
      order by e.received_at desc limit ${max}
    ) as declines`.execute(db);
  const [row] = rows;
  return { count: row?.count ?? 0, secondsLeft: row?.seconds_left ?? 0 };
}

/** Finds the buyer of a payment's booking. */
export async function findBuyerOfPayment(
  db: Db,
  { provider, intent }: { provider: string; intent: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments as p')
    .innerJoin('bookings as b', 'b.id', 'p.booking_id')
    .select('b.buyer_id')
    .where('p.provider', '=', provider)
    .where('p.intent', '=', intent)
    .executeTakeFirst();
  return row?.buyer_id;
}

interface InsertedPayment {
  provider: string;
  bookingId: string;
  intent: string;
  amount: number;
  currency: string;
  state?: PaymentState;
  /** The provider reports no capture by itself: the store polls it later. */
  isPolled?: boolean;
}

/** Inserts a payment of a booking. Returns false when it is known, or when another one of the provider is open. */
export async function insertPayment(db: Db, payment: InsertedPayment): Promise<boolean> {
  const { provider, bookingId, intent, amount, currency, state = 'created' } = payment;
  const later = sql<Date>`now() + make_interval(mins => ${FIRST_POLL_MINUTES})`;
  const ask_again_at = payment.isPolled ? later : null;
  const result = await db
    .insertInto('payments')
    .values({
      provider,
      booking_id: bookingId,
      intent,
      amount_poisha: amount,
      currency,
      state,
      ask_again_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Inserts a provider event. Returns false when it was applied before. */
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

/** Returns the ids of the events that are not applied yet. */
export async function selectUnappliedEvents(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::text[]) as requested (id)
    where not exists (select from provider_events e where e.id = requested.id)`.execute(db);
  return rows.map((row) => row.id);
}

/** Finds a payment by its id, or by its number at its provider. */
export async function findPayment(db: Db, by: { id: string } | { provider: string; intent: string }) {
  const row = await db
    .selectFrom('payments')
    .select(['id', 'provider', 'intent', 'state', 'booking_id as bookingId', 'return_poisha as returnPoisha'])
    .select(['part_due_poisha as partDuePoisha', sql<boolean>`refund_stopped_at is not null`.as('isRefundStopped')])
    .select(sql<boolean>`coalesce(refund_next_at > now(), false)`.as('isRefundPaused'))
    .$if('id' in by, (query) => query.where('id', '=', 'id' in by ? by.id : ''))
    .$if('intent' in by, (query) =>
      'intent' in by ? query.where('provider', '=', by.provider).where('intent', '=', by.intent) : query,
    )
    .executeTakeFirst();
  return row && { ...row, state: row.state as PaymentState };
}

/** Whether a payment has this number of the payer, or the admins were told of its money. */
export async function isTransactionKnown(db: Db, provider: string, transaction: string): Promise<boolean> {
  const { rows } = await sql`select from payments where provider = ${provider} and transaction_id = ${transaction}
    union all select from unknown_captures where provider = ${provider} and intent = ${transaction} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Selects the latest payments of a booking by a provider that were not captured. */
export function selectUncaptured(db: Db, provider: string, bookingId: string) {
  return db
    .selectFrom('payments')
    .select(['intent', sql<boolean>`confirming_at is not null`.as('isConfirming')])
    .where('provider', '=', provider)
    .where('booking_id', '=', bookingId)
    .where('state', 'in', ['created', 'failed', 'cancelled'])
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute();
}

/** Finds the booking of a payment, and its price. */
export async function findBooked(db: Db, id: string) {
  return db
    .selectFrom('payments')
    .select(['booking_id as bookingId', 'amount_poisha as amount', 'currency'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Finds the provider of a payment with this number. */
export async function findProviderOf(db: Db, intent: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('provider')
    .where('provider', 'in', Object.keys(PROVIDER_NAMES))
    .where('intent', '=', intent)
    .executeTakeFirst();
  return row?.provider;
}

/**
 * Whether a payment of a booking could still make a sale. Its product must be for sale and free. No other payment may
 * have taken the booking's money or be taking it now. Undefined without a booking.
 * @param intent the number of the payment
 */
export async function findAvailability(
  db: Db,
  bookingId: string,
  intent: string,
): Promise<{ isFree: boolean } | undefined> {
  const { rows } = await sql<{ isFree: boolean }>`
    select b.state in ('held', 'expired') and p.status = 'unsold' and u.status = 'active'
      and not exists (select from bookings o where o.product_id = b.product_id and o.id <> b.id
        and (is_sale(o.state) or (o.state = 'held' and o.hold_until > now())))
      and not exists (select from payments m where m.booking_id = b.id and m.intent <> ${intent}
        and (m.state in ('review', 'succeeded') or (m.state in ('created', 'failed')
          and m.confirming_at > now() - make_interval(mins => ${CONFIRM_MINUTES})))) as "isFree"
    from bookings b join products p on p.id = b.product_id join users u on u.id = b.buyer_id
    where b.id = ${bookingId}`.execute(db);
  return rows[0];
}

/** Finds the state of a buyer's booking. */
export async function findBookingState(db: Db, id: string, buyerId: string): Promise<BookingState | undefined> {
  const row = await db
    .selectFrom('bookings')
    .select(sql<BookingState>`state`.as('state'))
    .where('id', '=', id)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst();
  return row?.state;
}

/** Finds the price of any buyer's booking. */
export async function findBookingPrice(db: Db, id: string) {
  return db.selectFrom('bookings').select(['price_poisha', 'currency']).where('id', '=', id).executeTakeFirst();
}

/** Returns the payments of a provider that are open or unknown here. */
export async function selectOpenAmong(db: Db, provider: string, intents: string[]): Promise<string[]> {
  const { rows } = await sql<{ intent: string }>`
    select intent from unnest(${intents}::text[]) as requested (intent)
    where not exists (select from payments p
      where p.provider = ${provider} and p.intent = requested.intent and p.state not in ('created', 'failed'))`.execute(
    db,
  );
  return rows.map((row) => row.intent);
}

/**
 * Selects payments that are open for 30 seconds to 7 days, as a message may be missing. Also those of the last day
 * whose page the buyer left, as they may be paid late. Those whose money is being taken come first; the others are in
 * random order, so that none starves.
 * @param confirmOnly providers that take money by the store's own act only
 */
export async function selectUnsettled(
  db: Db,
  limit: number,
  confirmOnly: string[],
): Promise<(PaymentNumber & { isConfirming: boolean })[]> {
  return db
    .selectFrom('payments')
    .select(['provider', 'intent', sql<boolean>`confirming_at is not null`.as('isConfirming')])
    .where('created_at', '<', sql<Date>`now() - interval '30 seconds'`)
    .where(
      sql<boolean>`((state in ('created', 'failed') and created_at > now() - interval '7 days')
        or (state = 'cancelled' and redirect_url is not null and created_at > now() - interval '1 day'))`,
    )
    .where(sql<boolean>`(confirming_at is not null or provider <> all(${confirmOnly}::text[]))`)
    .orderBy(sql`confirming_at is null`)
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
}

/** Counts due refunds without a dispute, or payments that are open for over ten minutes. */
export async function countPending(db: Db, kind: 'refunds' | 'open'): Promise<number> {
  const { pending } = await db
    .selectFrom('payments')
    .select(sql<number>`count(*)`.as('pending'))
    .$if(kind === 'refunds', (query) =>
      query.where(sql<boolean>`(state = 'refund_due' or part_due_poisha > 0)`).where('disputed_at', 'is', null),
    )
    .$if(kind === 'open', (query) =>
      query
        .where('state', 'in', ['created', 'failed'])
        .where('created_at', '<', sql<Date>`now() - interval '10 minutes'`)
        .where('created_at', '>', sql<Date>`now() - interval '7 days'`),
    )
    .executeTakeFirstOrThrow();
  return pending;
}
