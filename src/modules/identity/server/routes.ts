import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actorOf } from '#modules/audit/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { presentPage, readPage } from '#platform/database/keyset.ts';
import { type Session, sessionByCookie, toCurrentUser } from '#platform/http/access.ts';
import { languageOf } from '#platform/http/language.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import * as sessionCalls from '../sessions.contract.ts';
import type { AuthProvider } from './auth-provider.ts';
import { selectUsers } from './listed-users.store.ts';
import { addRole, assertOwnEmail, eraseUser, hasRole, registerUser, verifySeller } from './service.ts';
import { changeOwnPassword, endOwnSession, type PasswordChangeDeps } from './sessions.service.ts';
import { deleteSessions, selectSessions } from './sessions.store.ts';
import type { Tokens } from './tokens.ts';
import { readUserAgent } from './user-agent.ts';

/** Serves the calls of identity/contract.ts and sessions.contract.ts. */
export function identityRoutes(
  app: FastifyInstance,
  deps: PasswordChangeDeps & { tokens: Tokens; passwords: Pick<AuthProvider, 'resetEmailOf'>; pageSize: number },
): void {
  const { db, tokens, passwords, pageSize } = deps;
  serve(app, calls.isAdmin, async ({ caller, params }) => ({
    isAdmin: await hasRole(db, caller, params.email, 'admin'),
  }));

  serve(app, calls.isBuyer, async ({ caller, params }) => ({
    isBuyer: await hasRole(db, caller, params.email, 'buyer'),
  }));

  serve(app, calls.isSeller, async ({ caller, params }) => ({
    isSeller: await hasRole(db, caller, params.email, 'seller'),
  }));

  serve(app, calls.getSession, async ({ request }) => ({
    email: (await sessionByCookie(app.identify, request))?.email ?? null,
  }));

  serve(app, calls.checkResetLink, async ({ query }) => ({
    email: (await passwords.resetEmailOf(query.token)) ?? null,
  }));

  serve(app, calls.getAccessToken, async ({ session, query }) => {
    assertOwnEmail(session.email, query.email);
    return { accessToken: await tokens.issue(session) };
  });

  serve(app, calls.registerUser, ({ session, body, once }) =>
    once(db, async (db) => ({ acknowledged: true, insertedId: await registerUser(db, session, body) })),
  );

  serve(app, calls.addRole, async ({ caller, params, request }) => ({
    modifiedCount: await addRole(db, actorOf(caller, request), params.role),
  }));

  serve(app, calls.getMe, async ({ session }) => toCurrentUser(session));

  serve(app, calls.listUsers, async ({ params, query }) => {
    const role = params.type === 'Seller' ? 'seller' : 'buyer';
    return presentPage(await selectUsers(db, role, readPage(query, pageSize), query.q), (row) => ({
      _id: row.id,
      name: row.name,
      email: row.email,
      ...(row.verified_at ? { verify: calls.VERIFIED } : {}),
      ...(role === 'seller' || row.listings > 0 ? { listings: row.listings } : {}),
    }));
  });

  serve(app, calls.verifyUser, async ({ caller, params, request }) => ({
    modifiedCount: await verifySeller(db, actorOf(caller, request), params.id),
  }));

  serve(app, calls.deleteUser, async ({ caller, params, request }) => ({
    deletedCount: await eraseUser(db, actorOf(caller, request), params.id),
  }));

  serve(app, sessionCalls.listSessions, async ({ query, request }) => {
    const { accountId, sessionId } = sessionOf(request);
    return presentPage(await selectSessions(db, accountId, readPage(query, pageSize)), (row) => ({
      _id: row.id,
      current: row.id === sessionId,
      ...readUserAgent(row.user_agent ?? ''),
      begunAt: row.created_at.toISOString(),
      usedAt: row.updated_at.toISOString(),
    }));
  });

  serve(app, sessionCalls.endSession, async ({ params, request }) => ({
    deletedCount: await endOwnSession(db, sessionOf(request).accountId, params.id),
  }));

  serve(app, sessionCalls.endOtherSessions, async ({ request }) => {
    const { accountId, sessionId } = sessionOf(request);
    return { deletedCount: await deleteSessions(db, accountId, '<>', sessionId) };
  });

  serve(app, sessionCalls.changePassword, async ({ body, request }) => {
    await changeOwnPassword(deps, sessionOf(request), { ...body, origin: request, language: languageOf(request) });
    return { modifiedCount: 1 };
  });
}

/** Returns the session of a request whose access was checked. @throws Problem (401) without one. */
export function sessionOf({ session }: FastifyRequest): Session {
  if (!session) throw new Problem('unauthenticated', 'sign-in-first', 'error.signInFirst');
  return session;
}
