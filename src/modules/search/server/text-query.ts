import type { Db } from '#platform/database/database.ts';
import { QUERY_MAX_WORDS } from '../rules.ts';
import { wordsOf } from '../words.rules.ts';
import { lookUpWords, type PhraseRow, selectSimilarWords, type WordRow } from './words.store.ts';

/** The text of a search as tsqueries. */
export interface ParsedText {
  /** Nothing can match, because the text has no word. */
  isEmpty: boolean;
  words?: string | undefined;
  /** The same in parts: all words in the name, and the rest. */
  tiers?: string[] | undefined;
  /** Quotations, which need the positions of words. */
  phrases?: string | undefined;
  /** The text with misspelt words replaced. */
  corrected?: string;
  /** Whether products on offer have each of its words. */
  isKnown: boolean;
  /** Each word or quotation as typed, with its tsquery. Excluded words have none. */
  parts: { text: string; query?: string }[];
}

/** Part of a search: a word, or several in quotation marks. */
interface Term {
  words: string[];
  isExcluded: boolean;
}

/** One way to express a term: lexemes anywhere, or in sequence. */
interface Alternative {
  lexemes: string[];
  inSequence?: boolean;
  /** Does not count as a match in the name. */
  outsideName?: boolean;
}

interface Vocabulary {
  words: Map<string, WordRow>;
  /** The longest phrase with synonyms that begins at each term, and its number of terms. */
  phrases: Map<number, PhraseRow & { length: number }>;
}

const STOP_WORDS = new Set(
  'a an and are as at be but by for from has have i in is it its my of on or our so some that the their this to used very was we were with you your'.split(
    ' ',
  ),
);
const SYNONYM_MAX_WORDS = 4;

/** Returns the text of a search as tsqueries, with synonyms, the other script, beginnings of words and corrections. */
export async function parseText(db: Db, typed: string): Promise<ParsedText> {
  const terms = readTerms(typed);
  const vocabulary = await lookUp(db, terms);
  const unknown = terms.filter((term) => isPlain(term) && isUnknown(term, vocabulary));
  const misspelt = unknown.flatMap(({ words }) => words);
  const corrections = await correct(db, misspelt);
  if (corrections.size === 0) return compose(terms, vocabulary);
  const corrected = terms.map((term) =>
    unknown.includes(term) ? { ...term, words: term.words.map((word) => corrections.get(word) ?? word) } : term,
  );
  const parsed = compose(corrected, await lookUp(db, corrected));
  return { ...parsed, isKnown: false, corrected: corrected.map(textOf).join(' ') };
}

/** Whether a word is not a stop word. */
export function isMeaningful(word: string): boolean {
  return !STOP_WORDS.has(word);
}

/** A word or a quotation, each with or without a minus. The closing quotation mark may be missing. */
const TERM = /([-−]?)(?:"([^"]*)(?:"|$)|([^\s"]+))/g;

/** Splits a search into terms. Leaves out stop words, unless there are only stop words. */
function readTerms(typed: string): Term[] {
  const matches = [...typed.replace(/[“”„«»]/g, '"').matchAll(TERM)];
  const terms = matches.flatMap(([, minus, quotation, plain = '']) => {
    const isExcluded = minus !== '';
    const words = wordsOf(quotation ?? plain);
    const parts = quotation !== undefined || isExcluded ? [words] : words.map((word) => [word]);
    return parts.filter((words) => words.length > 0).map((words) => ({ words, isExcluded }));
  });
  const meaningful = terms.filter(({ words }) => words.length > 1 || words.some(isMeaningful));
  let count = 0;
  return (meaningful.some(({ isExcluded }) => !isExcluded) ? meaningful : terms).filter(({ words }) => {
    count += words.length;
    return count <= QUERY_MAX_WORDS;
  });
}

function isPlain({ words, isExcluded }: Term): boolean {
  return words.length === 1 && !isExcluded;
}

function textOf({ words, isExcluded }: Term): string {
  const text = words.join(' ');
  return `${isExcluded ? '-' : ''}${words.length > 1 ? `"${text}"` : text}`;
}

async function lookUp(db: Db, terms: Term[]): Promise<Vocabulary> {
  const runs = terms.flatMap((_, start) =>
    Array.from({ length: SYNONYM_MAX_WORDS }, (_, n) => terms.slice(start, start + n + 1))
      .filter((run, n) => run.length === n + 1 && run.every(isPlain))
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

function compose(terms: Term[], { words, phrases }: Vocabulary): ParsedText {
  const included: Alternative[][] = [];
  const excluded: string[] = [];
  const quotations: string[] = [];
  const parts: ParsedText['parts'] = [];
  let next = 0;
  for (const [at, term] of terms.entries()) {
    if (at < next) continue;
    const lexemes = term.words.map((word) => words.get(word)?.lexeme ?? word);
    const sequence = `${term.isExcluded ? '!' : ''}${inSequence(lexemes.map(token))}`;
    const isQuoted = lexemes.length > 1;
    if (isQuoted) quotations.push(sequence);
    else if (term.isExcluded) excluded.push(sequence);
    if (term.isExcluded) {
      parts.push({ text: textOf(term) });
      continue;
    }
    const phrase = phrases.get(at);
    next = at + (phrase?.length ?? 1);
    const ways = isQuoted ? [{ lexemes }] : alternativesOf(terms.slice(at, next), words, phrase);
    included.push(ways);
    parts.push({ text: terms.slice(at, next).map(textOf).join(' '), query: anyOf(ways.map(anywhere)) });
  }
  const all = allOf([...included.map((one) => anyOf(one.map(anywhere))), ...excluded]);
  const named = allOf(included.map((one) => anyOf(one.filter((way) => !way.outsideName).map(inName))));
  return {
    isEmpty: included.length + excluded.length + quotations.length === 0,
    isKnown: [...words.values()].every((row) => row.isKnown),
    parts,
    words: all || undefined,
    phrases: allOf(quotations) || undefined,
    tiers: named ? [allOf([named, ...excluded]), allOf([all, `!${named}`])] : undefined,
  };
}

/** The words themselves, and the synonyms of a phrase. For a single word also the other script, and words that begin with it. */
function alternativesOf(terms: Term[], words: Vocabulary['words'], phrase: PhraseRow | undefined): Alternative[] {
  const rows = terms.flatMap((term) => term.words).flatMap((word) => words.get(word) ?? []);
  const { meanings = [], offered = [] } = phrase ?? {};
  const [single, ...more] = rows;
  const { alike = [], completions = [] } = (more.length === 0 && single) || {};
  return [
    { lexemes: rows.map(({ lexeme }) => lexeme) },
    ...alike.map((lexeme) => ({ lexemes: [lexeme] })),
    ...completions.map((lexeme) => ({ lexemes: [lexeme], outsideName: offered.length > 0 })),
    ...meanings.map((meaning) => ({
      lexemes: meaning.split(' '),
      inSequence: true,
      outsideName: !offered.includes(meaning),
    })),
  ];
}

function anywhere(way: Alternative): string {
  return (way.inSequence ? inSequence : allOf)(way.lexemes.map(token));
}

function inName(way: Alternative): string {
  const named = way.lexemes.map((lexeme) => token(`/${lexeme}`));
  return allOf(way.inSequence && named.length > 1 ? [...named, anywhere(way)] : named);
}

// Builds PostgreSQL tsqueries as text (PostgreSQL documentation, 8.11.2). Lexemes hold only letters and digits.

/** Returns the tsquery of a lexeme. */
export function token(lexeme: string): string {
  return `'${lexeme}'`;
}

/** Returns a tsquery that needs one of the queries. */
export function anyOf(queries: readonly string[]): string {
  return join([...new Set(queries)], ' | ');
}

/** Returns a tsquery that needs all queries. */
export function allOf(queries: readonly string[]): string {
  return join([...new Set(queries)], ' & ');
}

function inSequence(queries: readonly string[]): string {
  return join(queries, ' <-> ');
}

function join(queries: readonly string[], operator: string): string {
  return queries.length < 2 ? (queries[0] ?? '') : `(${queries.join(operator)})`;
}
