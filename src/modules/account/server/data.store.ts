import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { AuditAction } from '#modules/audit/rules.ts';
import type { Db } from '#platform/database/database.ts';

/** Selects the rows of every module that belong to one person, table by table. `email` is null when it is not confirmed. */
export async function selectPersonalData(
  db: Db,
  { userId, accountId, email }: { userId: string; accountId: string; email: string | null },
) {
  return {
    signIns: await db
      .selectFrom('credentials')
      .select(['provider_id', 'created_at'])
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute(),
    sessions: await db
      .selectFrom('sessions')
      .select(['created_at', 'updated_at', 'expires_at', 'ip_address', 'user_agent'])
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute(),
    products: await selectProducts(db, userId),
    photos: await selectPhotos(db, userId),
    bookings: await selectBookings(db, userId),
    wishes: await db
      .selectFrom('wishes as w')
      .innerJoin('products as p', 'p.id', 'w.product_id')
      .select(['w.product_id', 'p.name', 'w.saved_poisha', 'w.created_at'])
      .where('w.buyer_id', '=', userId)
      .orderBy('w.created_at')
      .execute(),
    reports: await db
      .selectFrom('reports as r')
      .innerJoin('products as p', 'p.id', 'r.product_id')
      // `offset 0` keeps the planner from reading all cases: it looks up the case of each report.
      .innerJoinLateral(
        (cases) =>
          cases
            .selectFrom('report_cases')
            .select(['decision', 'decided_at'])
            .whereRef('report_cases.id', '=', 'r.case_id')
            .offset(sql.lit(0))
            .as('c'),
        (join) => join.onTrue(),
      )
      .select(['r.product_id', 'p.name', 'r.reason', 'r.created_at', 'c.decision', 'c.decided_at'])
      .where('r.reporter_id', '=', userId)
      .orderBy('r.created_at')
      .execute(),
    messages:
      email === null
        ? []
        : await db
            .selectFrom('contact_messages')
            .select(['name', 'subject', 'message', 'request_id', 'created_at', 'answered_at'])
            .where('email', '=', email)
            .orderBy('created_at')
            .execute(),
    auditEntries: await db
      .selectFrom('admin_acts')
      .select([sql<AuditAction>`act`.as('act'), 'target_id', 'list', 'at'])
      .where('admin_id', '=', userId)
      .orderBy('at')
      .execute(),
  };
}
export type PersonalRows = Awaited<ReturnType<typeof selectPersonalData>>;

function selectProducts(db: Db, sellerId: string) {
  return db
    .selectFrom('products as p')
    .innerJoin('categories as c', 'c.id', 'p.category_id')
    .select(['p.id', 'p.name', 'p.description', 'p.image', 'p.original_poisha', 'p.price_poisha', 'p.quality'])
    .select(['p.years_used', 'p.location', 'p.phone', 'p.status', 'p.advertised', 'p.created_at', 'p.sold_at'])
    .select('c.name as category')
    .where('p.seller_id', '=', sellerId)
    .orderBy('p.created_at')
    .execute();
}

function selectPhotos(db: Db, ownerId: string) {
  return db
    .selectFrom('photos')
    .select(['id', 'product_id', 'state', 'address', 'created_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('position')
    .orderBy('created_at')
    .execute();
}

function selectBookings(db: Db, buyerId: string) {
  return db
    .selectFrom('bookings as b')
    .select([
      'b.id',
      'b.product_id',
      'b.item_name',
      'b.item_image',
      'b.price_poisha',
      'b.currency',
      'b.phone',
      'b.pickup',
    ])
    .select(['b.state', 'b.created_at', 'b.hold_until', 'b.paid_at'])
    .select((select) => [
      jsonArrayFrom(
        select
          .selectFrom('payments as p')
          .select(['p.amount_poisha', 'p.currency', 'p.state', 'p.intent', 'p.created_at', 'p.updated_at'])
          .whereRef('p.booking_id', '=', 'b.id')
          .orderBy('p.created_at'),
      ).as('payments'),
    ])
    .where('b.buyer_id', '=', buyerId)
    .orderBy('b.created_at')
    .execute();
}
