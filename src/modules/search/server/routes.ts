import type { FastifyInstance } from 'fastify';
import { actorOf } from '#modules/audit/server/service.ts';
import { showOffers } from '#modules/catalogue/server/service.ts';
import type { Database } from '#platform/database/database.ts';
import { readCursor, toPage } from '#platform/database/keyset.ts';
import type { Reads } from '#platform/database/read-replica.ts';
import { serve } from '#platform/http/serve.ts';
import { createQueue } from '#platform/limits/concurrency-queue.ts';
import * as calls from '../contract.ts';
import { find } from './finding.ts';
import { findSimilar } from './similar.ts';
import { suggestFor } from './suggestions.ts';
import { summarise } from './summary.ts';
import { addSynonyms, changeSynonyms, removeSynonyms } from './synonyms.service.ts';
import { selectSynonyms } from './synonyms.store.ts';

interface Deps {
  db: Database;
  /** How many searches run at a time. */
  concurrency: number;
  reads: Reads;
  pageSize: number;
}

/** How many searches may wait for their turn. */
const WAITING = 200;

export function searchRoutes(app: FastifyInstance, { db, concurrency, reads, pageSize }: Deps): void {
  const inTurn = createQueue({ concurrency, maxWaiting: WAITING });

  serve(app, calls.search, ({ query: { sort, cursor, ...finding }, request }) =>
    inTurn(async () => {
      const reader = reads(request);
      const { items, next } = await find(reader, finding, { sort, cursor, size: pageSize });
      return { items: await showOffers(reader, items), next };
    }),
  );

  serve(app, calls.searchSummary, ({ query, request }) => inTurn(() => summarise(reads(request), query)));

  serve(app, calls.suggest, ({ query, request }) => inTurn(() => suggestFor(reads(request), query.q)));

  serve(app, calls.listSimilar, ({ params, request }) =>
    inTurn(async () => {
      const reader = reads(request);
      return showOffers(reader, await findSimilar(reader, params.id, db));
    }),
  );

  serve(app, calls.listSynonyms, async ({ query }) =>
    toPage(
      await selectSynonyms(db, pageSize + 1, readCursor(query.cursor)),
      ({ id, words }) => ({ _id: id, words }),
      pageSize,
    ),
  );

  serve(app, calls.addSynonyms, ({ caller, body, request, once }) =>
    once(db, async (db) => ({
      acknowledged: true,
      insertedId: await addSynonyms(db, actorOf(caller, request), body.words),
    })),
  );

  serve(app, calls.editSynonyms, async ({ caller, params, body, request }) => ({
    modifiedCount: await changeSynonyms(db, actorOf(caller, request), params.id, body.words),
  }));

  serve(app, calls.removeSynonyms, async ({ caller, params, request }) => ({
    deletedCount: await removeSynonyms(db, actorOf(caller, request), params.id),
  }));
}
