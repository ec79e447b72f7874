import { Problem } from '#platform/contract/problem.ts';
import type { Db } from '#platform/database/database.ts';
import { MAX_SIMILAR_ITEMS } from '../rules.ts';
import { findNewest } from './find-products.ts';
import { anyOf, token } from './tsquery.ts';
import { isMeaningful } from './typed-terms.ts';
import { findItemWords, orderByMatches } from './words.store.ts';

const NAME_MAX_WORDS = 8;
const COMPARED_MAX_ROWS = 100;

/**
 * Returns the ids of similar products on offer. Those of the same category come first, with the most common words in the name, then the
 * rest of the category, then others with common words. Reads the item from the primary, because it may be new.
 * @throws Problem (404) when there is no such item
 */
export async function findSimilar(db: Db, primary: Db, id: string): Promise<string[]> {
  const item = await findItemWords(primary, id);
  if (!item) throw new Problem('missing', 'not-found', 'error.notFound');
  const category = item.category_id;
  const meaningful = item.words.filter(({ word }) => isMeaningful(word) && /\D/.test(word));
  const tokens = [...new Set(meaningful.map(({ lexeme }) => token(`/${lexeme}`)))].slice(0, NAME_MAX_WORDS);
  async function withCommonWords(within: { category?: string }): Promise<string[]> {
    if (tokens.length === 0) return [];
    const ids = await findNewest(db, { ...within, words: anyOf(tokens) }, COMPARED_MAX_ROWS);
    return orderByMatches(db, ids, tokens);
  }
  const lists = [
    () => withCommonWords({ category }),
    () => findNewest(db, { category }, 2 * MAX_SIMILAR_ITEMS),
    () => withCommonWords({}),
  ];
  const found = new Set<string>();
  for (const list of lists) {
    if (found.size < MAX_SIMILAR_ITEMS) for (const one of await list()) found.add(one);
    found.delete(id);
  }
  return [...found].slice(0, MAX_SIMILAR_ITEMS);
}
