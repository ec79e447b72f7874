import type { OfferedProduct } from '#modules/catalogue/contract.ts';
import type { Page } from '#platform/contract/call.ts';
import type { Db } from '#platform/database/database.ts';
import type { SearchQuery, SearchSummary, Suggestions } from '../contract.ts';
import type { Sort } from '../filters.rules.ts';

export interface SearchPageRequest {
  sort: Sort;
  cursor: string | undefined;
  size: number;
}

/**
 * The interface of a search engine; `api.ts` chooses the implementation. `db` is the database that the request's lists
 * are read from. It may be a replica.
 */
export interface SearchEngine {
  /** Returns a page of the products on offer that match. @throws Problem (400) for a cursor of another sort order. */
  findProducts(db: Db, query: SearchQuery, page: SearchPageRequest): Promise<Page<OfferedProduct>>;
  /** Returns the number of matches, and of those of each option with the other filters unchanged. */
  summarize(db: Db, query: SearchQuery): Promise<SearchSummary>;
  /** Returns categories, items and words that continue a search. Without a word in the text there are none. */
  suggest(db: Db, typed: string): Promise<Suggestions>;
  /** Returns products on offer that resemble an item, at most MAX_SIMILAR_ITEMS. @throws Problem (404) for an unknown item. */
  findSimilar(db: Db, id: string): Promise<OfferedProduct[]>;
  /** Applies changed synonyms to the next search of this process. */
  refreshSynonyms(): void;
}
