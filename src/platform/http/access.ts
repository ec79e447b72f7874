import type { FastifyRequest } from 'fastify';
import type { Access } from '#platform/contract/call.ts';
import type { CurrentUser } from '#platform/contract/page.ts';
import { Problem } from '#platform/contract/problem.ts';
import type { Role } from '#platform/contract/roles.ts';
import type { Database } from '#platform/database/database.ts';
import { hasOwnOrigin } from './origins.ts';

/** An account of the identity provider with a live session. It may not have chosen buyer or seller yet. */
export interface Session {
  sessionId: string;
  accountId: string;
  email: string;
  /** A name that a registration accepts. */
  accountName: string;
  emailVerified: boolean;
  person: Caller | null;
}

/** A person of the store who makes a call; read from the database for each call, never from the token. */
export interface Caller {
  id: string;
  email: string;
  name: string;
  roles: Role[];
  verified: boolean;
  /** Their usual phone and pick-up point; empty when they have not said them. */
  phone: string;
  pickup: string;
}

/** Identifies the caller of a request; the identity module implements it. */
export interface Authenticator {
  /** By the access token in `Authorization: Bearer`. @throws Problem (401) for an invalid token. */
  byToken(request: FastifyRequest): Promise<Session | null>;
  /** By the identity provider's cookie. Does not check the origin: use `sessionByCookie`, or call `assertSameOrigin` first. */
  byCookie(request: FastifyRequest): Promise<Session | null>;
  /**
   * Returns a credential for the calls that one page request makes in this process as the user of its cookie. `read`
   * allows GET only; `write`, for a form's action, allows every method. `end` revokes it.
   */
  issueCredential(session: Session, use: 'read' | 'write'): { authorization: string; end(): void };
}

declare module 'fastify' {
  interface FastifyInstance {
    identify: Authenticator;
    database: Database;
  }
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

const ROLES: Partial<Record<Access, Role>> = { buyer: 'buyer', seller: 'seller', admin: 'admin' };

/** Returns the caller's session, if the access allows it. @throws Problem (401) without a session, (403) without the role */
export async function checkAccess(
  identify: Authenticator,
  access: Access,
  request: FastifyRequest,
): Promise<Session | null> {
  if (access === 'provider') return null;
  if (access === 'anyone') return identify.byToken(request).catch(() => null);
  const byToken = access === 'cookie' ? null : await identify.byToken(request);
  const session =
    byToken ?? (access === 'session' || access === 'cookie' ? await sessionByCookie(identify, request) : null);
  if (!session) throw new Problem('unauthenticated', 'sign-in-first', 'error.signInFirst');
  if (access === 'session' || access === 'cookie') return session;
  if (!session.person) throw new Problem('forbidden', 'registration-incomplete', 'error.registrationIncomplete');
  const role = ROLES[access];
  if (role && !session.person.roles.includes(role)) throw new Problem('forbidden', `${role}-only`, `error.${role}Only`);
  return session;
}

/**
 * Refuses a request that another site made. Browsers send cookies with such requests too, some of them without an `Origin`, such
 * as images; Sec-Fetch-Site then names the site (https://www.w3.org/TR/fetch-metadata/).
 * @throws Problem (403)
 */
export function assertSameOrigin(request: FastifyRequest): void {
  const { 'sec-fetch-site': site = 'same-origin' } = request.headers;
  if (!hasOwnOrigin(request) || !(site === 'same-origin' || site === 'none'))
    throw new Problem('forbidden', 'other-origin', 'error.notYours');
}

/** Returns the session of a call's cookie. Every call that reads the cookie uses this function. @throws Problem (403) for other sites */
export async function sessionByCookie(identify: Authenticator, request: FastifyRequest): Promise<Session | null> {
  assertSameOrigin(request);
  return identify.byCookie(request);
}

/** Returns the fields of a session that the person's own pages show. */
export function toCurrentUser({ accountId, accountName, email, emailVerified, person }: Session): CurrentUser {
  return {
    id: person?.id ?? accountId,
    accountId,
    name: person?.name ?? accountName,
    email,
    roles: person?.roles ?? [],
    verified: person?.verified ?? false,
    emailVerified,
    phone: person?.phone ?? '',
    pickup: person?.pickup ?? '',
  };
}
