import type { Task } from 'graphile-worker';
import { z } from 'zod';
import type { Db } from '#platform/database/database.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { mayAsk, PAUSE_S } from './question-limits.ts';
import type { PaymentNumber } from './records.service.ts';
import { askAndSettle } from './service.ts';

/** The job that asks about a payment whose message came too early after a question. */
export const LATE_QUESTION = 'ask-provider';

const payload = z.object({ provider: z.string(), intent: z.string() });

/** Has the provider asked about a payment once the pause is over: once for all messages until then. */
export function askLater(db: Db, { provider, intent }: PaymentNumber): Promise<void> {
  return addJob(db, LATE_QUESTION, { provider, intent }, `ask-${provider}-${intent}`, { delaySeconds: PAUSE_S });
}

/** Asks the provider about a payment, and settles the answer. */
export function lateQuestionTask(deps: PaymentDeps): Task {
  return async (input) => {
    const number = payload.parse(input);
    // It counts, so that no page asks at the same time.
    await mayAsk(deps, number);
    await askAndSettle(deps, number);
  };
}
