import type { OfferedProduct } from '#modules/catalogue/contract.ts';
import { OFFER_VIEW } from '#modules/catalogue/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import type { Db } from '#platform/database/database.ts';
import { MAX_SIMILAR_ITEMS } from '../rules.ts';
import { findNewest } from './find-products.ts';
import { FOUND_COLUMNS, type FoundOffer } from './product-search.store.ts';
import { anyOf, isMeaningful, token } from './text-query.ts';
import { findItemWords } from './words.store.ts';

const NAME_MAX_WORDS = 8;
const COMPARED_MAX_ROWS = 100;

/**
 * Returns similar products on offer. Those of the same category come first, with the most common words in the name, then the rest of
 * the category, then others with common words. Reads the item from the primary, because it may be new.
 * @throws Problem (404) when there is no such item
 */
export async function findSimilar(db: Db, primary: Db, id: string): Promise<OfferedProduct[]> {
  const item = await findItemWords(primary, id);
  if (!item) throw new Problem('missing', 'not-found', 'error.notFound');
  const category = item.category_id;
  const meaningful = item.words.filter(({ word }) => isMeaningful(word) && /\D/.test(word));
  const tokens = [...new Set(meaningful.map(({ lexeme }) => token(`/${lexeme}`)))].slice(0, NAME_MAX_WORDS);
  async function withCommonWords(within: { category?: string }): Promise<FoundOffer[]> {
    if (tokens.length === 0) return [];
    const criteria = { ...within, words: anyOf(tokens) };
    const columns = `${FOUND_COLUMNS}, p.document::text as document`;
    const rows = await findNewest<FoundOffer & { document: string }>(db, criteria, COMPARED_MAX_ROWS, columns);
    const matches = new Map(rows.map((row) => [row, tokens.filter((one) => row.document.includes(one)).length]));
    return rows.toSorted((one, other) => (matches.get(other) ?? 0) - (matches.get(one) ?? 0));
  }
  const lists = [
    () => withCommonWords({ category }),
    () => findNewest(db, { category }, 2 * MAX_SIMILAR_ITEMS),
    () => withCommonWords({}),
  ];
  const found = new Map<string, FoundOffer>();
  for (const list of lists) {
    if (found.size < MAX_SIMILAR_ITEMS) for (const row of await list()) if (row.id !== id) found.set(row.id, row);
  }
  return [...found.values()].slice(0, MAX_SIMILAR_ITEMS).map(OFFER_VIEW.present);
}
