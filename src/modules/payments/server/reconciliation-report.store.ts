import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

const CAPTURED = `'succeeded', 'refund_due', 'refunded'`;

/**
 * Invariants of the books: for each violation a query for the ids of its rows. Constraints of the database prevent most of
 * them.
 */
const VIOLATIONS: Record<string, string> = {
  'a product has two live bookings': `select product_id as id from bookings where state in ('held', 'paid')
    group by product_id having count(*) > 1`,
  'a paid booking has a product that is not sold': `select b.id from bookings b join products p on p.id = b.product_id
    where b.state = 'paid' and p.status <> 'sold'`,
  'a paid booking has no payment that succeeded': `select b.id from bookings b where b.state = 'paid'
    and not exists (select from payments p where p.booking_id = b.id and p.state = 'succeeded')`,
  'a payment succeeded and its booking is not paid': `select p.id from payments p join bookings b on b.id = p.booking_id
    where p.state = 'succeeded' and b.state <> 'paid'`,
  'a booking is refunded and none of its payments is': `select b.id from bookings b where b.state = 'refunded'
    and not exists (select from payments p where p.booking_id = b.id and p.state in ('refund_due', 'refunded'))`,
  'a payment is of another amount than was booked': `select p.id from payments p join bookings b on b.id = p.booking_id
    where p.amount_poisha <> b.price_poisha or p.currency <> b.currency`,
  'a booking was charged twice and not paid back': `select booking_id as id from payments
    where state = 'succeeded' group by booking_id having count(*) > 1`,
  'a captured payment is not in the ledger': `select p.id from payments p where p.state in (${CAPTURED})
    and not exists (select from ledger l where l.payment_id = p.id and l.kind = 'capture')`,
  'a refunded payment did not go back whole': `select p.id from payments p left join payment_balances b on b.payment_id = p.id
    where p.state = 'refunded' and coalesce(b.returned_poisha, 0) < coalesce(b.captured_poisha, 1)`,
  'a payment went back whole and is not refunded': `select p.id from payments p join payment_balances b on b.payment_id = p.id
    where p.state in ('succeeded', 'refund_due') and p.disputed_at is null
    and b.captured_poisha > 0 and b.returned_poisha >= b.captured_poisha`,
  'the ledger has a payment that was not captured': `select p.id from ledger l join payments p on p.id = l.payment_id
    where p.state not in (${CAPTURED})`,
  'the ledger takes back what it did not return': `select l.payment_id as id from ledger l
    where (l.kind = 'chargeback_reversed' and not exists (select from ledger o
      where o.payment_id = l.payment_id and o.kind = 'chargeback' and o.ref = l.ref and o.amount_poisha = l.amount_poisha))
    or (l.kind = 'refund_failed' and not exists (select from ledger o
      where o.payment_id = l.payment_id and o.kind = 'refund' and coalesce(o.ref, l.ref) = l.ref and o.amount_poisha >= l.amount_poisha))`,
  'a disputed payment lost nothing to a bank': `select p.id from payments p where p.disputed_at is not null
    and not exists (select from ledger l where l.payment_id = p.id and l.kind = 'chargeback')`,
  'a captured amount is not the booked price': `select p.id from ledger l join payments p on p.id = l.payment_id
    where l.kind = 'capture' and p.state = 'succeeded' and l.amount_poisha <> p.amount_poisha`,
  // Chargebacks are excluded: a bank may take more.
  'more was refunded than had come': `select payment_id as id from ledger group by payment_id
    having coalesce(sum(amount_poisha) filter (where kind in ('refund', 'by_hand')), 0)
      > coalesce(sum(amount_poisha) filter (where kind in ('capture', 'refund_failed')), 0)`,
  'somebody bought from themselves': `select id from bookings where buyer_id = seller_id`,
  'a sold or removed product is advertised': `select id from products where advertised and status <> 'unsold'`,
  'a refund is due for over an hour': `select id from payments where state = 'refund_due' and disputed_at is null
    and updated_at < now() - interval '1 hour'`,
};

/** Returns the violated invariants, each with the first ids. */
export async function findBrokenInvariants(db: Db): Promise<{ rule: string; ids: string[] }[]> {
  const broken = [];
  for (const [rule, query] of Object.entries(VIOLATIONS)) {
    const { rows } = await sql<{ id: string }>`select id from (${sql.raw(query)}) as found limit 20`.execute(db);
    if (rows.length > 0) broken.push({ rule, ids: rows.map((row) => row.id) });
  }
  return broken;
}

/** The ledger's totals of one payment, in minor units. */
export interface LedgerTotals {
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
    from ledger where payment_id = p.id), 0)::bigint`;
}

function ledgerTotals(db: Db) {
  return db
    .selectFrom('payments as p')
    .select('p.intent')
    .select([
      sumOf('capture', '').as('captured'),
      sumOf('refund', 'refund_failed').as('refunded'),
      sumOf('chargeback', 'chargeback_reversed').as('withdrawn'),
      sql<Date | null>`(select max(at) from ledger where payment_id = p.id)`.as('changed'),
    ]);
}

/** Selects the ledger's totals of payments with these numbers at the provider. */
export function selectLedgerTotals(db: Db, intents: string[]): Promise<LedgerTotals[]> {
  return ledgerTotals(db).where('p.intent', '=', sql<string>`any(${intents})`).execute();
}

/** Selects captured payments ordered by their number at the provider, after one of them. */
export function selectCaptured(db: Db, after: string, limit: number): Promise<LedgerTotals[]> {
  return ledgerTotals(db)
    .where('p.state', 'in', ['succeeded', 'refund_due', 'refunded'])
    .where('p.intent', '>', after)
    .orderBy('p.intent')
    .limit(limit)
    .execute();
}
