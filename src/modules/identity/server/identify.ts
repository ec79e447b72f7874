import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#platform/contract/problem.ts';
import { batchPerTick } from '#platform/database/batch.ts';
import type { Reader } from '#platform/database/read-replica.ts';
import type { Identify, Session } from '#platform/http/access.ts';
import type { AuthProvider } from './auth-provider.ts';
import { createSessionCache } from './session-cache.ts';
import { findSessions } from './store.ts';
import type { TokenSubject, Tokens } from './tokens.ts';

/**
 * The provider is asked for a cookie's session this often, in milliseconds: it then prolongs it when its day has come. In
 * between only whether the session lives is asked, at every request, as for a token.
 */
const ASK_AGAIN = 600_000;

/** Cookies of ours are much shorter; what somebody has made longer is not remembered. */
const LONGEST = 512;

/** Tells who asks: by the access token on calls, by the provider's cookie on pages and where a token is fetched. */
export function createIdentify(reader: Reader, provider: AuthProvider, tokens: Tokens): Identify {
  const find = batchPerTick((asked: readonly TokenSubject[]) => findSessions(reader, asked));
  const signed = createSessionCache<TokenSubject>();
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
      const cookie = sessionCookies(request.headers.cookie);
      if (!cookie) return null;
      const known = signed.get(cookie);
      if (known) return find(known);
      const found = await provider.api.getSession(new Headers({ cookie }));
      if (!found) return null;
      const subject = { sessionId: found.session.id, accountId: found.user.id };
      if (cookie.length <= LONGEST) signed.set(cookie, subject, Date.now() + ASK_AGAIN);
      return find(subject);
    },
    lend(session) {
      // 122 random bits (RFC 9562, 5.4), which nobody sees but this process.
      const authorization = `Page ${randomUUID()}`;
      lent.set(authorization, session);
      return { authorization, end: () => lent.delete(authorization) };
    },
  };
}

/** Of a request's cookies those by which the provider knows a session; empty when there is none. */
function sessionCookies(cookies = ''): string {
  const own = cookies
    .split(';')
    .filter((pair) => /^\s*(__Secure-)?better-auth\.(session_token|dont_remember)=/.test(pair));
  return own.map((pair) => pair.trim()).join('; ');
}

/** The token of `Authorization: Bearer …` (RFC 6750); null when the header is missing, refused when it is odd. */
function bearer(request: FastifyRequest): string | null {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization)?.[1];
  if (!token) throw new Problem('unauthenticated', 'bad-token', 'error.signInFirst');
  return token;
}
