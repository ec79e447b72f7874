import type { FastifyInstance } from 'fastify';
import { actorOf } from '#modules/audit/server/service.ts';
import type { OfferedProduct, VisibleProduct } from '#modules/catalogue/contract.ts';
import { OFFER_VIEW } from '#modules/catalogue/server/service.ts';
import type { Database } from '#platform/database/database.ts';
import { presentPage, readPage } from '#platform/database/keyset.ts';
import type { Reads } from '#platform/database/read-replica.ts';
import type { Caller } from '#platform/http/access.ts';
import { serve } from '#platform/http/serve.ts';
import { createQueue } from '#platform/limits/concurrency-queue.ts';
import * as calls from '../contract.ts';
import type { SearchEngine } from './search-engine.ts';
import { addSynonyms, changeSynonyms } from './synonyms.service.ts';
import { selectSynonyms } from './synonyms.store.ts';

interface Deps {
  db: Database;
  engine: SearchEngine;
  concurrency: number;
  reads: Reads;
  pageSize: number;
}

const MAX_WAITING_SEARCHES = 200;

/** Serves the calls of search/contract.ts. At most `concurrency` searches run at once. */
export function searchRoutes(app: FastifyInstance, { db, engine, concurrency, reads, pageSize }: Deps): void {
  const inTurn = createQueue({ concurrency, maxWaiting: MAX_WAITING_SEARCHES });

  serve(app, calls.search, async ({ caller, query: { sort, cursor, ...query }, request }) => {
    const page = await inTurn(() => engine.findProducts(reads(request), query, { sort, cursor, size: pageSize }));
    return { ...page, items: presentTo(caller, page.items) };
  });

  serve(app, calls.searchSummary, ({ query, request }) => inTurn(() => engine.summarize(reads(request), query)));

  serve(app, calls.suggest, ({ query, request }) => inTurn(() => engine.suggest(reads(request), query.q ?? '')));

  serve(app, calls.listSimilar, async ({ caller, params, request }) =>
    presentTo(caller, await inTurn(() => engine.findSimilar(reads(request), params.id))),
  );

  serve(app, calls.listSynonyms, async ({ query }) =>
    presentPage(await selectSynonyms(db, readPage(query, pageSize)), ({ id, words }) => ({ _id: id, words })),
  );

  serve(app, calls.addSynonyms, async ({ caller, body, request, once }) => {
    const answer = await once(db, async (db) => ({
      acknowledged: true,
      insertedId: await addSynonyms(db, actorOf(caller, request), body.words),
    }));
    engine.refreshSynonyms();
    return answer;
  });

  serve(app, calls.editSynonyms, async ({ caller, params, body, request }) => {
    await changeSynonyms(db, actorOf(caller, request), params.id, body.words);
    engine.refreshSynonyms();
    return { modifiedCount: 1 };
  });

  serve(app, calls.removeSynonyms, async ({ caller, params, request }) => {
    await changeSynonyms(db, actorOf(caller, request), params.id, null);
    engine.refreshSynonyms();
    return { deletedCount: 1 };
  });
}

/** Visitors see no phone, no e-mail and no surname. */
function presentTo(caller: Caller | null, products: OfferedProduct[]): VisibleProduct[] {
  return caller ? products : products.map(OFFER_VIEW.withoutContact);
}
