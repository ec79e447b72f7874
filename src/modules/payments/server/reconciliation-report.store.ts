import { sql } from 'kysely';
import { providerAccount } from '#modules/ledger/rules.ts';
import type { Db } from '#platform/database/database.ts';

const CAPTURED = `'review', 'succeeded', 'refund_due', 'refunded'`;
/** States of a booking whose money was taken or handed over, and not given back. */
const SALE = `'paid', 'handed_over', 'disputed', 'completed', 'partly_refunded'`;
/** States of a booking whose money waits for the end. */
const OPEN = `'held', 'paid', 'handed_over', 'disputed'`;
const ENDED = `'completed', 'partly_refunded', 'refunded', 'expired', 'cancelled'`;

/** A refund that the provider accepted may be pending for ten working days, as buyers are told. */
const PENDING_MAX_DAYS = 14;

/** Invariants of the books, of which constraints prevent most: for each a query for the ids of rows that break it. */
const VIOLATIONS: Record<string, string> = {
  'a product has two live bookings': `select product_id as id from bookings where state in ('held', ${SALE})
    group by product_id having count(*) > 1`,
  'a paid booking has a product that is not sold': `select b.id from bookings b join products p on p.id = b.product_id
    where b.state in (${SALE}) and p.status <> 'sold'`,
  'a paid booking has no payment that succeeded': `select b.id from bookings b where b.state in (${SALE})
    and b.method <> 'cash'
    and not exists (select from payments p where p.booking_id = b.id and p.state = 'succeeded')`,
  'a payment succeeded and its booking is not paid': `select p.id from payments p join bookings b on b.id = p.booking_id
    where p.state = 'succeeded' and b.state not in (${SALE})`,
  'a booking is refunded and none of its payments is': `select b.id from bookings b where b.state = 'refunded'
    and not exists (select from payments p where p.booking_id = b.id and p.state in ('refund_due', 'refunded'))`,
  'a payment is of another amount than was booked': `select p.id from payments p join bookings b on b.id = p.booking_id
    where p.amount_poisha <> b.price_poisha or p.currency <> b.currency`,
  'a booking was charged twice and not paid back': `select booking_id as id from payments
    where state = 'succeeded' group by booking_id having count(*) > 1`,
  'a captured payment is not in the ledger': `select p.id from payments p where p.state in (${CAPTURED})
    and not exists (select from ledger_transactions l where l.payment_id = p.id and l.kind = 'capture')`,
  'a refunded payment did not go back whole': `select p.id from payments p left join payment_balances b on b.payment_id = p.id
    where p.state = 'refunded' and coalesce(b.returned_poisha, 0) < coalesce(b.captured_poisha, 1)`,
  'a payment went back whole and is not refunded': `select p.id from payments p join payment_balances b on b.payment_id = p.id
    where p.state in ('succeeded', 'refund_due') and p.disputed_at is null
    and b.captured_poisha > 0 and b.returned_poisha >= b.captured_poisha`,
  'the ledger has a payment that was not captured': `select p.id from ledger_transactions l join payments p on p.id = l.payment_id
    where p.state not in (${CAPTURED})`,
  'the ledger reverses a return that it does not have': `select l.payment_id as id from ledger_transactions l
    where (l.kind = 'chargeback_reversed' and not exists (select from ledger_transactions o
      where o.payment_id = l.payment_id and o.kind = 'chargeback' and o.ref = l.ref and o.amount_poisha = l.amount_poisha))
    or (l.kind = 'refund_failed' and not exists (select from ledger_transactions o
      where o.payment_id = l.payment_id and o.kind = 'refund' and coalesce(o.ref, l.ref) = l.ref and o.amount_poisha >= l.amount_poisha))`,
  'a disputed payment lost nothing to a bank': `select p.id from payments p where p.disputed_at is not null
    and not exists (select from ledger_transactions l where l.payment_id = p.id and l.kind = 'chargeback')`,
  'a captured amount is not the booked price': `select p.id from ledger_transactions l join payments p on p.id = l.payment_id
    where l.kind = 'capture' and p.state = 'succeeded' and l.amount_poisha <> p.amount_poisha`,
  // Chargebacks are excluded: a bank may take more.
  'more was refunded than captured': `select payment_id as id from ledger_transactions where payment_id is not null group by payment_id
    having coalesce(sum(amount_poisha) filter (where kind in ('refund', 'by_hand')), 0)
      > coalesce(sum(amount_poisha) filter (where kind in ('capture', 'refund_failed')), 0)`,
  'somebody bought from themselves': `select id from bookings where buyer_id = seller_id`,
  'a sold or removed product is advertised': `select id from products where advertised and status <> 'unsold'`,
  'a transaction of the ledger does not balance': `select t.id as id from ledger_transactions t
    left join ledger_lines l on l.transaction_id = t.id group by t.id
    having coalesce(sum(l.amount_poisha), 1) <> 0 or sum(greatest(l.amount_poisha, 0)) <> t.amount_poisha`,
  'a balance is not the sum of its lines': `select coalesce(b.account, l.account) as id from ledger_balances b full join
    (select account, -sum(amount_poisha) as sum from ledger_lines where account ~ '^(held|seller|payouts):' group by account) as l
    on l.account = b.account where b.balance_poisha is distinct from l.sum`,
  'the sums of a month are not those of its lines': `select distinct account || ' ' || month as id from (
    (table ledger_months except table ledger_month_sums) union all (table ledger_month_sums except table ledger_months)) as m`,
  'an account is below zero': `select account as id from ledger_balances where balance_poisha < 0`,
  'a booking holds less than is due back': `select d.booking_id as id from booking_dues d
    left join ledger_balances l on l.account = 'held:' || d.booking_id where coalesce(l.balance_poisha, 0) < d.due_poisha`,
  'a booking has ended and holds money': `select b.id as id from ledger_balances l join bookings b on l.account = 'held:' || b.id
    left join booking_dues d on d.booking_id = b.id
    where b.state in (${ENDED}) and l.balance_poisha > coalesce(d.due_poisha, 0)`,
  'an open sale does not hold its captured amount less its returns': `select b.id from bookings b
    left join ledger_balances l on l.account = 'held:' || b.id
    where b.state in (${OPEN}) and coalesce(l.balance_poisha, 0) <> sale_holds(b.id)`,
  'money of an open sale was released': `select b.id from ledger_transactions t join bookings b on b.id = t.booking_id
    where t.kind = 'release' and b.state in (${OPEN})`,
  'money of a sale went to another seller': `select t.booking_id as id from ledger_transactions t
    join bookings b on b.id = t.booking_id join ledger_lines l on l.transaction_id = t.id
    where t.kind in ('release', 'take_back') and l.account like 'seller:%' and l.account <> 'seller:' || b.seller_id`,
  'a sale was completed before its inspection ended': `select b.id from bookings b where b.state = 'completed'
    and b.inspect_until > now() and not exists (select from booking_steps s where s.booking_id = b.id and s.step = 'disputed')`,
  'held, released and returned money differs from the captured amount': `select t.booking_id as id from ledger_transactions t
    where t.booking_id is not null group by t.booking_id
    having coalesce(sum(case when t.kind in ('capture', 'refund_failed', 'chargeback_reversed', 'take_back') then t.amount_poisha
      when t.kind in ('refund', 'chargeback', 'by_hand', 'release') then -t.amount_poisha end), 0)
      <> coalesce((select balance_poisha from ledger_balances where account = 'held:' || t.booking_id), 0)
      and not bool_or(t.kind = 'correction')`,
  'the part that is due back differs from the missing amount': `select p.id from payments p left join payment_balances b
    on b.payment_id = p.id where p.state = 'succeeded' and p.return_poisha > 0
    and p.part_due_poisha <> greatest(0, p.return_poisha - coalesce(b.returned_poisha, 0))`,
  'a payment is under review and its booking is a sale already': `select p.id from payments p join bookings b on b.id = p.booking_id
    where p.state = 'review' and b.state in (${SALE})`,
  'a refund is due for over an hour': `select id from payments p where (state = 'refund_due' or part_due_poisha > 0) and disputed_at is null
    and updated_at < now() - interval '1 hour'
    and not exists (select from refund_requests r where r.payment_id = p.id and r.ref is not null
      and r.at > now() - interval '${PENDING_MAX_DAYS} days' and not exists (select from ledger_transactions l
        where l.payment_id = r.payment_id and l.kind = 'refund' and l.ref = r.ref))`,
};

/** Returns the violated invariants, each with the first ids. */
export async function findBrokenInvariants(db: Db): Promise<{ rule: string; ids: string[] }[]> {
  const broken = [];
  for (const [rule, query] of Object.entries(VIOLATIONS)) {
    const { rows } = await sql<{ id: string }>`select id::text from (${sql.raw(query)}) as found limit 20`.execute(db);
    if (rows.length > 0) broken.push({ rule, ids: rows.map((row) => row.id) });
  }
  return broken;
}

/** The ledger's totals of one payment, in minor units. */
export interface LedgerTotals {
  provider: string;
  intent: string;
  captured: number;
  /** By the provider: returns by hand are excluded. */
  refunded: number;
  /** Held by banks. */
  withdrawn: number;
  /** Time of the last ledger line; null without any. */
  changed: Date | null;
}

/** Sums the lines of a kind, less their reversals. */
function sumOf(kind: string, reversal: string) {
  return sql<number>`coalesce((select sum(case kind when ${kind} then amount_poisha when ${reversal} then -amount_poisha end)
    from ledger_transactions where payment_id = p.id), 0)::bigint`;
}

function ledgerTotals(db: Db) {
  return db
    .selectFrom('payments as p')
    .select(['p.provider', 'p.intent'])
    .select([
      sumOf('capture', '').as('captured'),
      sumOf('refund', 'refund_failed').as('refunded'),
      sumOf('chargeback', 'chargeback_reversed').as('withdrawn'),
      sql<Date | null>`(select max(at) from ledger_transactions where payment_id = p.id)`.as('changed'),
    ]);
}

/** Selects the ledger's totals of payments with these numbers at the provider. */
export function selectLedgerTotals(db: Db, provider: string, intents: string[]): Promise<LedgerTotals[]> {
  return ledgerTotals(db)
    .where('p.provider', '=', provider)
    .where('p.intent', '=', sql<string>`any(${intents})`)
    .execute();
}

/** Returns the money that a provider holds by the ledger, in minor units. */
export async function findProviderMoney(db: Db, provider: string): Promise<number> {
  const { held } = await db
    .selectFrom('ledger_lines')
    .select(sql<number>`coalesce(sum(amount_poisha), 0)::bigint`.as('held'))
    .where('account', '=', providerAccount(provider))
    .executeTakeFirstOrThrow();
  return held;
}

const isRecent = (days: number) => sql<boolean>`created_at > now() - make_interval(days => ${days}::int)`;

/** Selects the numbers of a provider's payments of the last days, after one of them. */
export async function selectNumbers(db: Db, provider: string, after: string, limit: number, days: number) {
  const rows = await db
    .selectFrom('payments')
    .select('intent')
    .where('provider', '=', provider)
    .where('intent', '>', after)
    .where(isRecent(days))
    .orderBy('intent')
    .limit(limit)
    .execute();
  return rows.map(({ intent }) => intent);
}

/**
 * Selects captured payments of the last days, and all of some providers, after one of them. They are ordered by their
 * number.
 */
export function selectCaptured(
  db: Db,
  providers: readonly string[],
  { after, limit, days }: { after: string; limit: number; days: number },
): Promise<LedgerTotals[]> {
  return ledgerTotals(db)
    .where('p.state', 'in', ['review', 'succeeded', 'refund_due', 'refunded'])
    .where('p.intent', '>', after)
    .where(sql<boolean>`(provider = any(${providers}::text[]) or ${isRecent(days)})`)
    .orderBy('p.intent')
    .limit(limit)
    .execute();
}
