import type { Task } from 'graphile-worker';
import { z } from 'zod';
import type { Db } from '#platform/database/database.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { ProviderAway } from './providers/provider.ts';
import { mayAsk, PAUSE_S } from './question-limits.ts';
import type { PaymentNumber } from './records.service.ts';
import { askAndSettle, completePayment } from './service.ts';

/** The job that asks about a payment whose message, or completes one whose agreed return, came too early after another. */
export const LATE_QUESTION = 'ask-provider';

const payload = z.object({ provider: z.string(), intent: z.string(), isAgreed: z.boolean().default(false) });

/** Has the provider asked about a payment once the pause is over: once for all messages until then. */
export function askLater(db: Db, { provider, intent }: PaymentNumber): Promise<void> {
  return addJob(db, LATE_QUESTION, { provider, intent }, `ask-${provider}-${intent}`, { delaySeconds: PAUSE_S });
}

/** Completes a payment that its buyer agreed to once the pause is over: once for all its returns until then. */
export function completeLater(db: Db, { provider, intent }: PaymentNumber): Promise<void> {
  const order = { provider, intent, isAgreed: true };
  return addJob(db, LATE_QUESTION, order, `complete-${provider}-${intent}`, { delaySeconds: PAUSE_S });
}

/** Asks the provider about a payment or completes it, and settles the answer. */
export function lateQuestionTask(deps: PaymentDeps): Task {
  return async (input) => {
    const { isAgreed, ...number } = payload.parse(input);
    // It counts, so that no page asks at the same time.
    await mayAsk(deps, number, isAgreed ? 'agreement' : 'question');
    if (!isAgreed) await askAndSettle(deps, number);
    else
      await completePayment(deps, number, true).catch((error: unknown) => {
        // The job of each minute asks for the outcome.
        if (!(error instanceof ProviderAway)) throw error;
      });
  };
}
