import { sql } from 'kysely';
import type { BookingState } from '#modules/bookings/rules.ts';
import type { Db } from '#platform/database/database.ts';
import { runPrepared } from '#platform/database/prepared.ts';
import type { PaymentState, Refusal } from '../rules.ts';

/** Maximum duration of a capture request, with its retries. */
export const CONFIRM_MINUTES = 2;
/** The first poll of a payment that may be captured without a message. */
export const FIRST_POLL_MINUTES = 1;

/** A payment of a booking that waits for its buyer. */
export interface OpenPayment {
  id: string;
  provider: string;
  intent: string;
  redirectUrl: string | null;
  /** The provider refused it: its page cannot be paid any more. */
  hasFailed: boolean;
  /** The provider may be taking the money now. */
  isConfirming: boolean;
  ageMinutes: number;
}

/** A booking whose payment may begin; `payable` is decided by the database's clock. */
export interface FoundBooking {
  productId: string;
  itemName: string;
  price: number;
  currency: string;
  state: BookingState;
  phone: string;
  payable: boolean;
  reviewed: boolean;
  open: OpenPayment[];
  /** Number of its payments by one provider. */
  count: number;
}

const FIND_BOOKING = {
  name: 'booking-to-pay',
  text: `select b.product_id as "productId", b.item_name as "itemName", b.price_poisha as price, b.currency, b.state, b.phone,
      b.state = 'held' and b.hold_until > now() as payable, coalesce(bool_or(p.state = 'review'), false) as reviewed,
      count(*) filter (where p.provider = $3) as count,
      coalesce(json_agg(json_build_object('id', p.id, 'provider', p.provider, 'intent', p.intent,
        'redirectUrl', p.redirect_url, 'hasFailed', p.state = 'failed', 'isConfirming',
        coalesce(p.confirming_at > now() - interval '${CONFIRM_MINUTES} minutes', false),
        'ageMinutes', extract(epoch from now() - p.created_at)::float / 60))
        filter (where p.state in ('created', 'failed')), '[]') as open
    from bookings b left join payments p on p.booking_id = b.id
    where b.id = $1 and b.buyer_id = $2 group by b.id`,
};

/**
 * Finds a buyer's booking with its open payments, and counts its payments by one provider. One query reads all, so that
 * concurrent requests number their payments equally.
 */
export async function findPayableBooking(
  db: Db,
  { bookingId, buyerId, provider }: { bookingId: string; buyerId: string; provider: string },
): Promise<FoundBooking | undefined> {
  const [found] = await runPrepared<FoundBooking>(db, FIND_BOOKING, [bookingId, buyerId, provider]);
  return found;
}

export interface StartedPayment {
  provider: string;
  bookingId: string;
  intent: string;
  amount: number;
  currency: string;
  redirectUrl: string | undefined;
  /** The provider reports no capture by itself: the store polls it later. */
  isPolled: boolean;
}

const BEGIN = { name: 'begin-payment', text: 'select begin_payment($1, $2, $3, $4, $5, $6, $7, $8) as outcome' };

/**
 * Inserts a payment that begins, by one statement (begin_payment, migrations/2322_begin_beside_confirming.sql). It is
 * refused when the booking was paid meanwhile, or another provider's payment began. It is known when this provider's
 * payment began at the same time.
 * @param beside the payments that may stay open beside it
 */
export async function insertStartedPayment(
  db: Db,
  payment: StartedPayment,
  beside: string[],
): Promise<'inserted' | 'known' | 'refused'> {
  const { provider, bookingId, intent, amount, currency, redirectUrl, isPolled } = payment;
  const later = isPolled ? FIRST_POLL_MINUTES : null;
  const values = [bookingId, provider, intent, amount, currency, redirectUrl ?? null, beside, later];
  const [stored] = await runPrepared<{ outcome: 'inserted' | 'known' | 'refused' }>(db, BEGIN, values);
  return stored?.outcome ?? 'refused';
}

/** Ends an open payment in the store, which then never captures it by itself. Returns false when it is being confirmed. */
export async function updateEnded(db: Db, id: string): Promise<boolean> {
  const result = await db
    .updateTable('payments')
    .set({ state: 'cancelled' })
    .where('id', '=', id)
    .where('state', 'in', ['created', 'failed'])
    .where(sql<boolean>`(confirming_at is null or confirming_at <= now() - make_interval(mins => ${CONFIRM_MINUTES}))`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Locks the open payments of a booking. Returns whether one of them may be captured at this moment. */
export async function lockOpenPayments(db: Db, bookingId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('payments')
    .select(sql<boolean | null>`confirming_at > now() - make_interval(mins => ${CONFIRM_MINUTES})`.as('isConfirming'))
    .where('booking_id', '=', bookingId)
    .where('state', 'in', ['created', 'failed'])
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.some(({ isConfirming }) => isConfirming);
}

/** Age after which a page of a provider cannot be paid. Neither bKash nor SSLCommerz documents a time. */
export const PAGE_MAX_MINUTES = 60;

/**
 * Ends open payments of these providers without an attempted capture: one of them, or all whose page is too old to be
 * paid.
 */
export async function updateAbandoned(db: Db, providers: string[], id?: string): Promise<boolean> {
  const result = await db
    .updateTable('payments')
    .set({ state: 'cancelled' })
    .where('state', 'in', ['created', 'failed'])
    .where('confirming_at', 'is', null)
    .where(sql<boolean>`provider = any(${providers}::text[])`)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) =>
      query.where('created_at', '<', sql<Date>`now() - make_interval(mins => ${PAGE_MAX_MINUTES})`),
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Records that an open payment is being captured. Returns the time of the earlier request that recorded it, null without
 * one in the last CONFIRM_MINUTES; undefined when the payment is not open.
 */
export async function updateConfirming(
  db: Db,
  provider: string,
  intent: string,
): Promise<{ since: Date | null } | undefined> {
  // "returning old" could return a version before a concurrent update of a row with triggers.
  const { rows } = await sql<{ since: Date | null }>`
    with locked as (select id, confirming_at from payments
      where provider = ${provider} and intent = ${intent} and state in ('created', 'failed') for update)
    update payments p set confirming_at = now() from locked where p.id = locked.id
    returning case when locked.confirming_at > now() - make_interval(mins => ${CONFIRM_MINUTES})
      then locked.confirming_at end as since`.execute(db);
  return rows[0];
}

/**
 * Opens an ended payment again, and records that it is being captured (reopen_payment,
 * migrations/2350_agreed_payment_wins.sql). Another open payment of its provider ends. Returns false while its booking
 * cannot be paid, and beside a payment whose money may be taken now.
 */
export async function reopenPayment(db: Db, provider: string, intent: string): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select reopen_payment(${provider}, ${intent}) as "isOpen"`.execute(db);
  return rows[0]?.isOpen ?? false;
}

/** A payment that another one ends, where that can be. */
export type OtherPayment = Pick<OpenPayment, 'id' | 'provider' | 'intent' | 'redirectUrl' | 'isConfirming'>;

/** Selects the open payments of a booking that began by other providers after one of its payments. */
export function selectBegunAfter(db: Db, id: string): Promise<OtherPayment[]> {
  return db
    .selectFrom('payments as p')
    .innerJoin('payments as o', 'o.booking_id', 'p.booking_id')
    .select(['o.id', 'o.provider', 'o.intent', 'o.redirect_url as redirectUrl'])
    .select(sql<boolean>`o.confirming_at is not null`.as('isConfirming'))
    .where('p.id', '=', id)
    .whereRef('o.provider', '<>', 'p.provider')
    .whereRef('o.created_at', '>=', 'p.created_at')
    .where('o.state', 'in', ['created', 'failed'])
    .execute();
}

/**
 * Ends a payment before its money is taken; the job continues to poll it. With `since`, restores the time of the earlier
 * request, and keeps the payment open.
 */
export async function updateNotTaken(db: Db, id: string, since: Date | null): Promise<void> {
  await db
    .updateTable('payments')
    .set(since ? { confirming_at: since } : { state: 'cancelled' })
    .where('id', '=', id)
    .where('state', 'in', ['created', 'failed'])
    .execute();
}

/** Records that the outcome of the capture is known. */
export async function updateConfirmed(db: Db, provider: string, intent: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ confirming_at: null })
    .where('provider', '=', provider)
    .where('intent', '=', intent)
    .execute();
}

/**
 * Finds a buyer's booking with its latest payment. Its successful one comes first, then one whose money may be taken now,
 * then those of `first`. Returns undefined without such a booking.
 */
export async function findLatestPayment(db: Db, bookingId: string, buyerId: string, first: string | undefined) {
  const row = await db
    .selectFrom('bookings as b')
    .leftJoin('payments as p', 'p.booking_id', 'b.id')
    .select(['p.provider', 'p.intent', 'p.state', 'p.refusal'])
    .select(sql<boolean>`p.confirming_at is not null`.as('isConfirming'))
    .where('b.id', '=', bookingId)
    .where('b.buyer_id', '=', buyerId)
    .orderBy(sql`p.state in ('succeeded', 'review')`, 'desc')
    .orderBy(sql`p.state in ('created', 'failed') and p.confirming_at is not null`, 'desc')
    .orderBy(sql`p.provider is not distinct from ${first ?? null}`, 'desc')
    .orderBy('p.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { provider, intent, isConfirming } = row;
  const [state, refusal] = [row.state as PaymentState, row.refusal as Refusal | null];
  return { payment: provider && intent ? { provider, intent, state, refusal, isConfirming } : undefined };
}
