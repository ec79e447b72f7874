import { idOf, when } from './numbered-rows.ts';

/** The tables of the trade, whose rows are inserted without their triggers. */
export const TRADE_TABLES = [
  'bookings',
  'payments',
  'booking_steps',
  'no_shows',
  'disputes',
  'dispute_words',
  'payouts',
  'payout_accounts',
  'ledger_transactions',
  'ledger_lines',
  'ledger_balances',
  'ledger_months',
];

/** One sale of this number waits for the decision of its dispute. The open disputes are older than most closed ones. */
export const SALES_PER_DECISION_COUNT = 1000;
/** Open payouts of each state. */
const OPEN_PAYOUTS_COUNT = 30;
/** Payouts of one sale, so that they are not more than its release. */
const PAYOUTS_OF_SALE_MAX_COUNT = 4;
/** Fewer rows would not be a large table. */
const TABLE_MIN_ROWS = 2500;

/**
 * Returns the statements that insert the trade after the bookings and their payments: the ledger, disputes of sales,
 * payouts to the sellers, accounts, steps and no-shows. `sales` is the number of the last sale, `refunds` of refunded
 * bookings.
 */
export function tradeOf({ products, sales, refunds }: Record<'products' | 'sales' | 'refunds', number>): string[] {
  const payouts = Math.max(PAYOUTS_OF_SALE_MAX_COUNT * Math.min(sales, TABLE_MIN_ROWS / 2), Math.ceil(products * 0.04));
  const disputes = Math.max(TABLE_MIN_ROWS, Math.ceil(products * 0.04));
  // Neither buys nor sells.
  const admin = idOf('person', '3');
  return [
    'insert into receipts (booking_id) select id from bookings where paid_at is not null order by paid_at, id',
    capturesOf('true'),
    releasesOf('true'),
    disputesOf(
      `(select *, row_number() over (order by paid_at) as n from bookings
        where state = 'disputed' or (state in ('completed', 'refunded') and random() < ${disputes / (sales + refunds)})) as b`,
      { id: idOf('dispute', 'b.n'), admin },
    ),
    wordsOf('true'),
    `insert into payouts (id, seller_id, amount_poisha, state, requested_at, state_at, kind, account, bank, branch, routing, holder,
        sent_by, closed_by, reference, reason, transfer_at, exported_at)
      select ${idOf('payout', 'n')}, seller_id, price_poisha / ${PAYOUTS_OF_SALE_MAX_COUNT + 1}, p.state, at, at + interval '1 hour', kind, account, bank, branch, routing, holder,
        case when p.state <> 'due' then ${admin} end, case when p.state in ('paid', 'failed') then ${admin} end,
        case p.state when 'paid' then 'TRX' || n end, case p.state when 'failed' then 'Account closed' end,
        case when p.state = 'paid' and kind = 'bkash' and n % 2 = 0 then at end,
        case when p.state = 'paid' and kind = 'bank' then date_trunc('day', at) + interval '1 day' end
      from (select n, ${when('n', payouts)} as at, case when n > ${payouts - OPEN_PAYOUTS_COUNT} then 'due'
          when n > ${payouts - 2 * OPEN_PAYOUTS_COUNT} then 'sent' when n % 30 = 0 then 'failed' else 'paid' end as state
        from generate_series(1, ${payouts}) as n) as p
      join bookings b on b.id = ${idOf('booking', `1 + n % ${sales}`)} and b.state = 'completed'
      cross join lateral (${accountOf('n % 8 = 0')}) as a`,
    payoutEntriesOf('true'),
    `insert into payout_accounts (user_id, kind, account, bank, branch, routing, holder, changed_at, payable_from, weekly_next_at)
      select user_id, a.*, now() - interval '300 days', now() - interval '299 days', case when n % 10 = 1 then now() + interval '5 days' end
      from (select user_id, row_number() over (order by user_id) as n from user_roles where role = 'seller') as s
      cross join lateral (${accountOf('n % 8 = 0')}) as a`,
    stepsOf('true'),
    `insert into no_shows (booking_id, absent, person_id, reported_at, contradict_until, contradicted_at)
      select id, 'buyer', buyer_id, created_at, created_at + interval '2 days', case when random() < 0.5 then created_at end
      from bookings where state = 'cancelled'`,
    `insert into ledger_balances (account, balance_poisha)
      select account, -sum(amount_poisha) from ledger_lines where account ~ '^(held|seller|payouts):' group by account`,
    'insert into ledger_months table ledger_month_sums',
  ];
}

/** Returns the query of the account of a payout. */
function accountOf(isBank: string): string {
  return `select case when ${isBank} then 'bank' else 'bkash' end as kind, case when ${isBank} then '4418601000482' else '01711000482' end as account,
    case when ${isBank} then 'Sonali Bank' end as bank, case when ${isBank} then 'Mirpur' end as branch,
    case when ${isBank} then '200262985' end as routing, case when ${isBank} then 'Nusrat Jahan' end as holder`;
}

/** Returns the statement that enters the captures and refunds of bookings into the ledger. */
export function capturesOf(condition: string): string {
  return `with booked as (
      insert into ledger_transactions (booking_id, payment_id, kind, ref, amount_poisha, at)
      select booking_id, p.id, kind, case kind when 'refund' then 're_' || p.id end, amount_poisha, p.created_at
      from payments p join bookings b on b.id = p.booking_id
      cross join unnest(case p.state when 'refunded' then '{capture,refund}' else '{capture}' end::text[]) as kind
      where p.state in ('succeeded', 'refunded') and ${condition}
      returning id, booking_id, case kind when 'capture' then amount_poisha else -amount_poisha end as amount)
    insert into ledger_lines (transaction_id, account, amount_poisha)
    select id, account, line.amount from booked
    cross join lateral (values ('provider:stripe', booked.amount), ('held:' || booking_id, -booked.amount)) as line (account, amount)`;
}

/** Returns the statement that releases the money of completed sales to their sellers. */
export function releasesOf(condition: string): string {
  return `with released as (
      insert into ledger_transactions (booking_id, kind, amount_poisha, at)
      select id, 'release', price_poisha, paid_at from bookings b where state = 'completed' and ${condition}
      returning id, booking_id, amount_poisha)
    insert into ledger_lines (transaction_id, account, amount_poisha)
    select released.id, account, amount from released join bookings b on b.id = released.booking_id
    cross join lateral (values ('held:' || b.id, released.amount_poisha), ('seller:' || b.seller_id, -released.amount_poisha))
      as line (account, amount)`;
}

/**
 * Returns the statement that inserts the disputes of bookings `b`: undecided, rejected by an admin, or accepted by the
 * seller.
 */
export function disputesOf(bookings: string, { id, admin }: Record<'id' | 'admin', string>): string {
  const [isRejected, isAccepted] = [`b.state = 'completed'`, `b.state = 'refunded'`];
  return `insert into disputes (id, booking_id, seller_id, buyer_id, price_poisha, currency, reason, answer_minutes, return_minutes,
      state, opened_at, since, outcome, amount_poisha, with_return, settled_by, decisions, decided_by, decided_at, appeal_until,
      refunded_poisha, ended_at)
    select ${id}, b.id, seller_id, buyer_id, price_poisha, currency, 'damaged', 2880, 10080,
      case b.state when 'disputed' then 'decision' else 'closed' end, at, at + interval '2 days',
      case when ${isRejected} then 'none' when ${isAccepted} then 'refund' end,
      case when ${isRejected} then 0 when ${isAccepted} then price_poisha end, case when ${isRejected} or ${isAccepted} then false end,
      case when ${isRejected} then 'store' when ${isAccepted} then 'seller' end, case when ${isRejected} then 1 else 0 end,
      case when ${isRejected} then ${admin} end, case when ${isRejected} then at + interval '2 days' end,
      case when ${isRejected} then at + interval '4 days' end,
      case when ${isRejected} then 0 when ${isAccepted} then price_poisha end, case when ${isRejected} or ${isAccepted} then at + interval '4 days' end
    from ${bookings} cross join lateral (values (b.paid_at)) as o (at)`;
}

/** Returns the statement that inserts the words of disputes `d`. Those of disputes that ended longer ago are deleted. */
export function wordsOf(condition: string): string {
  return `insert into dispute_words (dispute_id, kind, by, text, facts, at, ended_at)
    select d.id, w.kind, w.by, w.text, w.facts, d.opened_at + w.after, d.ended_at from disputes d
    cross join lateral (values ('listing', 'seller', '', '{}'::jsonb, interval '0'),
      ('claim', 'buyer', 'The brake does not hold and a wheel is bent.', null, interval '0'),
      (case d.outcome when 'refund' then 'accept' when 'none' then 'decision' else 'refuse' end, case d.outcome when 'none' then 'store' else 'seller' end,
        'The listing names the bent wheel and the brake.', case d.outcome when 'none' then '{"outcome": "none", "withReturn": false}'::jsonb end, interval '2 days'))
      as w (kind, by, text, facts, after)
    where (d.ended_at is null or d.ended_at > now() - interval '11 months') and ${condition}`;
}

/** Returns the statement that books payouts `p`. */
export function payoutEntriesOf(condition: string): string {
  return `with booked as (
      insert into ledger_transactions (kind, ref, amount_poisha, at)
      select entry, p.id::text, amount_poisha, case entry when 'payout' then requested_at else state_at end from payouts p
      cross join unnest(case state when 'paid' then '{payout,payout_paid}' when 'failed' then '{payout,payout_failed}' else '{payout}' end::text[]) as entry
      where ${condition}
      returning id, kind, ref, amount_poisha)
    insert into ledger_lines (transaction_id, account, amount_poisha)
    select booked.id, line.account, line.amount from booked join payouts p on p.id = booked.ref::uuid
    cross join lateral (values ('seller:' || p.seller_id, 'payouts:' || p.id, case when p.transfer_at is null then 'bank' else 'provider:bkash' end))
      as names (seller, payout, paid_from)
    cross join lateral (values (case booked.kind when 'payout' then seller else payout end, booked.amount_poisha),
      (case booked.kind when 'payout' then payout when 'payout_failed' then seller else paid_from end, -booked.amount_poisha)) as line (account, amount)`;
}

/** Returns the statement that inserts the steps of bookings `b`. */
export function stepsOf(condition: string): string {
  return `insert into booking_steps (booking_id, step, by, at)
    select b.id, s.step, s.by, b.paid_at + s.after from bookings b
    join (values ('completed', 'handed_over', 'seller', interval '1 hour'), ('completed', 'received', 'buyer', interval '2 hours'),
      ('completed', 'completed', 'clock', interval '3 days'), ('refunded', 'called_off', 'seller', interval '1 hour'),
      ('disputed', 'handed_over', 'seller', interval '1 hour'), ('disputed', 'disputed', 'buyer', interval '2 hours'))
      as s (state, step, by, after) on s.state = b.state
    where ${condition}`;
}
