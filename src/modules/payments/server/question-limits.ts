import { Problem } from '#platform/contract/problem.ts';
import type { Limit } from '#platform/limits/rate-limiter.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { PaymentNumber } from './providers/provider.ts';

/** Between two requests about a payment. The page of a payment shows the outcome within five seconds. */
export const PAUSE_S = 2;
/** Shared by messages, returns from the provider and pages. */
const QUESTION: Limit = { name: 'provider-question', max: 1, seconds: PAUSE_S };
/** Counted separately: the return of a buyer that agreed captures the money, so another request must not block it. */
const AGREEMENT: Limit = { name: 'provider-agreement', max: 1, seconds: PAUSE_S };

/**
 * Whether the provider may be asked about a payment now, for a request from outside. The count is in the database, so the limit
 * holds for all processes. The job that runs each minute has no limit.
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
