import { sql } from 'kysely';
import type { LedgerKind } from '#modules/ledger/contract.ts';
import type { Db } from '#platform/database/database.ts';
import { type PageRequest, selectPage } from '#platform/database/keyset.ts';
import { PROVIDER_NAMES } from '../rules.ts';
import { IS_STOPPED, isRetryable } from './refunds.store.ts';

/** A ledger transaction of a payment's money. The last two kinds reverse an earlier one of the same `ref`. */
export interface PaymentEntry {
  kind: Extract<LedgerKind, 'capture' | 'refund' | 'chargeback' | 'by_hand' | 'refund_failed' | 'chargeback_reversed'>;
  /** The provider's number of the refund or dispute, or of a transfer made by hand; null for a capture. */
  ref: string | null;
  amount: number;
}

/** Selects the ledger transactions of a payment, oldest first. */
export async function selectPaymentEntries(db: Db, paymentId: string): Promise<PaymentEntry[]> {
  const rows = await db
    .selectFrom('ledger_transactions')
    .select(['kind', 'ref', 'amount_poisha as amount'])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as PaymentEntry['kind'] }));
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

function adminPayments(db: Db, singleRefundProviders: string[]) {
  return db
    .selectFrom('payments as p')
    .innerJoin('bookings as b', 'b.id', 'p.booking_id')
    .select([
      'p.id',
      'p.provider',
      'p.review',
      'p.state',
      'p.amount_poisha',
      'p.part_due_poisha',
      'p.updated_at',
      'b.item_name',
    ])
    .select([
      sql<string>`payer_number(p)`.as('transaction_id'),
      sql<boolean>`p.disputed_at is not null`.as('disputed'),
      IS_STOPPED.as('stopped'),
      isRetryable(singleRefundProviders).as('retryable'),
      sql<boolean>`(select u.status = 'erased' from users u where u.id = b.buyer_id)`.as('buyer_erased'),
      sql<number>`coalesce((select returned_poisha from payment_balances where payment_id = p.id), 0)`.as('returned'),
      sql<number>`coalesce((select captured_poisha from payment_balances where payment_id = p.id), 0)`.as('captured'),
    ]);
}

/**
 * Returns a page of payments that are under review, due back in whole or in part, or disputed, newest first. With `number`,
 * returns the captured payment with this intent or transaction id instead.
 * @param singleRefundProviders providers that return money of a payment once only
 */
export function selectPaymentsForAdmin(
  db: Db,
  page: PageRequest,
  number: string | undefined,
  singleRefundProviders: string[],
) {
  const payments = number
    ? adminPayments(db, singleRefundProviders)
        .where((where) =>
          where.or([
            where.and([where('p.provider', 'in', Object.keys(PROVIDER_NAMES)), where('p.intent', '=', number)]),
            where('p.transaction_id', '=', number),
          ]),
        )
        .where('p.state', 'in', ['review', 'succeeded', 'refund_due', 'refunded'])
    : adminPayments(db, singleRefundProviders).where(
        sql<boolean>`(p.state in ('refund_due', 'review') or p.disputed_at is not null or p.part_due_poisha > 0)`,
      );
  return selectPage(db, payments, ['p.created_at', 'p.id'], page);
}
