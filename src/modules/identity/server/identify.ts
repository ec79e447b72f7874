import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { Problem } from '#platform/contract/problem.ts';
import type { Identify } from '#platform/server/session.ts';
import { together } from '#platform/server/together.ts';
import type { Provider } from './provider.ts';
import { findSessions } from './store.ts';
import type { TokenSubject, Tokens } from './tokens.ts';

/** Tells who asks: by the access token on calls, by the provider's cookie on pages and where a token is fetched. */
export function createIdentify(pool: pg.Pool, provider: Provider, tokens: Tokens): Identify {
  const find = together((asked: readonly TokenSubject[]) => findSessions(pool, asked));
  return {
    async byToken(request) {
      const token = bearer(request);
      if (token === null) return null;
      const session = await find(await tokens.read(token));
      if (!session) throw new Problem('unauthenticated', 'session-ended', 'error.signInFirst');
      return session;
    },
    async byCookie(request) {
      const { cookie } = request.headers;
      if (!cookie) return null;
      const found = await provider.api.getSession(new Headers({ cookie }));
      return found ? find({ sessionId: found.session.id, accountId: found.user.id }) : null;
    },
    issue: tokens.issue,
  };
}

/** The token of `Authorization: Bearer …` (RFC 6750); null when the header is missing, refused when it is odd. */
function bearer(request: FastifyRequest): string | null {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization)?.[1];
  if (!token) throw new Problem('unauthenticated', 'bad-token', 'error.signInFirst');
  return token;
}
