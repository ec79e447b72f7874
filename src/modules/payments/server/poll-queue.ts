import type { Db } from '#platform/database/database.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { CONFIRM_MINUTES } from './open-payments.store.ts';
import { POLL_INTERVAL_S } from './poll-limits.ts';
import type { PaymentNumber } from './providers/provider.ts';

/** The job that polls a payment, or completes an agreed one, after a message that came too soon after another. */
export const DELAYED_POLL = 'ask-provider';

/** Enqueues a poll for the end of the pause. Further messages until then share it. */
export function pollLater(db: Db, { provider, intent }: PaymentNumber): Promise<void> {
  return addJob(db, DELAYED_POLL, { provider, intent }, `ask-${provider}-${intent}`, { delaySeconds: POLL_INTERVAL_S });
}

/** Enqueues the completion of an agreed payment for the end of the pause. Further returns share it. */
export function completeLater(db: Db, { provider, intent }: PaymentNumber): Promise<void> {
  const order = { provider, intent, isAgreed: true };
  return addJob(db, DELAYED_POLL, order, `complete-${provider}-${intent}`, { delaySeconds: POLL_INTERVAL_S });
}

/**
 * Polls a payment again after its capture was refused. An earlier request may still capture it, and neither a message nor
 * the minute job would find that.
 */
export function pollAfterRefusal(db: Db, { provider, intent }: PaymentNumber): Promise<void> {
  return addJob(db, DELAYED_POLL, { provider, intent }, undefined, { delaySeconds: 60 * CONFIRM_MINUTES });
}
