import type { Db } from '#platform/database/database.ts';
import { allOf, anyOf, inSequence, not, token } from './tsquery.ts';
import { readTerms, type Term } from './typed-terms.ts';
import { lookUpWords, type PhraseRow, selectSimilarWords, type WordRow } from './words.store.ts';

/** The text of a search as tsqueries. */
export interface ParsedText {
  /** Nothing can match, because the text has no word. */
  isEmpty: boolean;
  words?: string;
  /** The same in parts: all words in the name, and the rest. */
  tiers?: string[];
  /** Quotations, which need the positions of words. */
  phrases?: string;
  /** The text with misspelt words replaced. */
  corrected?: string;
  /** Whether products on offer have each of its words. */
  isKnown: boolean;
}

/** One way to express a term: lexemes anywhere, or in sequence. */
interface Alternative {
  lexemes: string[];
  inSequence?: boolean;
  /** Does not count as a match in the name. */
  outsideName?: boolean;
}

const SYNONYM_MAX_WORDS = 4;

/** Reads the text of a search: synonyms, the other script, beginnings of words, misspellings. */
export async function parseText(db: Db, typed: string): Promise<ParsedText> {
  const terms = readTerms(typed);
  const lookup = await lookUp(db, terms);
  const unknown = terms.filter((term) => !term.isExcluded && !term.isQuoted && isUnknown(term, lookup));
  const corrections = await correct(
    db,
    unknown.flatMap(({ words }) => words),
  );
  if (corrections.size === 0) return compose(terms, lookup);
  const corrected = terms.map((term) =>
    unknown.includes(term) ? { ...term, words: term.words.map((word) => corrections.get(word) ?? word) } : term,
  );
  const parsed = compose(corrected, await lookUp(db, corrected));
  return { ...parsed, isKnown: false, corrected: corrected.map(textOf).join(' ') };
}

interface Vocabulary {
  words: Map<string, WordRow>;
  /** The longest phrase with synonyms that begins at each term, and its number of terms. */
  phrases: Map<number, PhraseRow & { length: number }>;
}

async function lookUp(db: Db, terms: Term[]): Promise<Vocabulary> {
  const runs = terms.flatMap((_, start) =>
    Array.from({ length: SYNONYM_MAX_WORDS }, (_, n) => terms.slice(start, start + n + 1))
      .filter((run, n) => run.length === n + 1 && run.every((term) => !term.isQuoted && !term.isExcluded))
      .map((run) => ({ start, length: run.length, phrase: run.flatMap(({ words }) => words).join(' ') })),
  );
  const words = [...new Set(terms.flatMap((term) => term.words))];
  const rows = await lookUpWords(db, words, [...new Set(runs.map(({ phrase }) => phrase))]);
  const phrases: Vocabulary['phrases'] = new Map();
  for (const { start, length, phrase } of runs) {
    const row = rows.phrases.find((one) => one.phrase === phrase);
    if (row) phrases.set(start, { ...row, length });
  }
  return { words: new Map(rows.words.map((row) => [row.word, row])), phrases };
}

function isUnknown({ words: [word = ''] }: Term, { words, phrases }: Vocabulary): boolean {
  const row = words.get(word);
  if (!row || row.isKnown || row.alike.length > 0 || row.completions.length > 0) return false;
  return /\D/.test(word) && ![...phrases.values()].some(({ phrase }) => phrase.split(' ').includes(word));
}

/** Returns the nearest known word of each misspelt one. Short words may differ in one letter, others in two. */
async function correct(db: Db, misspelt: string[]): Promise<Map<string, string>> {
  const corrections = new Map<string, string>();
  if (misspelt.length === 0) return corrections;
  for (const { asked, word, distance } of await selectSimilarWords(db, misspelt)) {
    const tolerated = asked.length <= 2 ? 0 : asked.length <= 5 ? 1 : 2;
    const isBeginning = asked.length > 2 && word.startsWith(asked);
    if (!corrections.has(asked) && (isBeginning || Math.floor(distance) <= tolerated)) corrections.set(asked, word);
  }
  return corrections;
}

function textOf({ words, isQuoted, isExcluded }: Term): string {
  const text = words.join(' ');
  return `${isExcluded ? '-' : ''}${isQuoted ? `"${text}"` : text}`;
}

function compose(terms: Term[], { words, phrases }: Vocabulary): ParsedText {
  const included: Alternative[][] = [];
  const excluded: string[] = [];
  const quotations: string[] = [];
  for (let at = 0; at < terms.length; at += 1) {
    const term = terms[at];
    if (!term) break;
    const lexemes = term.words.map((word) => words.get(word)?.lexeme ?? word);
    const isQuotation = term.isQuoted && lexemes.length > 1;
    const quotation = inSequence(lexemes.map(token));
    if (isQuotation) quotations.push(term.isExcluded ? not(quotation) : quotation);
    const phrase = phrases.get(at);
    if (term.isExcluded && !isQuotation) excluded.push(not(allOf(lexemes.map(token))));
    else if (isQuotation && !term.isExcluded) included.push([{ lexemes }]);
    else if (!term.isExcluded && phrase) {
      included.push(alternativesOf(terms.slice(at, at + phrase.length), words, phrase));
      at += phrase.length - 1;
    } else if (!term.isExcluded) included.push(alternativesOf([term], words));
  }
  const isEmpty = included.length + excluded.length + quotations.length === 0;
  const isKnown = [...words.values()].every((row) => row.isKnown);
  const all = allOf([...included.map((one) => anyOf(one.map(anywhere))), ...excluded]);
  return {
    isEmpty,
    isKnown,
    ...(all ? { words: all } : {}),
    ...(quotations.length > 0 ? { phrases: allOf(quotations) } : {}),
    ...(included.length > 0 ? { tiers: tiersOf(all, included, excluded) } : {}),
  };
}

function tiersOf(all: string, included: Alternative[][], excluded: string[]): string[] {
  const named = allOf(included.map((one) => anyOf(one.filter((way) => !way.outsideName).map(inName))));
  return [allOf([named, ...excluded]), allOf([all, not(named)])];
}

/** The words themselves, and the synonyms of a phrase. For a single word also the other script, and words that begin with it. */
function alternativesOf(terms: Term[], words: Vocabulary['words'], phrase?: PhraseRow): Alternative[] {
  const rows = terms.flatMap((term) => term.words).flatMap((word) => words.get(word) ?? []);
  const [row] = rows;
  const hasMeaning = phrase !== undefined && phrase.offered.length > 0;
  const synonyms = (phrase?.meanings ?? []).map((meaning) => ({
    lexemes: meaning.split(' '),
    inSequence: true,
    outsideName: !phrase?.offered.includes(meaning),
  }));
  const ofWord =
    rows.length === 1 && row
      ? [
          ...row.alike.map((lexeme) => ({ lexemes: [lexeme] })),
          ...row.completions.map((lexeme) => ({ lexemes: [lexeme], outsideName: hasMeaning })),
        ]
      : [];
  return [{ lexemes: rows.map(({ lexeme }) => lexeme) }, ...ofWord, ...synonyms];
}

function anywhere(way: Alternative): string {
  return (way.inSequence ? inSequence : allOf)(way.lexemes.map(token));
}

function inName(way: Alternative): string {
  const named = way.lexemes.map((lexeme) => token(`/${lexeme}`));
  return allOf(way.inSequence && named.length > 1 ? [...named, anywhere(way)] : named);
}
