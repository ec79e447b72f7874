import type { FastifyInstance } from 'fastify';
import { actorOf } from '#modules/audit/server/service.ts';
import type { Database } from '#platform/database/database.ts';
import { presentPage, readPage } from '#platform/database/keyset.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import { appealDecision, decideDispute } from './decisions.service.ts';
import type { DisputeDeps } from './dispute-deps.ts';
import { findDispute, selectDisputes } from './dispute-lists.store.ts';
import { confirmReturn, stateAfterReturn } from './item-return.service.ts';
import { presentDetails, presentDispute } from './present-dispute.ts';
import { answerDispute, type Caller, notFound, openDispute, replyToAnswer } from './service.ts';

/** Serves the calls of disputes/contract.ts. */
export function disputeRoutes(
  app: FastifyInstance,
  { db, pageSize, ...parts }: Omit<DisputeDeps, 'db'> & { db: Database; pageSize: number },
): void {
  const deps = { ...parts, db };

  serve(app, calls.openDispute, ({ caller, params, body, once }) =>
    once(db, async (db) => ({
      insertedId: await openDispute({ ...deps, db }, { bookingId: params.id, buyerId: caller.id }, body),
    })),
  );

  serve(app, calls.listDisputes, async ({ caller, query }) => {
    const personId = caller.roles.includes('admin') ? undefined : caller.id;
    const { state: filter, booking: bookingId } = query;
    const page = await selectDisputes(db, { personId, filter, bookingId, page: readPage(query, pageSize) });
    return presentPage(page, presentDispute);
  });

  serve(app, calls.getDispute, async ({ caller, params }) => {
    const reader = { personId: caller.id, isAdmin: caller.roles.includes('admin') };
    const dispute = await findDispute(db, params.id, reader);
    if (!dispute) throw notFound();
    return presentDetails(db, dispute, { ...reader, secret: deps.secret });
  });

  serve(app, calls.answerDispute, ({ caller, params, body, once }) =>
    once(db, async (db) => ({ state: await answerDispute({ ...deps, db }, callerOf(caller, params.id), body) })),
  );

  serve(app, calls.replyToAnswer, ({ caller, params, body, once }) =>
    once(db, async (db) => ({ state: await replyToAnswer({ ...deps, db }, callerOf(caller, params.id), body.reply) })),
  );

  // A wrong code is stored, too: a retry does not count as another try.
  serve(app, calls.returnItem, async ({ caller, params, body, once }) => {
    const given = callerOf(caller, params.id);
    return {
      state: stateAfterReturn(await once(db, (db) => confirmReturn({ ...deps, db }, given, body.code))),
    };
  });

  serve(app, calls.decideDispute, ({ caller, params, body, request, once }) =>
    once(db, async (db) => ({
      state: await decideDispute({ ...deps, db }, actorOf(caller, request), params.id, body),
    })),
  );

  serve(app, calls.appealDecision, ({ caller, params, body, once }) =>
    once(db, async (db) => ({
      state: await appealDecision({ ...deps, db }, callerOf(caller, params.id), body.reason),
    })),
  );
}

function callerOf({ id }: { id: string }, disputeId: string): Caller {
  return { disputeId, personId: id };
}
