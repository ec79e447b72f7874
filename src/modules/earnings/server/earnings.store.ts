import { type RawBuilder, sql } from 'kysely';
import type { BookingState, Method } from '#modules/bookings/rules.ts';
import { FEES, sellerAccount } from '#modules/ledger/rules.ts';
import type { Db } from '#platform/database/database.ts';
import { type PageRequest, selectPage } from '#platform/database/keyset.ts';
import { runCompiled } from '#platform/database/prepared.ts';
import type { LineFilter } from '../contract.ts';
import type { AccountKind, PayoutState } from '../rules.ts';

/**
 * The states of a sale whose money waits for its release. Literals, so that one plan for all sellers uses partial
 * indexes.
 */
const ON_HOLD = sql`('paid', 'handed_over', 'disputed')`;

/** The reason against the erasure of a person with money: the place of the money. */
export type MoneyDue =
  | 'purchase-open'
  | 'refund-stopped'
  | 'bank-dispute'
  | 'payout-open'
  | 'money-on-hold'
  | 'money-available';

/** Finds the place of a person's money; null when the store has none. */
export async function findMoneyDue(db: Db, personId: string): Promise<MoneyDue | null> {
  const { rows } = await sql<{ due: MoneyDue | null }>`
    select case
      when exists (select from bookings b where b.buyer_id = ${personId} and b.state in ${ON_HOLD}
        and state_now(b) in ${ON_HOLD}) then 'purchase-open'
      when exists (select from bookings b join stopped_refunds s on s.booking_id = b.id where b.buyer_id = ${personId})
        then 'refund-stopped'
      when exists (select from payments p join bookings b on b.id = p.booking_id
        where p.disputed_at is not null and p.state = 'succeeded' and b.seller_id = ${personId}) then 'bank-dispute'
      when exists (select from payouts where seller_id = ${personId} and state in ('due', 'sent')) then 'payout-open'
      when exists (${onHold(personId)}) then 'money-on-hold'
      when (select balance_poisha from ledger_balances where account = ${sellerAccount(personId)}) > 0 then 'money-available'
    end as due`.execute(db);
  return rows[0]?.due ?? null;
}

function onHold(sellerId: string) {
  return sql`select from bookings where seller_id = ${sellerId} and state in ${ON_HOLD}`;
}

/** Whether a seller has money on hold or a product for sale. */
export async function hasUnfinished(db: Db, sellerId: string): Promise<boolean> {
  const { rows } = await sql<{ unfinished: boolean }>`
    select exists (select from products where seller_id = ${sellerId} and status = 'unsold')
      or exists (${onHold(sellerId)}) as unfinished`.execute(db);
  return rows[0]?.unfinished ?? false;
}

/** Sales of one batch whose passed deadlines are applied. */
export const PAST_DEADLINE_MAX_SALES = 50;

/**
 * Returns a query of the ids of some sales of a seller whose passed deadlines no job has applied. At random, so that
 * failing ones block no other.
 */
export function salesPastDeadline(sellerId: RawBuilder<unknown>) {
  return sql`select b.id from bookings b where b.seller_id = ${sellerId} and b.state in ${ON_HOLD}
    and shown_state(b) <> b.state order by random() limit ${sql.lit(PAST_DEADLINE_MAX_SALES)}`;
}

/** Selects some sales of a seller whose passed deadlines no job has applied. */
export async function selectSalesPastDeadline(db: Db, sellerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${salesPastDeadline(sql`${sellerId}`)}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface EarningsRow {
  available: number;
  on_hold: number;
  /** Some sales whose passed deadlines no job has applied. */
  passed: string[];
  paid_out: number;
  paid_out_since: string | null;
  has_password: boolean;
  months: { month: string; earned: number }[];
  account: {
    kind: AccountKind;
    account: string;
    bank: string | null;
    branch: string | null;
    routing: string | null;
    holder: string | null;
    changed_at: string;
    payable_from: string;
    is_on_hold: boolean;
    is_weekly: boolean;
  } | null;
  payouts: { number: number; amount: number; state: PayoutState; at: string; reason: string | null }[];
}

/** The seller's share of a sale `b` by the clock, in poisha, before its release. */
const SHARE = sql<number>`greatest(0, kept_poisha(b) - b.fee_poisha)`;

/** Payouts that are shown in any state, besides the open ones. */
const NEWEST_PAYOUTS_COUNT = 5;

/** The open payouts of a seller `u`. */
const OPEN_PAYOUTS = sql`seller_id = u.id and state in ('due', 'sent')`;

/** Finds a seller's sums in poisha, by one statement. `months` has the months with releases since the first of `since`. */
export async function findEarnings(db: Db, sellerId: string, since: string): Promise<EarningsRow> {
  const account = sellerAccount(sellerId);
  const query = sql<EarningsRow>`
    select
      coalesce((select balance_poisha from ledger_balances where account = ${account}), 0) as available,
      (select coalesce(sum(${SHARE}), 0)::bigint from bookings b
        where b.seller_id = u.id and b.state in ${ON_HOLD}) as on_hold,
      array(${salesPastDeadline(sql`u.id`)}) as passed,
      (select coalesce(sum(payouts_poisha), 0) from ledger_months where account = ${account})::bigint
        - (select coalesce(sum(amount_poisha), 0) from payouts where ${OPEN_PAYOUTS})::bigint as paid_out,
      (select min(state_at) from payouts where seller_id = u.id and state = 'paid')::text as paid_out_since,
      exists (select from credentials c where c.account_id = u.account_id and c.password is not null) as has_password,
      (select coalesce(jsonb_agg(m), '[]') from (
        select to_char(month, 'YYYY-MM') as month, sales_poisha as earned
        from ledger_months where account = ${account} and month >= ${`${since}-01`}::date) as m) as months,
      (select to_jsonb(a) from (select kind, account, bank, branch, routing, holder, changed_at, payable_from,
          payable_from > now() as is_on_hold, weekly_next_at is not null as is_weekly
        from payout_accounts where user_id = u.id) as a) as account,
      (select coalesce(jsonb_agg(p), '[]') from (select number, amount_poisha as amount, state, state_at as at, reason
        from payouts where id in (select id from payouts where ${OPEN_PAYOUTS} union all (
          select id from payouts where seller_id = u.id order by requested_at desc, id desc limit ${sql.lit(NEWEST_PAYOUTS_COUNT)}))
        order by requested_at desc, id desc) as p) as payouts
    from users u where u.id = ${sellerId}`;
  const [row] = await runCompiled(db, query.compile(db));
  if (!row) throw new Error('The caller has no row in users.');
  return row;
}

export interface LineRow {
  id: string;
  item_name: string;
  item_image: string;
  /** Null for a deleted account. */
  buyer_name: string | null;
  method: Method;
  /** By the clock, as the next two. */
  state: BookingState;
  settling: boolean;
  share_poisha: number;
  price_poisha: number;
  fee_poisha: number;
  /** The part of the price that the buyer does not get back. */
  kept_poisha: number;
  paid_at: Date;
  inspect_until: Date | null;
  /** The ledger gave it to the seller; null before a release. */
  released_poisha: number | null;
  /** The ledger gave it to the store; null before a release. */
  fee_taken_poisha: number | null;
  released_at: Date | null;
  /** Some sales of the seller whose passed deadlines no job has applied; the same in each row. */
  passed: string[];
}

/** The sum of the entries of a sale of which `condition` is true; null when the sale has no entry. */
function sumWhere(condition: ReturnType<typeof sql>) {
  return sql<
    number | null
  >`case when count(*) > 0 then -coalesce(sum(l.amount_poisha) filter (where ${condition}), 0)::bigint end`;
}

function salesOf(db: Db, sellerId: string) {
  return db
    .selectFrom('bookings as b')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'b.buyer_id').on('u.status', '=', 'active'))
    .innerJoinLateral(
      (entries) =>
        entries
          .selectFrom('ledger_transactions as t')
          .innerJoin('ledger_lines as l', 'l.transaction_id', 't.id')
          .select([
            // A fee may take the whole release.
            sumWhere(sql`l.account <> ${FEES}`).as('released_poisha'),
            sumWhere(sql`l.account = ${FEES}`).as('fee_taken_poisha'),
            sql<Date | null>`min(t.at)`.as('released_at'),
          ])
          .whereRef('t.booking_id', '=', 'b.id')
          .where('l.account', 'in', [sellerAccount(sellerId), FEES])
          .as('released'),
      (join) => join.onTrue(),
    )
    .select(['b.id', 'b.item_name', 'b.item_image', 'u.name as buyer_name', 'b.price_poisha', 'b.fee_poisha'])
    .select(['b.inspect_until', 'released.released_poisha', 'released.fee_taken_poisha', 'released.released_at'])
    .select([
      sql<Method>`b.method`.as('method'),
      sql<BookingState>`shown_state(b)`.as('state'),
      sql<boolean>`b.state in ${ON_HOLD} and shown_state(b) in ('completed', 'partly_refunded')`.as('settling'),
      SHARE.as('share_poisha'),
      sql<number>`kept_poisha(b)`.as('kept_poisha'),
      sql<Date>`b.paid_at`.as('paid_at'),
      sql<string[]>`array(${salesPastDeadline(sql`${sellerId}`)})`.as('passed'),
    ])
    .where('b.seller_id', '=', sellerId)
    .where('b.paid_at', 'is not', null);
}

/** Selects a page of a seller's sales, newest first: all, those whose money waits, or those whose money was released. */
export function selectSales(db: Db, sellerId: string, page: PageRequest, show: LineFilter | undefined) {
  const sales = salesOf(db, sellerId)
    .$if(show === 'on-hold', (query) =>
      query.where(sql<boolean>`b.state in ${ON_HOLD} and shown_state(b) <> 'refunded'`),
    )
    .$if(show === 'released', (query) =>
      query.where(sql<boolean>`b.state in ('completed', 'partly_refunded') and b.method <> 'cash'`),
    );
  return selectPage(db, sales, ['b.paid_at', 'b.id'], page);
}
