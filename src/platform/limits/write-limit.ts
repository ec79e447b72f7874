import type { FastifyInstance } from 'fastify';
import { Problem } from '#platform/contract/problem.ts';
import { createMinuteCounter } from './minute-counter.ts';

/** Safe methods (RFC 9110, 9.2.1). */
export const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Limits how many requests of one account may change something in a minute. Counts in this process alone: it stops a program
 * in an endless loop. Exact limits have counters in the database.
 */
export function limitWrites(app: FastifyInstance, max: number): void {
  const count = createMinuteCounter();

  // After the access check, and before the body is read.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (!request.session || READ_METHODS.has(request.method)) return done();
    const { times, secondsLeft } = count(request.session.accountId);
    if (times <= max) return done();
    done(new Problem('tooMany', 'too-many-writes', 'error.tooMany').retryAfter(secondsLeft));
  });
}
