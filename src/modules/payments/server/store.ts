import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { PaymentState } from '../rules.ts';

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

/** How many payments a buyer has begun within the last hour. */
export async function countNewIntents(db: Db, buyerId: string): Promise<number> {
  // For each booking its payments, because of the offset: those of everybody would be read otherwise.
  const { rows } = await sql<{ begun: number }>`
    select count(*) as begun from bookings b cross join lateral (
      select from payments p where p.booking_id = b.id and p.created_at > now() - interval '1 hour' offset 0) as p
    where b.buyer_id = ${buyerId} and b.created_at > ${OF_LATE}`.execute(db);
  return rows[0]?.begun ?? 0;
}

/** Nothing is paid that was booked longer ago: a hold lasts 30 days at the most. Spares looking through old bookings. */
const OF_LATE = sql<Date>`now() - interval '31 days'`;

/**
 * How often the provider told of a declined card of a buyer within the last minutes, counted up to `most`, and in how
 * many seconds the first of these is that long ago.
 */
export async function declinesOfBuyer(
  db: Db,
  buyerId: string,
  minutes: number,
  most: number,
): Promise<{ count: number; secondsLeft: number }> {
  const { rows } = await sql<{ count: number; seconds_left: number }>`
    select count(*) as count,
      coalesce(extract(epoch from min(received_at) + make_interval(mins => ${minutes}::int) - now()), 0)::float as seconds_left
    from (
      select e.received_at from bookings b
        join payments p on p.booking_id = b.id
        join provider_events e on e.intent = p.intent and e.type = 'payment_intent.payment_failed'
      where b.buyer_id = ${buyerId} and b.created_at > ${OF_LATE}
        and e.received_at > now() - make_interval(mins => ${minutes}::int)
      order by e.received_at desc limit ${most}
    ) as declines`.execute(db);
  const [row] = rows;
  return { count: row?.count ?? 0, secondsLeft: row?.seconds_left ?? 0 };
}

/** Whose booking an intent pays for. */
export async function findBuyerOfIntent(db: Db, intent: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments as p')
    .innerJoin('bookings as b', 'b.id', 'p.booking_id')
    .select('b.buyer_id')
    .where('p.intent', '=', intent)
    .executeTakeFirst();
  return row?.buyer_id;
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

export type LockedPayment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>;

export async function lockPayment(db: Db, intent: string) {
  const row = await db
    .selectFrom('payments')
    .select(['id', 'intent', 'booking_id', 'amount_poisha', 'currency', 'state'])
    .select(sql<boolean>`disputed_at is not null`.as('isDisputed'))
    .where('intent', '=', intent)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, state: row.state as PaymentState };
}

/** Sets a payment's state, and whether a bank still has to decide about its money. */
export async function updatePaymentState(db: Db, id: string, state: PaymentState, isDisputed = false): Promise<void> {
  await db
    .updateTable('payments')
    .set({ state, disputed_at: isDisputed ? sql`coalesce(disputed_at, now())` : null })
    .where('id', '=', id)
    .execute();
}

export type Sale = Awaited<ReturnType<typeof findSale>>;

/** Who bought what from whom with a booking. */
export function findSale(db: Db, bookingId: string) {
  return db
    .selectFrom('bookings')
    .select(['seller_id as sellerId', 'buyer_id as buyerId', 'item_name as itemName'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
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

/** Those of these events that have had no effect here. */
export async function selectUnheard(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::text[]) as asked (id)
    where not exists (select from provider_events e where e.id = asked.id)`.execute(db);
  return rows.map((row) => row.id);
}

export function findPayment(db: Db, id: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'intent', 'amount_poisha', 'state'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Notes when the provider was last asked for a refund of a payment; null once it has said that it made none. */
export async function updateRefundTried(db: Db, id: string, tried: 'now' | null): Promise<void> {
  const refund_tried_at = tried && sql<Date>`now()`;
  await db.updateTable('payments').set({ refund_tried_at }).where('id', '=', id).execute();
}

/** A request to the provider has ended after so many minutes, with its repeats. */
const REFUND_REQUEST_MINUTES = 2;

/** Whether the provider may just be making a refund of a payment. */
export async function isRefundTried(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('id', '=', id)
    .where('refund_tried_at', '>', sql<Date>`now() - make_interval(mins => ${REFUND_REQUEST_MINUTES})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** The payment of an intent as it stands here. */
export async function findPaymentOfIntent(
  db: Db,
  intent: string,
): Promise<{ id: string; state: PaymentState } | undefined> {
  const row = await db.selectFrom('payments').select(['id', 'state']).where('intent', '=', intent).executeTakeFirst();
  return row && { ...row, state: row.state as PaymentState };
}

/** Whether a payment of a booking would make a sale now: its product is for sale and nobody else has it. */
export async function findOutlook(db: Db, bookingId: string): Promise<{ isFree: boolean } | undefined> {
  const { rows } = await sql<{ isFree: boolean }>`
    select b.state in ('held', 'expired') and p.status = 'unsold' and u.status = 'active'
      and not exists (select from bookings o where o.product_id = b.product_id and o.id <> b.id
        and (o.state = 'paid' or (o.state = 'held' and o.hold_until > now()))) as "isFree"
    from bookings b join products p on p.id = b.product_id join users u on u.id = b.buyer_id
    where b.id = ${bookingId}`.execute(db);
  return rows[0];
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

/** Which of these intents are open here, or not known at all. */
export async function selectOpenAmong(db: Db, intents: string[]): Promise<string[]> {
  const { rows } = await sql<{ intent: string }>`
    select intent from unnest(${intents}::text[]) as asked (intent)
    where not exists (select from payments p
      where p.intent = asked.intent and p.state not in ('created', 'failed'))`.execute(db);
  return rows.map((row) => row.intent);
}

/**
 * Intents that may have been settled at the provider without our hearing of it: open for a while, and not given up yet.
 * In no order, so that none waits for ever behind newer ones.
 */
export async function selectUnsettled(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('intent')
    .where('state', 'in', ['created', 'failed'])
    .where('created_at', '<', sql<Date>`now() - interval '30 seconds'`)
    .where('created_at', '>', sql<Date>`now() - interval '7 days'`)
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
  return rows.map((row) => row.intent);
}

/** Refunds that are due and not for a bank to decide, and payments that are open longer than a browser takes. */
export async function countPending(db: Db, what: 'refunds' | 'open'): Promise<number> {
  const { pending } = await db
    .selectFrom('payments')
    .select(sql<number>`count(*)`.as('pending'))
    .$if(what === 'refunds', (query) => query.where('state', '=', 'refund_due').where('disputed_at', 'is', null))
    .$if(what === 'open', (query) =>
      query
        .where('state', 'in', ['created', 'failed'])
        .where('created_at', '<', sql<Date>`now() - interval '10 minutes'`)
        .where('created_at', '>', sql<Date>`now() - interval '7 days'`),
    )
    .executeTakeFirstOrThrow();
  return pending;
}

/** Payments that are due back and that no bank has disputed: after a dispute a person decides. */
function refundsDue(db: Db) {
  return db
    .selectFrom('payments')
    .where('payments.state', '=', 'refund_due')
    .where(sql<boolean>`not exists (select from ledger l where l.payment_id = payments.id and l.kind = 'chargeback')`);
}

/** Payments that the refund job returns by itself, in no order. */
export async function selectRefundsDue(db: Db, limit: number): Promise<string[]> {
  const rows = await refundsDue(db).select('id').orderBy(sql`random()`).limit(limit).execute();
  return rows.map((row) => row.id);
}

/** The intents of all payments that the refund job returns by itself. */
export async function selectIntentsDue(db: Db): Promise<string[]> {
  const rows = await refundsDue(db).select('intent').orderBy('intent').execute();
  return rows.map((row) => row.intent);
}
