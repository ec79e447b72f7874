import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { CASH_MAX_BOOKINGS, type CashRefusal, NO_SHOW_DAYS, NO_SHOWS_MAX_COUNT } from '../cash.rules.ts';
import { type BookingState, CODE_TRIES_MAX_COUNT, type Method, type Party, type Step } from '../rules.ts';
import { noShowTimes } from './no-shows.store.ts';
import { holdEnd } from './sales.store.ts';

/** A step as it is inserted. `wrong_code` counts against the limit of wrong codes and appears in no timeline. */
export interface NewStep {
  bookingId: string;
  step: Step | 'wrong_code';
  by: Party;
  reason?: string | undefined;
  /** The time of the passed deadline that caused the step. */
  at?: Date | null | undefined;
  /** For listeners: the deadline of a dispute caused it. */
  endsDispute?: boolean;
  /** For listeners: the answer accepts the claim. */
  isAccepted?: boolean;
  /** How the booking is paid, for listeners. */
  method?: Method | null;
}

/** Inserts a step of a booking, at the current time unless `at` is set. */
export async function insertStep(db: Db, { bookingId, step, by, reason = '', at }: NewStep): Promise<void> {
  await db
    .insertInto('booking_steps')
    .values({ booking_id: bookingId, step, by, reason: reason || null, ...(at && { at }) })
    .execute();
}

/**
 * Counts the wrong codes that one side entered for a booking: within the last minutes, and in all. `secondsLeft` is the
 * time until the first of the last ones is that old.
 */
export async function countWrongCodes(
  db: Db,
  bookingId: string,
  { by, minutes }: { by: 'buyer' | 'seller'; minutes: number },
): Promise<{ count: number; secondsLeft: number; total: number }> {
  const recent = sql`at > now() - make_interval(mins => ${minutes}::int)`;
  const { rows } = await sql<{ count: number; secondsLeft: number; total: number }>`
    select count(*) filter (where ${recent})::int as count, count(*)::int as total,
      coalesce(ceil(extract(epoch from min(at) filter (where ${recent}) + make_interval(mins => ${minutes}::int) - now())), 0)::int as "secondsLeft"
    from booking_steps where booking_id = ${bookingId} and step = 'wrong_code' and by = ${by}`.execute(db);
  return rows[0] ?? { count: 0, secondsLeft: 0, total: 0 };
}

/** The parts of a booking that only its own page shows to one side: timeline, times, and the phones of both sides. */
export async function findOrderDetails(db: Db, id: string, side: 'buyer' | 'seller') {
  const { noShowFrom, contradictUntil } = noShowTimes(side);
  return db
    .selectFrom('bookings as b')
    .innerJoin('products as p', 'p.id', 'b.product_id')
    .innerJoin('users as s', 's.id', 'b.seller_id')
    .select(['b.pickup_ends_at', 'b.fee_poisha', 'b.phone as buyer_phone'])
    .select(sql<number>`kept_poisha(b)`.as('kept_poisha'))
    .select(
      // From a view of the payments module, of the payment that made the sale. Without a sale every capture goes back.
      sql<number>`(select coalesce(min(by_hand_poisha), 0) from booking_payments where booking_id = b.id
        and state not in ('created', 'failed', 'cancelled') and made_sale = (b.paid_at is not null))`.as(
        'by_hand_poisha',
      ),
    )
    .select(
      sql<Date | null>`coalesce(b.handed_over_at, case when b.claimed_until <= now() then b.claimed_until end)`.as(
        'handed_over_at',
      ),
    )
    .select([
      'p.phone as seller_phone',
      'p.seller_verified',
      'p.status as product_status',
      's.name as seller_name',
      's.status as seller_status',
    ])
    .select([noShowFrom.as('noShowFrom'), contradictUntil.as('contradictUntil')])
    .select(
      sql<boolean>`${CODE_TRIES_MAX_COUNT} <= (select count(*) from booking_steps
        where booking_id = b.id and step = 'wrong_code' and by = 'seller')`.as('isCodeLocked'),
    )
    .select(
      // Oldest first. JSON has times as text.
      sql<{ step: Step; by: Party; at: string; reason: string | null }[]>`(
        select json_agg(json_build_object('step', step, 'by', by, 'at', at, 'reason', reason) order by at, place)
        from order_timeline where booking_id = b.id)`.as('timeline'),
    )
    .where('b.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Returns the reason against cash for a held booking, if any, and the end of its hold with cash. */
export async function findCashTerms(
  db: Db,
  bookingId: string,
  cashHoldMinutes: number,
): Promise<{ refusal: CashRefusal | undefined; until: Date } | undefined> {
  const missedTwo = (personId: RawBuilder<unknown>) => sql`exists (select from no_shows n
    where n.person_id = ${personId} and n.contradicted_at is null and n.contradict_until <= now()
      and n.reported_at > now() - make_interval(days => ${NO_SHOW_DAYS}::int)
    having count(*) >= ${NO_SHOWS_MAX_COUNT})`;
  const { rows } = await sql<Record<'seller' | 'open' | 'noShows', boolean> & { until: Date }>`
    select ${holdEnd(cashHoldMinutes)} as until, not p.cash or ${missedTwo(sql`bookings.seller_id`)} as seller,
      ${CASH_MAX_BOOKINGS} <= (select count(*) from bookings o where o.buyer_id = bookings.buyer_id and o.id <> bookings.id
        and o.state = 'held' and o.method = 'cash' and o.hold_until > now()) as open,
      ${missedTwo(sql`bookings.buyer_id`)} as "noShows"
    from bookings join products p on p.id = bookings.product_id where bookings.id = ${bookingId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  return { refusal: (['seller', 'open', 'noShows'] as const).find((reason) => row[reason]), until: row.until };
}

/** The facts of a booking that e-mails name. An erased person has no e-mail. */
export async function findOrderFacts(db: Db, id: string) {
  const { rows } = await sql<OrderFacts>`
    select b.item_name as "itemName", b.price_poisha as "pricePoisha", b.hold_until as "holdUntil",
      b.pickup_until as "pickupUntil", b.claimed_until as "claimedUntil", b.inspect_until as "inspectUntil", b.method, shown_state(b) as "stateNow",
      b.cash_told_at is not null as "isSellerNotified",
      exists (select from booking_payments where booking_id = b.id and state = 'review') as "isUnderReview",
      exists (select from booking_payments where booking_id = b.id and state in ('succeeded', 'review', 'refund_due', 'refunded')) as "isMoneyTaken",
      case shown_state(b) when 'disputed' then (select next_by from booking_disputes where booking_id = b.id) end as "disputeBy",
      array(select absent from no_shows where booking_id = b.id and contradicted_at is null and contradict_until > now()) as absent,
      s.name as "sellerName", case s.status when 'active' then s.email end as "sellerEmail", s.language as "sellerLanguage",
      u.name as "buyerName", case u.status when 'active' then u.email end as "buyerEmail", u.language as "buyerLanguage"
    from bookings b join users s on s.id = b.seller_id join users u on u.id = b.buyer_id where b.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

type Side = 'seller' | 'buyer';
export type OrderFacts = {
  itemName: string;
  pricePoisha: number;
  /** By the clock. */
  stateNow: BookingState;
  method: Method | null;
  disputeBy: Party | null;
  /** The sides that may still contradict a reported no-show. */
  absent: Party[];
} & Record<'isSellerNotified' | 'isUnderReview' | 'isMoneyTaken', boolean> &
  Record<'holdUntil' | 'pickupUntil' | 'claimedUntil' | 'inspectUntil', Date | null> &
  Record<`${Side}Name`, string> &
  Record<`${Side}Email`, string | null> &
  Record<`${Side}Language`, 'en' | 'bn' | null>;
