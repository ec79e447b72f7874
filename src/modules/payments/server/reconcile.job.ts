import type { Task } from 'graphile-worker';
import { transaction } from '#platform/server/database.ts';
import { addJob } from '#platform/server/jobs.ts';
import { type PaymentDeps, REFUND, settleIntent } from './service.ts';
import { selectRefundsDue, selectUnsettled } from './store.ts';

/** The job that finds what no browser and no webhook told us; it runs at the start and every minute. */
export const RECONCILE = 'reconcile-payments';

/** At most this many intents are asked about in one run. */
const BATCH = 100;

/** Asks the provider about every payment that is open for a while, and renews refunds whose worker died. */
export function reconcileTask({ db, stripe }: PaymentDeps): Task {
  return async (_payload, { logger }) => {
    for (const intentId of await selectUnsettled(db, BATCH)) {
      try {
        const intent = await stripe.paymentIntents.retrieve(intentId);
        await transaction(db, (db) => settleIntent(db, intent));
      } catch (error) {
        // One that cannot be settled must not keep the others waiting; the next run asks again.
        logger.error(`${intentId}: ${error instanceof Error ? error.message : error}`);
      }
    }
    for (const paymentId of await selectRefundsDue(db, BATCH))
      await addJob(db, REFUND, { paymentId }, `refund-${paymentId}`);
  };
}
