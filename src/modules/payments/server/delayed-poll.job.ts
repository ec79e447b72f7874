import type { Task } from 'graphile-worker';
import { z } from 'zod';
import type { Db } from '#platform/database/database.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { mayPoll, PAUSE_S } from './poll-limits.ts';
import { ProviderAway } from './providers/provider.ts';
import type { PaymentNumber } from './records.service.ts';
import { completePayment, pollAndSettle } from './service.ts';

/** The job that polls a payment, or completes an agreed one, after a message that came too soon after another. */
export const DELAYED_POLL = 'ask-provider';

const payload = z.object({ provider: z.string(), intent: z.string(), isAgreed: z.boolean().default(false) });

/** Polls a payment when the pause is over: once for all messages until then. */
export function pollLater(db: Db, { provider, intent }: PaymentNumber): Promise<void> {
  return addJob(db, DELAYED_POLL, { provider, intent }, `ask-${provider}-${intent}`, { delaySeconds: PAUSE_S });
}

/** Completes a payment that its buyer agreed to once the pause is over: once for all its returns until then. */
export function completeLater(db: Db, { provider, intent }: PaymentNumber): Promise<void> {
  const order = { provider, intent, isAgreed: true };
  return addJob(db, DELAYED_POLL, order, `complete-${provider}-${intent}`, { delaySeconds: PAUSE_S });
}

/** Polls a payment or completes it, and settles the answer. */
export function delayedPollTask(deps: PaymentDeps): Task {
  return async (input) => {
    const { isAgreed, ...number } = payload.parse(input);
    // It counts, so that no page polls at the same time.
    await mayPoll(deps, number, isAgreed ? 'agreement' : 'poll');
    if (!isAgreed) await pollAndSettle(deps, number);
    else
      await completePayment(deps, number, true).catch((error: unknown) => {
        // The minute job polls for the outcome.
        if (!(error instanceof ProviderAway)) throw error;
      });
  };
}
