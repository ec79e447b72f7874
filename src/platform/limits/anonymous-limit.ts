import type { FastifyInstance } from 'fastify';
import { Problem } from '#platform/contract/problem.ts';
import { createMinuteCounter } from './minute-counter.ts';
import { networkOf } from './network.ts';

/** Providers send the messages of many payments from few addresses. */
const REQUESTS_PER_MINUTE_MAX = 600;

/**
 * Limits the requests of one network per minute to calls without an account. Counts in this process alone, before the body is
 * read, so that refused requests cost no query.
 */
export function limitAnonymousRequests(app: FastifyInstance): void {
  const count = createMinuteCounter();
  app.addHook('onRequest', (request, _reply, done) => {
    const { times, secondsLeft } = count(networkOf(request.ip));
    if (times <= REQUESTS_PER_MINUTE_MAX) return done();
    done(new Problem('tooMany', 'too-many-requests', 'error.tooMany').retryAfter(secondsLeft));
  });
}
