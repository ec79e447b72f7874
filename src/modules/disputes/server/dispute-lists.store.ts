import { type RawBuilder, sql } from 'kysely';
import type { Method, Party, Step } from '#modules/bookings/rules.ts';
import type { Db } from '#platform/database/database.ts';
import { cutPage, keysetCondition, type PageRequest, type PageRows } from '#platform/database/keyset.ts';
import { runCompiled } from '#platform/database/prepared.ts';
import type { DisputeFilter } from '../contract.ts';
import { type DisputeRow, type RawDispute, termsOf } from './disputes.store.ts';

/** A dispute with the parts of its booking that lists show. */
export interface ListedDispute extends DisputeRow {
  item_id: string;
  item_name: string;
  image: string;
  method: Method;
  fee_poisha: number;
  /** Null for a deleted account. */
  buyer_name: string | null;
  seller_name: string | null;
  /** Empty after an erasure. */
  buyer_phone: string;
  seller_phone: string;
  cursor_at: string;
}

export type DisputeRecord = RawDispute & Omit<ListedDispute, keyof DisputeRow>;

function selectFrom(at: RawBuilder<unknown>, disputes = sql`disputes`) {
  return sql`select d.*, now() as now, b.product_id as item_id, b.item_name, b.item_image as image, b.method, b.fee_poisha,
      case bu.status when 'active' then bu.name end as buyer_name,
      case se.status when 'active' then se.name end as seller_name, b.phone as buyer_phone,
      (select p.phone from products p where p.id = b.product_id) as seller_phone, ${at}::text as cursor_at
    from ${disputes} d join bookings b on b.id = d.booking_id join users bu on bu.id = d.buyer_id join users se on se.id = d.seller_id`;
}

/** Returns a dispute as its rules read it, with the parts of its booking. */
export function toListed(row: DisputeRecord): ListedDispute {
  return { ...row, ...termsOf(row) };
}

/** A dispute with the steps of its booking, oldest first. JSON has times as text. */
export type FoundDispute = ListedDispute & { timeline: { step: Step; by: Party; at: string }[] };

/** Finds a dispute that its reader may see: its sides, and admins. */
export async function findDispute(
  db: Db,
  id: string,
  reader: { personId: string; isAdmin: boolean },
): Promise<FoundDispute | undefined> {
  const { rows } = await sql<DisputeRecord & Pick<FoundDispute, 'timeline'>>`
    select found.*, (select json_agg(json_build_object('step', step, 'by', by, 'at', at) order by at, place)
      from order_timeline where booking_id = found.booking_id) as timeline
    from (${selectFrom(sql`d.opened_at`)} where d.id = ${id}
      and (${reader.isAdmin} or ${reader.personId}::uuid in (d.buyer_id, d.seller_id))) as found`.execute(db);
  return rows[0] && { ...toListed(rows[0]), timeline: rows[0].timeline };
}

export interface DisputeQuery {
  /** Undefined for an admin, who sees all. */
  personId: string | undefined;
  filter: DisputeFilter | undefined;
  bookingId: string | undefined;
  page: PageRequest;
}

/** Whether a dispute has ended, with its passed deadlines applied. */
const IS_CLOSED = sql`(d.state = 'closed' or dispute_ends_as(d) is not null)`;

/**
 * Selects a page of disputes: those that wait for a decision by age, the others newest first. For a person, it joins one page
 * per side, because with `or` the planner reads all disputes.
 */
export async function selectDisputes(db: Db, query: DisputeQuery): Promise<PageRows<ListedDispute>> {
  const { personId, filter, bookingId } = query;
  const { size, after } = query.page;
  const isQueue = filter === 'decision';
  const at = isQueue ? sql`d.waiting_since` : sql`d.opened_at`;
  const disputes = isQueue ? sql`undecided_disputes` : sql`disputes`;
  const order = isQueue ? 'asc' : 'desc';
  const conditions = [
    bookingId && sql`d.booking_id = ${bookingId}`,
    filter === 'open' && sql`not ${IS_CLOSED}`,
    filter === 'closed' && IS_CLOSED,
    after && keysetCondition(sql`${at}, d.id`, after, order),
  ].filter((condition) => typeof condition === 'object');
  const page = sql`order by ${at} ${sql.raw(order)}, d.id ${sql.raw(order)} limit ${sql.lit(size + 1)}`;
  const sides = personId ? [sql`d.buyer_id = ${personId}`, sql`d.seller_id = ${personId}`] : [sql`true`];
  const found = sides.map(
    (side) => sql`(select d.* from ${disputes} d where ${sql.join([side, ...conditions], sql` and `)} ${page})`,
  );
  const statement = sql<DisputeRecord>`${selectFrom(at, sql`(${sql.join(found, sql` union all `)})`)} ${page}`;
  return cutPage((await runCompiled(db, statement.compile(db))).map(toListed), size);
}

/**
 * Counts all sales of both sides, their disputes before this one, and the reports of the seller's items. Sellers have
 * an index of paid bookings. The state is a filter: as a condition, the planner would also read the index of live
 * bookings.
 */
export async function countHistory(db: Db, { buyerId, sellerId, openedAt }: DisputeRow) {
  const { rows } = await sql<Record<'bought' | 'buyerDisputes' | 'sold' | 'sellerDisputes' | 'reports', number>>`
    select (select count(*) filter (where is_sale(state))::int from bookings where buyer_id = ${buyerId}) as bought,
      (select count(*)::int from disputes where buyer_id = ${buyerId} and opened_at < ${openedAt}) as "buyerDisputes",
      (select count(*) filter (where is_sale(state))::int from bookings
        where seller_id = ${sellerId} and paid_at is not null) as sold,
      (select count(*)::int from disputes where seller_id = ${sellerId} and opened_at < ${openedAt}) as "sellerDisputes",
      (select count(*)::int from reports where seller_id = ${sellerId}) as reports`.execute(db);
  return rows[0] ?? { bought: 0, buyerDisputes: 0, sold: 0, sellerDisputes: 0, reports: 0 };
}
