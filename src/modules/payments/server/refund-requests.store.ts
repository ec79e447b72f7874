import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { AcceptedRefund, PaymentNumber } from './providers/provider.ts';
import { REFUND_REQUEST_MINUTES } from './refunds.store.ts';

function acceptedRefunds(db: Db) {
  return db
    .selectFrom('refund_requests as r')
    .select([sql<string>`r.ref`.as('ref'), 'r.amount_poisha as amount', 'r.at'])
    .where('r.ref', 'is not', null);
}

/** Selects the refunds of a payment that the provider accepted, oldest first. */
export function selectAcceptedRefunds(db: Db, { provider, intent }: PaymentNumber): Promise<AcceptedRefund[]> {
  return acceptedRefunds(db)
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .where('p.provider', '=', provider)
    .where('p.intent', '=', intent)
    .orderBy('r.at')
    .execute();
}

/** Finds the refund of a payment that the provider accepted and the ledger lacks: it was pending at the last poll. */
export function findPendingRefund(db: Db, paymentId: string): Promise<AcceptedRefund | undefined> {
  return acceptedRefunds(db)
    .where('r.payment_id', '=', paymentId)
    .where(sql<boolean>`not exists (select from ledger_transactions l
      where l.payment_id = r.payment_id and l.kind = 'refund' and l.ref = r.ref)`)
    .limit(1)
    .executeTakeFirst();
}

const KEY_MAX_CHARS = 30;

/** Returns the key of a request: after a restore, the same request has the same key. */
function keyOf(payment: { provider: string; intent: string }, sequence: number): string {
  const text = `${payment.provider} ${payment.intent} ${sequence}`;
  return createHash('sha256').update(text).digest('hex').slice(0, KEY_MAX_CHARS);
}

/** A request that is sent now. */
export interface SentRequest {
  key: string;
  amount: number;
  tries: number;
}

/**
 * Stores a request for a refund before it is sent. One without an answer is returned instead, so that the provider is
 * asked for the same refund again. Runs while the payment is locked. Returns undefined while another run may be sending
 * it, and while an earlier refund is not in the ledger.
 */
export async function openRefundRequest(
  db: Db,
  payment: { id: string; provider: string; intent: string },
  amount: number,
): Promise<SentRequest | undefined> {
  const { rows } = await sql<{ key: string; tries: number; isSent: boolean; isUnfinished: boolean }>`
    select key, tries, ref is not null as "isUnfinished",
      tried_at > now() - make_interval(mins => ${REFUND_REQUEST_MINUTES}) as "isSent"
    from refund_requests r where payment_id = ${payment.id} and not refused and not unclear
      and not exists (select from ledger_transactions l
        where l.payment_id = r.payment_id and l.kind = 'refund' and l.ref = r.ref)`.execute(db);
  if (rows.some(({ isSent, isUnfinished }) => isSent || isUnfinished)) return undefined;
  const columns = ['key', 'amount_poisha as amount', 'tries'] as const;
  const [open] = rows;
  if (open)
    return db
      .updateTable('refund_requests')
      .set({ tries: open.tries + 1, tried_at: sql<Date>`now()` })
      .where('key', '=', open.key)
      .returning(columns)
      .executeTakeFirstOrThrow();
  const { count } = await db
    .selectFrom('refund_requests')
    .select(sql<number>`count(*)`.as('count'))
    .where('payment_id', '=', payment.id)
    .executeTakeFirstOrThrow();
  return db
    .insertInto('refund_requests')
    .values({ key: keyOf(payment, count + 1), payment_id: payment.id, amount_poisha: amount })
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
    .where('unclear', '=', false)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the first answer to a request: the provider's number, that it refused, or that its refusal proves nothing. */
export async function closeRefundRequest(
  db: Db,
  key: string,
  answer: { ref: string } | { refused: true } | { unclear: true },
): Promise<void> {
  await db
    .updateTable('refund_requests')
    .set(answer)
    .where('key', '=', key)
    .where('ref', 'is', null)
    .where('refused', '=', false)
    .execute();
}
