import type { Db } from '#platform/database/database.ts';
import type { Suggestions } from '../contract.ts';
import { MAX_SUGGESTED_CATEGORIES, MAX_SUGGESTED_WORDS, QUERY_MAX_WORDS, wordsOf } from '../rules.ts';
import { findFirst } from './find-products.ts';
import { allOf, anyOf, isMeaningful, token } from './text-query.ts';
import {
  lookUpWords,
  selectCategoryNames,
  selectLexemesBeginning,
  selectSimilarWords,
  type WordLookup,
} from './words.store.ts';

const NAMES_MAX_ROWS = 100;
const CORRECTIONS_MAX_WORDS = 3;

/** Returns categories and words of names on offer that continue a search. Searches are not stored. */
export async function suggest(db: Db, typed: string): Promise<Suggestions> {
  const words = wordsOf(typed).slice(0, QUERY_MAX_WORDS);
  if (words.length === 0) return { categories: [], words: [] };
  const lookup = await lookUpWords(db, words.slice(0, -1), [words.join(' ')]);
  return { categories: await findCategories(db, words, lookup), words: await findWords(db, words, lookup) };
}

/** Returns categories whose name has words that begin like this, or a synonym. */
async function findCategories(db: Db, words: string[], { phrases }: WordLookup): Promise<Suggestions['categories']> {
  const meanings = phrases.flatMap((phrase) => phrase.meanings);
  return (await selectCategoryNames(db))
    .filter(({ name, name_bn, lexemes }) => {
      const own = wordsOf(`${name} ${name_bn ?? ''}`);
      const begins = words.every((word) => own.some((one) => one.startsWith(word)));
      return begins || meanings.some((meaning) => lexemes.includes(meaning));
    })
    .slice(0, MAX_SUGGESTED_CATEGORIES)
    .map(({ id, name, name_bn }) => ({ _id: id, names: { en: name, bn: name_bn ?? name } }));
}

/** Returns words of names, and frequent pairs, that begin with the last word and occur with the others. Most frequent first. */
async function findWords(db: Db, words: string[], lookup: WordLookup): Promise<string[]> {
  const [earlier, last = ''] = [words.slice(0, -1), words.at(-1)];
  const beginnings = await selectLexemesBeginning(db, last);
  if (beginnings.length === 0) return findCorrections(db, earlier, last);
  const inName = (lexeme: string) => token(`/${lexeme}`);
  const query = allOf([...lookup.words.map(({ lexeme }) => inName(lexeme)), anyOf(beginnings.map(inName))]);
  const scan = { columns: 'p.id, p.name', sort: 'newest', limit: NAMES_MAX_ROWS } as const;
  const { rows } = await findFirst<{ id: string; name: string }>(db, { words: query }, scan);
  const counts = new Map<string, number>();
  for (const { name } of rows) {
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

/** Returns the words nearest to one that no name has. Each of them, or a synonym, is on offer. */
async function findCorrections(db: Db, earlier: string[], misspelt: string): Promise<string[]> {
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
