import { Problem } from '#platform/contract/problem.ts';
import type { Db } from '#platform/database/database.ts';
import { SIMILAR_MAX } from '../rules.ts';
import { factOf } from './facts.ts';
import { allOf, anyOf, not, quoted } from './lexemes.ts';
import { findItemWords } from './names.store.ts';
import { isTelling } from './terms.ts';
import { askSimply, findNewest } from './walk.ts';

/** More words of a name than these do not make it more like another. */
const WORDS = 8;

/**
 * The ids of what is most like a thing: of its category with all words of its name, with two of them, with one, then the
 * rest of the category, then others with its words; each newest first. The thing itself, which may just have been listed, is
 * looked for at the primary. @throws Problem (404) when there is no such thing.
 */
export async function findSimilar(db: Db, id: string, primary = db): Promise<string[]> {
  const item = await findItemWords(primary, id);
  if (!item) throw new Problem('missing', 'not-found', 'error.notFound');
  const category = factOf.category(item.category_id);
  const telling = item.words.filter(({ word }) => isTelling(word) && /\D/.test(word));
  const words = [...new Set(telling.map(({ lexeme }) => quoted(`/n${lexeme}`)))].slice(0, WORDS);
  const pairs = words.flatMap((one, at) => words.slice(at + 1).map((other) => allOf([one, other])));
  const alike = [words.length > 0 ? allOf(words) : '', pairs.length > 0 ? anyOf(pairs) : ''].filter(Boolean);
  const any = words.length > 0 ? [anyOf(words)] : [];
  const tiers = [
    ...[...alike, ...any].map((part) => allOf([category, part])),
    category,
    ...[...alike, ...any].map((part) => allOf([not(category), part])),
  ];
  const found = new Set<string>();
  for (const tier of tiers) {
    // As many as were found already, and the thing itself, may be among them.
    const ids = await findNewest(db, askSimply(tier), SIMILAR_MAX + found.size + 1);
    for (const one of ids) if (one !== id && found.size < SIMILAR_MAX) found.add(one);
    if (found.size === SIMILAR_MAX) break;
  }
  return [...found];
}
