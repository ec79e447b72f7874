import { toTk } from '#platform/contract/values.ts';
import type { Db } from '#platform/database/database.ts';
import type { Suggestions } from '../contract.ts';
import { MAX_SUGGESTED_ITEMS, MAX_SUGGESTED_WORDS, QUERY_MAX_WORDS, TOTAL_MAX_COUNT } from '../rules.ts';
import { wordsOf } from '../words.rules.ts';
import { scanInOrder, searchIndex } from './product-search.store.ts';
import { allOf, anyOf, isMeaningful, token } from './text-query.ts';
import { lookUpSuggestions, lookUpWords, type SuggestionLookup, selectSimilarWords } from './words.store.ts';

/** Items whose names are read for words. */
const NAMES_MAX_ROWS = 100;
const SCAN_MAX_ROWS = 2000;
const CANDIDATES_MAX_ROWS = 20_000;
const CORRECTIONS_MAX_WORDS = 3;

interface NamedItem {
  id: string;
  name: string;
  image: string;
  price_poisha: number;
}

/** Returns categories, items and words of names that continue a search, by at most three queries. Stores nothing. */
export async function suggest(db: Db, typed: string): Promise<Suggestions> {
  const words = wordsOf(typed).slice(0, QUERY_MAX_WORDS);
  if (words.length === 0) return { categories: [], items: [], words: [] };
  const lookup = await lookUpSuggestions(db, words);
  const query = itemQuery(lookup);
  const items = query ? await findItems(db, query) : [];
  return {
    categories: lookup.categories.map(({ id, name, name_bn, count }) => ({
      _id: id,
      names: { en: name, bn: name_bn },
      count: Math.min(count, TOTAL_MAX_COUNT),
      more: count > TOTAL_MAX_COUNT,
    })),
    items: items.slice(0, MAX_SUGGESTED_ITEMS).map(({ id, name, image, price_poisha }) => ({
      _id: id,
      productName: name,
      imageURL: image,
      resalePrice: toTk(price_poisha),
    })),
    words: query ? frequentWords(items, words) : await findCorrections(db, words),
  };
}

/** Returns the tsquery of names with all words, the last one as a beginning, or with a synonym; undefined when no name has them. */
function itemQuery({ words, phrases, beginnings }: SuggestionLookup): string | undefined {
  const inName = (lexeme: string) => token(`/${lexeme}`);
  const earlier = words.map(({ lexeme }) => inName(lexeme));
  const begun = beginnings.length > 0 ? [allOf([...earlier, anyOf(beginnings.map(inName))])] : [];
  const synonyms = phrases.flatMap(({ offered }) => offered).map((meaning) => allOf(meaning.split(' ').map(inName)));
  return anyOf([...begun, ...synonyms]) || undefined;
}

/** Returns the newest items: common ones by a scan, rare ones by the index. */
async function findItems(db: Db, words: string): Promise<NamedItem[]> {
  const columns = 'p.id, p.name, p.image, p.price_poisha';
  const scan = { columns, sort: 'newest', limit: NAMES_MAX_ROWS } as const;
  const newest = await scanInOrder<NamedItem>(db, { words }, { ...scan, maxRows: SCAN_MAX_ROWS });
  if (newest.length === NAMES_MAX_ROWS) return newest;
  const { rows, candidates } = await searchIndex<NamedItem>(db, { words }, { ...scan, maxRows: CANDIDATES_MAX_ROWS });
  return candidates > CANDIDATES_MAX_ROWS ? newest : rows;
}

/** Returns words of names, and frequent pairs, that begin with the last word and occur with the others. Most frequent first. */
function frequentWords(items: readonly NamedItem[], words: readonly string[]): string[] {
  const [earlier, last = ''] = [words.slice(0, -1), words.at(-1)];
  const counts = new Map<string, number>();
  for (const { name } of items) {
    const own = wordsOf(name);
    for (const [at, word] of own.entries()) {
      if (!word.startsWith(last) || earlier.includes(word)) continue;
      const next = own[at + 1];
      const isPair = next !== undefined && isMeaningful(next) && /\D/.test(next);
      for (const phrase of isPair ? [word, `${word} ${next}`] : [word])
        counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
    }
  }
  return [...counts]
    .filter(([phrase, count]) => count > 1 || !phrase.includes(' '))
    .sort(([one, n], [other, m]) => m - n || one.length - other.length || (one < other ? -1 : 1))
    .slice(0, MAX_SUGGESTED_WORDS)
    .map(([phrase]) => [...earlier, phrase].join(' '));
}

/** Returns the words nearest to a last one that no name has. Each of them, or a synonym, is on offer. */
async function findCorrections(db: Db, typed: readonly string[]): Promise<string[]> {
  const [earlier, misspelt = ''] = [typed.slice(0, -1), typed.at(-1)];
  const similar = (await selectSimilarWords(db, [misspelt])).map(({ word }) => word);
  const { words, phrases } = await lookUpWords(db, similar, similar);
  const leads = new Set([
    ...words.filter(({ isKnown }) => isKnown).map(({ word }) => word),
    ...phrases.filter(({ offered }) => offered.length > 0).map(({ phrase }) => phrase),
  ]);
  return similar
    .filter((word) => leads.has(word))
    .slice(0, CORRECTIONS_MAX_WORDS)
    .map((word) => [...earlier, word].join(' '));
}
