import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#platform/contract/problem.ts';
import { presentPage, readPage } from '#platform/database/keyset.ts';
import type { Session } from '#platform/http/access.ts';
import { languageOf } from '#platform/http/language.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../sessions.contract.ts';
import { changeOwnPassword, endOwnSession, type PasswordChangeDeps } from './sessions.service.ts';
import { deleteOtherSessions, selectSessions } from './sessions.store.ts';
import { readUserAgent } from './user-agent.ts';

/** Serves the calls of sessions.contract.ts. */
export function sessionRoutes(app: FastifyInstance, deps: PasswordChangeDeps & { pageSize: number }): void {
  const { db, pageSize } = deps;

  serve(app, calls.listSessions, async ({ query, request }) => {
    const { accountId, sessionId } = sessionOf(request);
    return presentPage(await selectSessions(db, accountId, readPage(query, pageSize)), (row) => ({
      _id: row.id,
      current: row.id === sessionId,
      ...readUserAgent(row.user_agent ?? ''),
      begunAt: row.created_at.toISOString(),
      usedAt: row.updated_at.toISOString(),
    }));
  });

  serve(app, calls.endSession, async ({ params, request }) => ({
    deletedCount: await endOwnSession(db, sessionOf(request).accountId, params.id),
  }));

  serve(app, calls.endOtherSessions, async ({ request }) => {
    const { accountId, sessionId } = sessionOf(request);
    return { deletedCount: await deleteOtherSessions(db, accountId, sessionId) };
  });

  serve(app, calls.changePassword, async ({ body, request }) => {
    await changeOwnPassword(deps, sessionOf(request), { ...body, origin: request, language: languageOf(request) });
    return { modifiedCount: 1 };
  });
}

/** The session of a request whose access was checked. @throws Problem (401) without one. */
function sessionOf({ session }: FastifyRequest): Session {
  if (!session) throw new Problem('unauthenticated', 'sign-in-first', 'error.signInFirst');
  return session;
}
