import type { Task } from 'graphile-worker';
import { z } from 'zod';
import type { PaymentDeps } from './payment-deps.ts';
import { mayPoll } from './poll-limits.ts';
import { ProviderUnavailable } from './providers/provider.ts';
import { completePayment, pollAndSettle } from './service.ts';

const payload = z.object({ provider: z.string(), intent: z.string(), isAgreed: z.boolean().default(false) });

/** Polls a payment or completes it, and settles the answer. */
export function delayedPollTask(deps: PaymentDeps): Task {
  return async (input) => {
    const { isAgreed, ...number } = payload.parse(input);
    // Counts as a poll of the limit, so that no page polls at the same time.
    await mayPoll(deps, number, isAgreed ? 'agreement' : 'poll');
    if (!isAgreed) await pollAndSettle(deps, number);
    else
      await completePayment(deps, number, true).catch((error: unknown) => {
        // The minute job polls for the outcome.
        if (!(error instanceof ProviderUnavailable)) throw error;
      });
  };
}
