import { sql } from 'kysely';
import type { Db } from '#platform/server/database.ts';

/**
 * What must never be found, each with the ids that it is found in. The database's constraints keep most of it out; this
 * looks whether they did.
 */
const NEVER: Record<string, string> = {
  'a product has two live bookings': `select product_id as id from bookings where state in ('held', 'paid')
    group by product_id having count(*) > 1`,
  'a paid booking has a product that is not sold': `select b.id from bookings b join products p on p.id = b.product_id
    where b.state = 'paid' and p.status <> 'sold'`,
  'a paid booking has no payment that succeeded': `select b.id from bookings b where b.state = 'paid'
    and not exists (select from payments p where p.booking_id = b.id and p.state = 'succeeded')`,
  'a payment succeeded and its booking is not paid': `select p.id from payments p join bookings b on b.id = p.booking_id
    where p.state = 'succeeded' and b.state <> 'paid'`,
  'a payment is of another amount than was booked': `select p.id from payments p join bookings b on b.id = p.booking_id
    where p.amount_poisha <> b.price_poisha or p.currency <> b.currency`,
  'a booking was charged twice and not paid back': `select booking_id as id from payments
    where state = 'succeeded' group by booking_id having count(*) > 1`,
  'a captured payment is not in the ledger': `select p.id from payments p
    where p.state in ('succeeded', 'refund_due', 'refunded')
    and not exists (select from ledger l where l.payment_id = p.id and l.kind = 'capture')`,
  'a refunded payment is not in the ledger': `select p.id from payments p where p.state = 'refunded'
    and not exists (select from ledger l where l.payment_id = p.id and l.kind = 'refund')`,
  'the ledger has a capture of a payment that was not captured': `select p.id from ledger l join payments p on p.id = l.payment_id
    where l.kind = 'capture' and p.state not in ('succeeded', 'refund_due', 'refunded')`,
  'the ledger has a refund of a payment that was not refunded': `select p.id from ledger l join payments p on p.id = l.payment_id
    where l.kind = 'refund' and p.state <> 'refunded'`,
  'a captured amount is not the booked price': `select p.id from ledger l join payments p on p.id = l.payment_id
    where l.kind = 'capture' and p.state = 'succeeded' and l.amount_poisha <> p.amount_poisha`,
  'more went back than had come': `select payment_id as id from ledger group by payment_id
    having sum(amount_poisha) filter (where kind = 'refund') > sum(amount_poisha) filter (where kind = 'capture')`,
  'somebody bought from themselves': `select id from bookings where buyer_id = seller_id`,
  'a sold or removed product is advertised': `select id from products where advertised and status <> 'unsold'`,
  'a refund is due for over an hour': `select id from payments where state = 'refund_due'
    and updated_at < now() - interval '1 hour'`,
};

/** Looks for all that must never be; gives what was found, with the first ids. */
export async function findBroken(db: Db): Promise<{ rule: string; ids: string[] }[]> {
  const broken = [];
  for (const [rule, query] of Object.entries(NEVER)) {
    const { rows } = await sql<{ id: string }>`select id from (${sql.raw(query)}) as found limit 20`.execute(db);
    if (rows.length > 0) broken.push({ rule, ids: rows.map((row) => row.id) });
  }
  return broken;
}

/** What our ledger says of one payment, in minor units. */
export interface OurBook {
  intent: string;
  captured: number;
  refunded: number;
  /** When its last line was written; null without any. */
  changed: Date | null;
}

function ourBooks(db: Db) {
  return db
    .selectFrom('payments as p')
    .select('p.intent')
    .select([
      sql<number>`coalesce((select sum(amount_poisha) from ledger where payment_id = p.id and kind = 'capture'), 0)::bigint`.as(
        'captured',
      ),
      sql<number>`coalesce((select sum(amount_poisha) from ledger where payment_id = p.id and kind = 'refund'), 0)::bigint`.as(
        'refunded',
      ),
      sql<Date | null>`(select max(at) from ledger where payment_id = p.id)`.as('changed'),
    ]);
}

export function selectOurBooks(db: Db, intents: string[]): Promise<OurBook[]> {
  return ourBooks(db).where('p.intent', '=', sql<string>`any(${intents})`).execute();
}

/** Our captured payments in the order of their numbers at the provider, after one of them. */
export function selectCaptured(db: Db, after: string, limit: number): Promise<OurBook[]> {
  return ourBooks(db)
    .where('p.state', 'in', ['succeeded', 'refund_due', 'refunded'])
    .where('p.intent', '>', after)
    .orderBy('p.intent')
    .limit(limit)
    .execute();
}
