import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { doerOf } from '#modules/audit/server/service.ts';
import { showOffers } from '#modules/catalogue/server/service.ts';
import { readCursor, toPage } from '#platform/server/cursor.ts';
import type { Database } from '#platform/server/database.ts';
import { serve } from '#platform/server/serve.ts';
import * as calls from '../contract.ts';
import { find } from './finding.ts';
import { findSimilar } from './similar.ts';
import { suggestFor } from './suggestions.ts';
import { summarise } from './summary.ts';
import { addSynonyms, changeSynonyms, removeSynonyms } from './synonyms.service.ts';
import { selectSynonyms } from './synonyms.store.ts';

interface Deps {
  db: Database;
  pool: pg.Pool;
  pageSize: number;
}

export function searchRoutes(app: FastifyInstance, { db, pool, pageSize }: Deps): void {
  serve(app, calls.search, async ({ query: { sort, cursor, ...finding } }) => {
    const { items, next } = await find(pool, finding, { sort, cursor, size: pageSize });
    return { items: await showOffers(pool, items), next };
  });

  serve(app, calls.searchSummary, ({ query }) => summarise(pool, query));

  serve(app, calls.suggest, ({ query }) => suggestFor(pool, query.q));

  serve(app, calls.listSimilar, async ({ params }) => showOffers(pool, await findSimilar(pool, params.id)));

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
      insertedId: await addSynonyms(db, doerOf(caller, request), body.words),
    })),
  );

  serve(app, calls.editSynonyms, async ({ caller, params, body, request }) => ({
    modifiedCount: await changeSynonyms(db, doerOf(caller, request), params.id, body.words),
  }));

  serve(app, calls.removeSynonyms, async ({ caller, params, request }) => ({
    deletedCount: await removeSynonyms(db, doerOf(caller, request), params.id),
  }));
}
