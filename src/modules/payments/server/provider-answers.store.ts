import type { Db } from '#platform/database/database.ts';
import type { ExpiringTable } from '#platform/jobs/cleanup.job.ts';

/** Answers are there to look at a difference, not to keep books. */
export const EXPIRING_ANSWERS: ExpiringTable[] = [{ table: 'provider_answers', since: 'kept_at', kept: '30 days' }];

/** Keeps an answer about a payment, once for each content. */
export async function insertAnswer(db: Db, paymentId: string, answer: Record<string, string>): Promise<void> {
  await db
    .insertInto('provider_answers')
    .values({ payment_id: paymentId, answer: JSON.stringify(answer) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
