import { randomBytes } from 'node:crypto';
import type { Db } from '#platform/database/database.ts';
import type { RefundRequest } from './providers/provider.ts';

/** Selects the requests for refunds of a payment that the provider did not refuse, oldest first. */
export async function selectRefundRequests(db: Db, provider: string, intent: string): Promise<RefundRequest[]> {
  return db
    .selectFrom('refund_requests as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select(['r.key', 'r.ref', 'r.amount_poisha as amount', 'r.at'])
    .where('p.provider', '=', provider)
    .where('p.intent', '=', intent)
    .where('r.refused', '=', false)
    .orderBy('r.at')
    .execute();
}

const KEY_BYTES = 15;

/**
 * Stores a request for a refund before it is sent. One that is still without an answer is returned instead, so that the
 * provider is asked for the same refund again. Runs while the payment is locked.
 */
export async function openRefundRequest(db: Db, paymentId: string, amount: number): Promise<RefundRequest> {
  const columns = ['key', 'ref', 'amount_poisha as amount', 'at'] as const;
  const open = await db
    .selectFrom('refund_requests')
    .select(columns)
    .where('payment_id', '=', paymentId)
    .where('ref', 'is', null)
    .where('refused', '=', false)
    .executeTakeFirst();
  if (open) return open;
  return db
    .insertInto('refund_requests')
    .values({ key: randomBytes(KEY_BYTES).toString('hex'), payment_id: paymentId, amount_poisha: amount })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Whether a request for a refund of a payment is without an answer: it may have been made. */
export async function hasOpenRequest(db: Db, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('refund_requests')
    .select('key')
    .where('payment_id', '=', paymentId)
    .where('ref', 'is', null)
    .where('refused', '=', false)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the answer to a request: the provider's number, or that it refused. */
export async function closeRefundRequest(
  db: Db,
  key: string,
  answer: { ref: string } | { refused: true },
): Promise<void> {
  await db.updateTable('refund_requests').set(answer).where('key', '=', key).execute();
}
