import type { FastifyInstance } from 'fastify';
import { Problem } from '#platform/contract/problem.ts';

const MINUTE = 60_000;
/** Requests that change nothing (RFC 9110, 9.2.1). */
export const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Lets each account change something so many times a minute. Counted in this process alone, without the database: it
 * keeps a program that runs wild from the others, and what must be exact has a limit of its own.
 */
export function limitWrites(app: FastifyInstance, max: number): void {
  let counts = new Map<string, number>();
  let ends = 0;

  // Before the body is read, and after it is known who asks.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (!request.session || READ_METHODS.has(request.method)) return done();
    const now = Date.now();
    if (now >= ends) {
      counts = new Map();
      ends = now + MINUTE;
    }
    const { accountId } = request.session;
    const count = (counts.get(accountId) ?? 0) + 1;
    counts.set(accountId, count);
    if (count <= max) return done();
    done(new Problem('tooMany', 'too-many-writes', 'error.tooMany').retryAfter(Math.ceil((ends - now) / 1000)));
  });
}
