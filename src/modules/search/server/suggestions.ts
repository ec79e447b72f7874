import type { Db } from '#platform/database/database.ts';
import type { Suggestions } from '../contract.ts';
import { SUGGESTED_CATEGORIES, SUGGESTED_WORDS, WORDS_MAX, wordsOf } from '../rules.ts';
import { allOf, anyOf, quoted } from './lexemes.ts';
import { type CategoryName, selectBeginnings, selectCategoryNames, selectNames } from './names.store.ts';
import { slipsBetween } from './spelling.ts';
import { isTelling } from './terms.ts';
import { askSimply, findNewest } from './walk.ts';
import { selectMeant, selectNear, selectWords } from './words.store.ts';

/** So many names are read for what a search could go on to. */
const NAMES = 100;
/** So many words are suggested for one that nothing is called by. */
const MEANT = 3;

/** What a search could go on to. Nobody's searches are kept for it: it comes from the names of what is on offer. */
export async function suggestFor(db: Db, typed = ''): Promise<Suggestions> {
  const words = wordsOf(typed).slice(0, WORDS_MAX);
  if (words.length === 0) return { categories: [], words: [] };
  return { categories: await findCategories(db, words), words: await findWords(db, words) };
}

/** Categories whose name has words that begin so, or that mean the same. */
async function findCategories(db: Db, words: string[]): Promise<Suggestions['categories']> {
  const phrase = words.join(' ');
  const meant = (await selectMeant(db, [phrase])).get(phrase)?.keys ?? [];
  const isMeant = ({ name, name_bn, lexemes }: CategoryName) => {
    const own = wordsOf(`${name} ${name_bn ?? ''}`);
    const begins = words.every((word) => own.some((one) => one.startsWith(word)));
    return begins || meant.some((key) => lexemes.includes(key));
  };
  return (await selectCategoryNames(db))
    .filter(isMeant)
    .slice(0, SUGGESTED_CATEGORIES)
    .map(({ id, name, name_bn }) => ({ _id: id, names: { en: name, bn: name_bn ?? name } }));
}

/** Words of names, and two in a row, that begin with the last word and stand beside the others. Most frequent first. */
async function findWords(db: Db, words: string[]): Promise<string[]> {
  const [earlier, last = ''] = [words.slice(0, -1), words.at(-1)];
  const begun = await selectBeginnings(db, last);
  if (begun.length === 0) return findMeant(db, earlier, last);
  const known = await selectWords(db, earlier);
  const tier = allOf([
    ...known.map(({ lexeme }) => quoted(`/n${lexeme}`)),
    anyOf([...new Set(begun.map(({ lexeme }) => quoted(`/n${lexeme}`)))]),
  ]);
  const names = await selectNames(db, await findNewest(db, askSimply(tier), NAMES));
  const singles = new Map<string, number>();
  const pairs = new Map<string, number>();
  const count = (counts: Map<string, number>, phrase: string) => counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  for (const name of names) {
    const own = wordsOf(name);
    for (const [at, word] of own.entries()) {
      if (!word.startsWith(last) || earlier.includes(word)) continue;
      count(singles, word);
      const next = own[at + 1];
      if (next && isTelling(next) && /\D/.test(next)) count(pairs, `${word} ${next}`);
    }
  }
  const often = [...pairs].filter(([, n]) => n > 1);
  return [...singles, ...often]
    .sort(([one, n], [other, m]) => m - n || one.length - other.length || (one < other ? -1 : 1))
    .slice(0, SUGGESTED_WORDS)
    .map(([phrase]) => [...earlier, phrase].join(' '));
}

/** What the last word may have meant, when no name has a word that begins so: the nearest that lead to something. */
async function findMeant(db: Db, earlier: string[], last: string): Promise<string[]> {
  const near = (await selectNear(db, [last])).sort((one, other) => slipsBetween(one) - slipsBetween(other));
  const words = near.map(({ word }) => word);
  const known = new Set((await selectWords(db, words)).flatMap(({ word, known }) => (known ? word : [])));
  const meant = await selectMeant(db, words);
  return words
    .filter((word) => known.has(word) || (meant.get(word)?.offered ?? []).length > 0)
    .slice(0, MEANT)
    .map((word) => [...earlier, word].join(' '));
}
