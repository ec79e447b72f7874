import type { FastifyInstance } from 'fastify';
import { actorOf } from '#modules/audit/server/service.ts';
import type { Database } from '#platform/database/database.ts';
import { readCursor, toPage } from '#platform/database/keyset.ts';
import { sessionByCookie } from '#platform/http/access.ts';
import { serve } from '#platform/http/serve.ts';
import { toVisitor } from '#platform/http/visitor.ts';
import * as calls from '../contract.ts';
import { assertOwnEmail, eraseUser, registerUser, roleOf, verifySeller } from './service.ts';
import { selectUsers } from './store.ts';
import type { Tokens } from './tokens.ts';

export function identityRoutes(
  app: FastifyInstance,
  { db, tokens, pageSize }: { db: Database; tokens: Tokens; pageSize: number },
): void {
  serve(app, calls.isAdmin, async ({ caller, params }) => ({
    isAdmin: (await roleOf(db, caller, params.email)) === 'admin',
  }));

  serve(app, calls.isBuyer, async ({ caller, params }) => ({
    isBuyer: (await roleOf(db, caller, params.email)) === 'buyer',
  }));

  serve(app, calls.isSeller, async ({ caller, params }) => ({
    isSeller: (await roleOf(db, caller, params.email)) === 'seller',
  }));

  serve(app, calls.getSession, async ({ request }) => ({
    email: (await sessionByCookie(app.identify, request))?.email ?? null,
  }));

  serve(app, calls.getAccessToken, async ({ session, query }) => {
    assertOwnEmail(session.email, query.email);
    return { accessToken: await tokens.issue(session) };
  });

  serve(app, calls.registerUser, ({ session, body, once }) =>
    once(db, async (db) => ({ acknowledged: true, insertedId: await registerUser(db, session, body) })),
  );

  serve(app, calls.getMe, async ({ session }) => toVisitor(session));

  serve(app, calls.listUsers, async ({ params, query }) => {
    const role = params.type === 'Seller' ? 'seller' : 'buyer';
    const rows = await selectUsers(db, role, pageSize + 1, readCursor(query.cursor), query.q);
    return toPage(
      rows,
      (row) => ({
        _id: row.id,
        name: row.name,
        email: row.email,
        ...(row.verified_at ? { verify: calls.VERIFIED } : {}),
        ...(role === 'seller' ? { listings: row.listings } : {}),
      }),
      pageSize,
    );
  });

  serve(app, calls.verifyUser, async ({ caller, params, request }) => ({
    modifiedCount: await verifySeller(db, actorOf(caller, request), params.id),
  }));

  serve(app, calls.deleteUser, async ({ caller, params, request }) => ({
    deletedCount: await eraseUser(db, actorOf(caller, request), params.id),
  }));
}
