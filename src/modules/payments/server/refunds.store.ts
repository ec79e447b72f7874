import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { FAILED_REFUNDS_MAX, REFUND_PAUSES_MINUTES } from '../rules.ts';
import type { PaymentNumber } from './providers/provider.ts';

/** Stores the time of the last refund request of a payment. */
export async function updateRefundRequested(db: Db, id: string): Promise<void> {
  const refund_tried_at = sql<Date>`now()`;
  await db.updateTable('payments').set({ refund_tried_at }).where('id', '=', id).execute();
}

/** The time of the next try after one more failure; null without a next try. */
const NEXT_TRY = sql<Date>`now() + make_interval(mins =>
  (${[...REFUND_PAUSES_MINUTES]}::int[])[refund_refusals % ${FAILED_REFUNDS_MAX} + 1])`;

/**
 * Notes that the provider refused a refund of a payment, and sets the time of the next try. Returns false when there is
 * none: FAILED_REFUNDS_MAX tries were refused since the start, or since an admin's order to try again. Another run that
 * sent the same request has counted the refusal.
 * @param refusals the count that the request was sent with
 */
export async function updateRefundRefused(db: Db, id: string, refusals: number): Promise<boolean> {
  const counted = await db
    .updateTable('payments')
    .set({
      refund_tried_at: null,
      refund_refusals: sql<number>`refund_refusals + 1`,
      refund_next_at: NEXT_TRY,
    })
    .where('id', '=', id)
    .where('refund_refusals', '=', refusals)
    .returning('refund_next_at')
    .executeTakeFirst();
  return counted?.refund_next_at !== null;
}

/** Leaves the refunds of a payment to an admin. Returns false when they were left before. */
export async function updateRefundStopped(db: Db, id: string): Promise<boolean> {
  const result = await db
    .updateTable('payments')
    .set({ refund_tried_at: null, refund_next_at: null, refund_stopped_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('refund_stopped_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Notes that a refund failed which the provider had accepted, and sets the time of the next try. Returns false when there is
 * none, as after a refusal: the refund is left to an admin.
 */
export async function updateRefundFailed(db: Db, id: string): Promise<boolean> {
  const counted = await db
    .updateTable('payments')
    .set({ refund_refusals: sql<number>`refund_refusals + 1`, refund_next_at: NEXT_TRY })
    .where('id', '=', id)
    .where('refund_stopped_at', 'is', null)
    .returning('refund_next_at')
    .executeTakeFirst();
  if (counted?.refund_next_at) return true;
  await updateRefundStopped(db, id);
  return false;
}

/** Whether the refund of a payment `p` is left to an admin. */
export const IS_STOPPED = sql<boolean>`exists (select from stopped_refunds s where s.payment_id = p.id)`;

/**
 * Whether an admin may order another try of the refund of a payment `p`: it is stopped and due, and no earlier try may have
 * returned the money.
 * @param singleRefundProviders providers that return money of a payment once only
 */
export function isRetryable(singleRefundProviders: string[]) {
  return sql<boolean>`(${IS_STOPPED} and p.disputed_at is null
    and not exists (select from refund_requests r where r.payment_id = p.id and r.unclear)
    and not (p.provider = any(${singleRefundProviders}::text[])
      and exists (select from ledger_transactions l where l.payment_id = p.id and l.kind = 'refund'
        and not exists (select from ledger_transactions f where f.payment_id = p.id and f.kind = 'refund_failed' and f.ref = l.ref)))
    and not (p.state = 'refund_due'
      and exists (select from ledger_transactions l where l.payment_id = p.id and l.kind = 'chargeback')))`;
}

/** Lets the job refund a payment again, with all tries. The count of refusals only rises, so that the provider gets a new request. */
export async function updateRefundRetried(db: Db, id: string, singleRefundProviders: string[]): Promise<boolean> {
  const result = await db
    .updateTable('payments as p')
    .set({
      refund_stopped_at: null,
      refund_next_at: null,
      refund_refusals: sql<number>`ceil(refund_refusals::numeric / ${FAILED_REFUNDS_MAX}) * ${FAILED_REFUNDS_MAX}`,
    })
    .where('p.id', '=', id)
    .where(isRetryable(singleRefundProviders))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Longest time of a request to the provider, with its retries. */
export const REFUND_REQUEST_MINUTES = 2;

/** Whether a refund request of a payment may still be running. */
export async function isRefundRequested(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('id', '=', id)
    .where('refund_tried_at', '>', sql<Date>`now() - make_interval(mins => ${REFUND_REQUEST_MINUTES})`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Payments that are due back and were never disputed: after a dispute an admin decides. Also those with a part that is
 * due back while no bank holds their money. None of those that are left to an admin.
 */
function refundsDue(db: Db) {
  return db.selectFrom('payments').where(
    sql<boolean>`refund_stopped_at is null and ((state = 'refund_due' and not exists (
        select from ledger_transactions l where l.payment_id = payments.id and l.kind = 'chargeback'))
      or (part_due_poisha > 0 and disputed_at is null))`,
  );
}

/** Selects payments for the refund job, in random order. None of those that wait after a refusal. */
export async function selectRefundsDue(db: Db, limit: number): Promise<string[]> {
  const rows = await refundsDue(db)
    .select('id')
    .where(sql<boolean>`(refund_next_at is null or refund_next_at <= now())`)
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Selects the numbers of all payments for the refund job. */
export async function selectDueNumbers(db: Db): Promise<PaymentNumber[]> {
  return refundsDue(db).select(['provider', 'intent']).orderBy('intent').execute();
}
