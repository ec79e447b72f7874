import type { Db } from '#platform/database/database.ts';
import { findProducts, findSimilar } from './find-products.ts';
import type { SearchEngine } from './search-engine.ts';
import { suggest } from './suggestions.ts';
import { summarize } from './summary.ts';
import { createTextCache } from './text-cache.ts';

/** Creates the search engine in PostgreSQL. It reads the item of `findSimilar` from the primary. */
export function createPostgresSearch(primary: Db): SearchEngine {
  const texts = createTextCache();
  return {
    findProducts: async (db, query, page) => findProducts(db, await texts.parse(db, query.q), query, page),
    summarize: async (db, query) => summarize(db, await texts.parse(db, query.q), query),
    suggest,
    findSimilar: (db, id) => findSimilar(db, primary, id),
    refreshSynonyms: texts.clear,
  };
}
