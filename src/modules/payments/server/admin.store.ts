import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { type PageRequest, selectPage } from '#platform/database/keyset.ts';

export type AdminPaymentRow = Awaited<ReturnType<typeof selectPaymentsForAdmin>>['rows'][number];

function adminPayments(db: Db) {
  return db
    .selectFrom('payments as p')
    .innerJoin('bookings as b', 'b.id', 'p.booking_id')
    .select(['p.id', 'p.intent', 'p.state', 'p.amount_poisha', 'p.updated_at', 'b.item_name'])
    .select([
      sql<boolean>`p.disputed_at is not null`.as('disputed'),
      sql<number>`coalesce((select returned_poisha from payment_balances where payment_id = p.id), 0)`.as('returned'),
      sql<number>`coalesce((select captured_poisha from payment_balances where payment_id = p.id), 0)`.as('captured'),
    ]);
}

/** Returns a page of payments that are due back or disputed, newest first; or the captured payment of this intent. */
export function selectPaymentsForAdmin(db: Db, page: PageRequest, intent: string | undefined) {
  const payments = intent
    ? adminPayments(db).where('p.intent', '=', intent).where('p.state', 'in', ['succeeded', 'refund_due', 'refunded'])
    : adminPayments(db).where(sql<boolean>`(p.state = 'refund_due' or p.disputed_at is not null)`);
  return selectPage(payments, ['p.created_at', 'p.id'], page);
}
