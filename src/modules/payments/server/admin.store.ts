import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { Keyset } from '#platform/database/keyset.ts';

export type AdminPaymentRow = Awaited<ReturnType<typeof selectPaymentsNeedingPerson>>[number];

function adminPayments(db: Db) {
  return db
    .selectFrom('payments as p')
    .innerJoin('bookings as b', 'b.id', 'p.booking_id')
    .select(['p.id', 'p.intent', 'p.state', 'p.amount_poisha', 'p.updated_at', 'b.item_name'])
    .select([
      sql<boolean>`p.disputed_at is not null`.as('disputed'),
      sql<number>`coalesce((select returned_poisha from payment_balances where payment_id = p.id), 0)`.as('returned'),
      sql<number>`coalesce((select captured_poisha from payment_balances where payment_id = p.id), 0)`.as('captured'),
      sql<string>`p.created_at::text`.as('cursor_at'),
    ]);
}

/** Selects payments that are due back or disputed by a bank, newest first. */
export function selectPaymentsNeedingPerson(db: Db, limit: number, after: Keyset | undefined) {
  return adminPayments(db)
    .where(sql<boolean>`(p.state = 'refund_due' or p.disputed_at is not null)`)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(p.created_at, p.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute();
}

/** Selects the captured payment with this number at the provider; empty without one. */
export function selectPaymentOfIntent(db: Db, intent: string) {
  return adminPayments(db)
    .where('p.intent', '=', intent)
    .where('p.state', 'in', ['succeeded', 'refund_due', 'refunded'])
    .execute();
}
