import type { Db } from '#platform/database/database.ts';
import type { ExpiringTable } from '#platform/jobs/cleanup.job.ts';

/** Answers explain differences between a provider and the ledger. No amount is computed from them. */
export const EXPIRING_ANSWERS: ExpiringTable[] = [{ table: 'provider_answers', since: 'kept_at', kept: '30 days' }];

/** Keeps an answer about a payment, once for each content. */
export async function insertAnswer(db: Db, paymentId: string, answer: Record<string, string>): Promise<void> {
  await db
    .insertInto('provider_answers')
    .values({ payment_id: paymentId, answer: JSON.stringify(answer) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
