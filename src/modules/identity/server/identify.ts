import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#platform/contract/problem.ts';
import { batchPerTick } from '#platform/database/batch.ts';
import type { Db } from '#platform/database/database.ts';
import { createExpiringCache } from '#platform/database/ttl-cache.ts';
import type { Authenticator, Session } from '#platform/http/access.ts';
import type { AuthProvider } from './auth-provider.ts';
import { selectSessionsByKey } from './store.ts';
import type { TokenSubject, Tokens } from './tokens.ts';

/**
 * How long the session id of a cookie is cached. The provider, which prolongs a session once a day, is asked after that. Whether
 * the session is live is read from the database at every request, as for a token.
 */
const COOKIE_CACHE_MS = 600_000;

/** A longer cookie, which the provider never sets, is not cached. */
const COOKIE_MAX_CHARS = 512;

/** Identifies callers by the access token, and by the provider's cookie for pages and for calls that issue tokens. */
export function createAuthenticator(db: Db, provider: AuthProvider, tokens: Tokens): Authenticator {
  const find = batchPerTick((subjects: readonly TokenSubject[]) => selectSessionsByKey(db, subjects));
  const cachedSubjects = createExpiringCache<TokenSubject>();
  const credentials = new Map<string, { session: Session; use: 'read' | 'write' }>();
  return {
    async byToken(request) {
      const known = credentials.get(request.headers.authorization ?? '');
      if (known && (request.method === 'GET' || known.use === 'write')) return known.session;
      const token = bearerToken(request);
      if (token === null) return null;
      const session = await find(await tokens.read(token));
      if (!session) throw new Problem('unauthenticated', 'session-ended', 'error.signInFirst');
      return session;
    },
    async byCookie(request) {
      const cookie = sessionCookies(request.headers.cookie);
      if (!cookie) return null;
      const known = cachedSubjects.get(cookie);
      if (known) return find(known);
      const found = await provider.api.getSession(new Headers({ cookie }));
      if (!found) return null;
      const subject = { sessionId: found.session.id, accountId: found.user.id };
      if (cookie.length <= COOKIE_MAX_CHARS) cachedSubjects.set(cookie, subject, Date.now() + COOKIE_CACHE_MS);
      return find(subject);
    },
    issueCredential(session, use) {
      // 122 random bits (RFC 9562, 5.4) that do not leave this process.
      const authorization = `Page ${randomUUID()}`;
      credentials.set(authorization, { session, use });
      return { authorization, end: () => credentials.delete(authorization) };
    },
  };
}

/** Returns those cookies by which the provider finds a session; empty when there is none. */
function sessionCookies(cookies = ''): string {
  const own = cookies
    .split(';')
    .filter((pair) => /^\s*(__Secure-)?better-auth\.(session_token|dont_remember)=/.test(pair));
  return own.map((pair) => pair.trim()).join('; ');
}

/** Returns the token of `Authorization: Bearer …` (RFC 6750); null without the header. @throws Problem (401) for another form. */
function bearerToken(request: FastifyRequest): string | null {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization)?.[1];
  if (!token) throw new Problem('unauthenticated', 'bad-token', 'error.signInFirst');
  return token;
}
