import type { Db } from '#platform/database/database.ts';
import { addJob, HIGH_PRIORITY } from '#platform/jobs/job-runner.ts';

/** The job that refunds payments. */
export const REFUND = 'refund-payment';

/** Enqueues the refund of a payment, once while it waits. */
export function enqueueRefund(db: Db, paymentId: string): Promise<void> {
  return addJob(db, REFUND, { paymentId }, `refund-${paymentId}`, { priority: HIGH_PRIORITY });
}
