import type { Db } from '#platform/database/database.ts';
import { addJob, HIGH_PRIORITY } from '#platform/jobs/job-runner.ts';
import { CONFIRM_MINUTES } from './open-payments.store.ts';
import { POLL_INTERVAL_S } from './poll-limits.ts';
import type { PaymentNumber } from './providers/provider.ts';

/** The job that polls a payment, or completes an agreed one, after a message that came too soon after another. */
export const DELAYED_POLL = 'ask-provider';

/** Enqueues a poll for the end of the pause. Further messages until then share it. */
export function pollLater(db: Db, { provider, intent }: PaymentNumber): Promise<void> {
  return addPoll(db, { provider, intent }, `ask-${provider}-${intent}`, POLL_INTERVAL_S);
}

/** Enqueues the completion of an agreed payment for the end of the pause. Further returns share it. */
export function completeLater(db: Db, { provider, intent }: PaymentNumber): Promise<void> {
  const order = { provider, intent, isAgreed: true };
  return addPoll(db, order, `complete-${provider}-${intent}`, POLL_INTERVAL_S);
}

/**
 * Polls a payment again after its capture was refused. An earlier request may still capture it, and neither a message nor
 * the minute job would find that.
 */
export function pollAfterRefusal(db: Db, { provider, intent }: PaymentNumber): Promise<void> {
  return addPoll(db, { provider, intent }, undefined, 60 * CONFIRM_MINUTES);
}

function addPoll(db: Db, order: object, key: string | undefined, delaySeconds: number): Promise<void> {
  return addJob(db, DELAYED_POLL, order, key, { delaySeconds, priority: HIGH_PRIORITY });
}
