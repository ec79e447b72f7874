import { Problem } from '#platform/contract/problem.ts';
import type { Limit } from '#platform/limits/rate-limiter.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { PaymentNumber } from './providers/provider.ts';

/** Between two polls of a payment. The page of a payment shows the outcome within five seconds. */
export const POLL_INTERVAL_S = 2;
/** Shared by messages, returns from the provider and pages. */
const POLL: Limit = { name: 'provider-poll', max: 1, seconds: POLL_INTERVAL_S };
/** Counted separately: the return of a buyer that agreed captures the money, so another request must not block it. */
const AGREEMENT: Limit = { name: 'provider-agreement', max: 1, seconds: POLL_INTERVAL_S };

/**
 * Whether the store may poll a payment's provider now, for a request from outside. The count is in the database, so the limit
 * holds for all processes. The job that runs each minute has no limit.
 */
export async function mayPoll(
  { limiter, db }: Pick<PaymentDeps, 'limiter' | 'db'>,
  { provider, intent }: PaymentNumber,
  reason: 'poll' | 'agreement' = 'poll',
): Promise<boolean> {
  try {
    await limiter?.consume(reason === 'poll' ? POLL : AGREEMENT, `${provider} ${intent}`, db);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.status === 429) return false;
    throw error;
  }
}
