import type { FastifyInstance } from 'fastify';
import { CLOSED_RETRY_S } from '#platform/contract/page.ts';
import { Problem } from '#platform/contract/problem.ts';
import { READ_METHODS } from '#platform/limits/write-limit.ts';
import { pathnameOf } from './web-request.ts';

/** Ends a session and nothing else, so it stays possible on a shared computer. */
const SIGN_OUT = '/api/auth/sign-out';
/** Calls of the identity provider that a browser opens as a page, and that change something although they are GET. */
const CHANGES_BY_GET = /^\/api\/auth\/(verify-email|callback\/|oauth-popup\/)/;
/** The route by which a buyer returns from a payment provider; it changes something, too. Its path may be percent-encoded. */
const RETURN_ROUTE = /^\/api\/payments\/\w+\/return$/;

/**
 * Refuses every call that changes something, before its body is read (`CLOSED=on`). Such a call gets a 503 with
 * `Retry-After`. A link that a browser opened is redirected to the login page, which says that the shop is closed.
 */
export function rejectWrites(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (READ_METHODS.has(request.method)) {
      const { url: route = '' } = request.routeOptions;
      if (CHANGES_BY_GET.test(pathnameOf(request)) || RETURN_ROUTE.test(route)) return reply.redirect('/login', 303);
      return done();
    }
    // Only in this spelling: another one may be routed to another call.
    if (request.url === SIGN_OUT) return done();
    done(new Problem('unavailable', 'closed', 'error.closed').retryAfter(CLOSED_RETRY_S));
  });
}
