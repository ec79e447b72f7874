import type { OfferedProduct } from '#modules/catalogue/contract.ts';
import type { Page } from '#platform/contract/call.ts';
import type { Db } from '#platform/database/database.ts';
import type { SearchQuery, SearchSummary, Suggestions } from '../contract.ts';
import { findPage, findSimilar, type PageRequest } from './find-products.ts';
import { suggest } from './suggestions.ts';
import { summarize } from './summary.ts';
import { type ParsedText, parseText } from './text-query.ts';

/** Answers searches with products and counts. The products come from the database, whichever engine finds their ids. */
export interface SearchEngine {
  /** @throws Problem (400) for a cursor of another search */
  find(db: Db, query: SearchQuery, page: PageRequest): Promise<Page<OfferedProduct>>;
  summarize(db: Db, query: SearchQuery): Promise<SearchSummary>;
  suggest(db: Db, typed: string): Promise<Suggestions>;
  /** @throws Problem (404) when there is no such item */
  findSimilar(db: Db, id: string): Promise<OfferedProduct[]>;
  /** Called after a change of synonyms. */
  forgetTexts(): void;
}

const CACHE_TTL_MS = 5000;
const CACHE_MAX_TEXTS = 1000;

/** Creates the engine that searches PostgreSQL. It caches parsed texts whose words are all known. */
export function createPostgresEngine(primary: Db): SearchEngine {
  const cache = new Map<string, { parsed: ParsedText; expires: number }>();

  async function parse(db: Db, typed: string | undefined): Promise<ParsedText | undefined> {
    if (typed === undefined) return undefined;
    const cached = cache.get(typed);
    if (cached && cached.expires > performance.now()) return cached.parsed;
    const parsed = await parseText(db, typed);
    if (cache.size >= CACHE_MAX_TEXTS) cache.clear();
    if (parsed.isKnown) cache.set(typed, { parsed, expires: performance.now() + CACHE_TTL_MS });
    return parsed;
  }

  return {
    find: async (db, query, page) => findPage(db, await parse(db, query.q), query, page),
    summarize: async (db, query) => summarize(db, await parse(db, query.q), query),
    suggest,
    findSimilar: (db, id) => findSimilar(db, primary, id),
    forgetTexts: () => cache.clear(),
  };
}
