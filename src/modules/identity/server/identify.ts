import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { Problem } from '#platform/contract/problem.ts';
import type { Identify, Session } from '#platform/server/session.ts';
import { together } from '#platform/server/together.ts';
import type { Provider } from './provider.ts';
import { findSessions } from './store.ts';
import type { TokenSubject, Tokens } from './tokens.ts';

/** Tells who asks: by the access token on calls, by the provider's cookie on pages and where a token is fetched. */
export function createIdentify(pool: pg.Pool, provider: Provider, tokens: Tokens): Identify {
  const find = together((asked: readonly TokenSubject[]) => findSessions(pool, asked));
  const lent = new Map<string, Session>();
  return {
    async byToken(request) {
      const known = lent.get(request.headers.authorization ?? '');
      if (known && request.method === 'GET') return known;
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
    lend(session) {
      // 122 random bits (RFC 9562, 5.4), which nobody sees but this process.
      const authorization = `Page ${randomUUID()}`;
      lent.set(authorization, session);
      return { authorization, end: () => lent.delete(authorization) };
    },
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
