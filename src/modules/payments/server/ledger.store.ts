import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { type PageRequest, selectPage } from '#platform/database/keyset.ts';

/** Kind of a ledger line. The last two reverse an earlier line of the same `ref`. */
type LedgerKind = 'capture' | 'refund' | 'chargeback' | 'by_hand' | 'refund_failed' | 'chargeback_reversed';

export interface LedgerLine {
  kind: LedgerKind;
  /** The provider's number of the refund or dispute, or of a transfer made by hand; null for a capture. */
  ref: string | null;
  amount: number;
}

/** Appends a line to the ledger. Returns false when the ledger has it already. */
export async function insertLedger(db: Db, paymentId: string, { kind, ref, amount }: LedgerLine): Promise<boolean> {
  const result = await db
    .insertInto('ledger')
    .values({ payment_id: paymentId, kind, ref, amount_poisha: amount })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Selects the ledger lines of a payment, oldest first. */
export async function selectLedger(db: Db, paymentId: string): Promise<LedgerLine[]> {
  const rows = await db
    .selectFrom('ledger')
    .select(['kind', 'ref', 'amount_poisha as amount'])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as LedgerKind }));
}

export interface Balance {
  captured: number;
  /** By refund, by a chargeback or by hand. */
  returned: number;
}

/** Returns the sums of a payment's ledger, in minor units. */
export async function findBalance(db: Db, paymentId: string): Promise<Balance> {
  const row = await db
    .selectFrom('payment_balances')
    .select(['captured_poisha', 'returned_poisha'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  return { captured: row?.captured_poisha ?? 0, returned: row?.returned_poisha ?? 0 };
}

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
