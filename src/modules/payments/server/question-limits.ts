import { Problem } from '#platform/contract/problem.ts';
import type { Limit } from '#platform/limits/rate-limiter.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { PaymentNumber } from './providers/provider.ts';

/** The page of a payment asks again after this time, so that it learns the outcome within five seconds. */
const PAUSE_S = 2;
/** Of messages, ways back and pages together. */
const QUESTION: Limit = { name: 'provider-question', max: 1, seconds: PAUSE_S };
/** Apart from questions: money is taken by it, so that no question may keep it out. */
const AGREEMENT: Limit = { name: 'provider-agreement', max: 1, seconds: PAUSE_S };

/**
 * Whether a request from outside may have the provider asked about a payment now. The count is in the database, so that all
 * processes ask once. The job of each minute asks in any case.
 */
export async function mayAsk(
  { limiter, db }: Pick<PaymentDeps, 'limiter' | 'db'>,
  { provider, intent }: PaymentNumber,
  about: 'question' | 'agreement' = 'question',
): Promise<boolean> {
  try {
    await limiter?.spend(about === 'question' ? QUESTION : AGREEMENT, `${provider} ${intent}`, db);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.status === 429) return false;
    throw error;
  }
}

/** @throws Problem (429) when the provider was asked about a payment a moment ago: the message is sent again later. */
export async function assertMayAsk(deps: Pick<PaymentDeps, 'limiter' | 'db'>, number: PaymentNumber): Promise<void> {
  if (!(await mayAsk(deps, number)))
    throw new Problem('tooMany', 'asked-just-now', 'error.tooMany').retryAfter(PAUSE_S);
}
