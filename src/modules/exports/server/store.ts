import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { keysetCondition } from '#platform/database/keyset.ts';

export interface PersonRow {
  id: string;
  cursor_at: string;
  name: string;
  email: string;
  /** Whether the e-mail was confirmed; null without an account. */
  confirmed: boolean | null;
  created_at: Date;
  verified_at: Date | null;
  bookings: number;
  paid_for: number;
  listings: number;
  sold: number;
}

/** Selects buyers or sellers after one of them, newest first, with counts of their bookings and listings. */
export async function selectPeople(
  db: Db,
  role: 'buyer' | 'seller',
  limit: number,
  after: Pick<PersonRow, 'id' | 'cursor_at'> | undefined,
): Promise<PersonRow[]> {
  const place = after && { at: after.cursor_at, id: after.id };
  const beyond = place ? sql`and ${keysetCondition(sql`r.since, r.user_id`, place)}` : sql``;
  // `offset 0` keeps the planner from joining all accounts: it looks up one account for each row of the page.
  const { rows } = await sql<PersonRow>`
    select u.id, r.since::text as cursor_at, u.name, u.email, a.email_verified as confirmed, u.created_at, r.verified_at,
      (select count(*)::int from bookings where buyer_id = u.id) as bookings,
      (select count(*)::int from bookings where buyer_id = u.id and is_sale(state)) as paid_for,
      (select count(*)::int from products where seller_id = u.id and status = 'unsold') as listings,
      (select count(*)::int from products where seller_id = u.id and status = 'sold') as sold
    from user_roles r join users u on u.id = r.user_id
      left join lateral (select email_verified from accounts where id = u.account_id offset 0) as a on true
    where r.role = ${role} ${beyond}
    order by r.since desc, r.user_id desc limit ${limit}`.execute(db);
  return rows;
}

export interface OrderRow {
  id: string;
  created_at: Date;
  state: string;
  product_id: string;
  item_name: string;
  price_poisha: number;
  currency: string;
  paid_at: Date | null;
  /** Null until the buyer chooses one. */
  method: string | null;
  /** The payer's number of the payment that made the sale. */
  transaction_id: string | null;
  buyer_id: string;
  buyer_name: string | null;
  buyer_email: string | null;
  seller_id: string;
  seller_name: string | null;
  seller_email: string | null;
}

/** Selects bookings after one of them, newest first: ids grow with time. Deleted people have an id and no name. */
export async function selectOrders(db: Db, limit: number, after: string | undefined): Promise<OrderRow[]> {
  const beyond = after ? sql`where b.id < ${after}::uuid` : sql``;
  const { rows } = await sql<OrderRow>`
    select b.id, b.created_at, b.product_id, b.item_name, b.price_poisha, b.currency,
      b.paid_at, shown_state(b) as state, b.method, p.transaction_id,
      b.buyer_id, buyer.name as buyer_name, buyer.email as buyer_email,
      b.seller_id, seller.name as seller_name, seller.email as seller_email
    from bookings b
      left join lateral (select payer_number(p) as transaction_id from payments p where booking_id = b.id and made_sale offset 0) as p on true
      left join lateral (select name, email from users where id = b.buyer_id and status = 'active' offset 0) as buyer on true
      left join lateral (select name, email from users where id = b.seller_id and status = 'active' offset 0) as seller on true
    ${beyond}
    order by b.id desc limit ${limit}`.execute(db);
  return rows;
}
