import type { FastifyInstance } from 'fastify';
import { Problem } from '#platform/contract/problem.ts';

const MINUTE_MS = 60_000;
/** Safe methods (RFC 9110, 9.2.1). */
export const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Limits how many requests of one account may change something in a minute. Counts in this process alone: it stops a program
 * that runs wild. Exact limits have counters in the database.
 */
export function limitWrites(app: FastifyInstance, max: number): void {
  let counts = new Map<string, number>();
  let ends = 0;

  // After the access check, and before the body is read.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (!request.session || READ_METHODS.has(request.method)) return done();
    const now = Date.now();
    if (now >= ends) {
      counts = new Map();
      ends = now + MINUTE_MS;
    }
    const { accountId } = request.session;
    const count = (counts.get(accountId) ?? 0) + 1;
    counts.set(accountId, count);
    if (count <= max) return done();
    done(new Problem('tooMany', 'too-many-writes', 'error.tooMany').retryAfter(Math.ceil((ends - now) / 1000)));
  });
}
