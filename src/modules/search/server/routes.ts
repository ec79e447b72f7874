import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { doerOf } from '#modules/audit/server/service.ts';
import { showOffers } from '#modules/catalogue/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { readCursor, toPage } from '#platform/server/cursor.ts';
import type { Database } from '#platform/server/database.ts';
import { serve } from '#platform/server/serve.ts';
import * as calls from '../contract.ts';
import { fits, selectAll, summarise } from './interim.store.ts';
import { addSynonyms, changeSynonyms, removeSynonyms } from './synonyms.service.ts';
import { selectSynonyms } from './synonyms.store.ts';

interface Deps {
  db: Database;
  pool: pg.Pool;
  pageSize: number;
}

export function searchRoutes(app: FastifyInstance, { db, pool, pageSize }: Deps): void {
  serve(app, calls.search, async ({ query }) => {
    const after = readCursor(query.cursor);
    const rows = (await selectAll(pool)).filter((row) => fits(row, query));
    if (query.sort === 'cheap') rows.sort((a, b) => a.price_poisha - b.price_poisha);
    if (query.sort === 'dear') rows.sort((a, b) => b.price_poisha - a.price_poisha);
    const rest = after ? rows.slice(rows.findIndex(({ id }) => id === after.id) + 1) : rows;
    const page = toPage(rest.slice(0, pageSize + 1), (row) => row.id, pageSize);
    return { ...page, items: await showOffers(pool, page.items) };
  });

  serve(app, calls.searchSummary, async ({ query }) => summarise(await selectAll(pool), query));

  serve(app, calls.suggest, async ({ query: { q = '' } }) => {
    const names = (await selectAll(pool)).flatMap(({ name }) => name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
    const words = [...new Set(names)].filter((word) => q && word.startsWith(q.toLowerCase())).slice(0, 6);
    return { categories: [], words };
  });

  serve(app, calls.listSimilar, async ({ params: { id } }) => {
    const rows = await selectAll(pool);
    const item = rows.find((row) => row.id === id);
    if (!item) throw new Problem('missing', 'not-found', 'error.notFound');
    const ids = rows.filter((row) => row.id !== id && row.category_id === item.category_id).map((row) => row.id);
    return showOffers(pool, ids.slice(0, 8));
  });

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
