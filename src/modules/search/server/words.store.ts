import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { runPrepared } from '#platform/database/prepared.ts';

export interface WordRow {
  word: string;
  lexeme: string;
  /** Whether a product on offer has it. */
  isKnown: boolean;
  /** Lexemes of names in the other script that sound the same. */
  alike: string[];
  /** Lexemes of names that begin with it; empty for a known word. */
  completions: string[];
}

/** A phrase that has synonyms. */
export interface PhraseRow {
  phrase: string;
  /** Its synonyms and itself: lexemes separated by spaces. */
  meanings: string[];
  /** The meanings whose lexemes are in names of products on offer. */
  offered: string[];
}

export interface WordLookup {
  words: WordRow[];
  phrases: PhraseRow[];
}

const LOOKUP = { name: 'search-lookup', text: 'select words, phrases from search_lookup($1, $2)' };

/** Looks up words, and those phrases that have synonyms. */
export async function lookUpWords(
  db: Db,
  words: readonly string[],
  phrases: readonly string[] = [],
): Promise<WordLookup> {
  const [row] = await runPrepared<WordLookup>(db, LOOKUP, [words, phrases]);
  return row ?? { words: [], phrases: [] };
}

interface SimilarWord {
  asked: string;
  word: string;
  /** Letters to change in how the words sound, and a tenth of the letters to change in the words themselves. */
  distance: number;
}

const SIMILAR = { name: 'search-similar', text: 'select asked, word, distance from search_similar_words($1)' };

/** Returns words of names and synonyms that sound similar, nearest first. */
export function selectSimilarWords(db: Db, words: readonly string[]): Promise<SimilarWord[]> {
  return runPrepared(db, SIMILAR, [words]);
}

interface CategoryName {
  id: string;
  name: string;
  name_bn: string | null;
  /** The lexemes of both names. */
  lexemes: string[];
}

const CATEGORIES = {
  name: 'search-categories',
  text: `select id, name, name_bn, string_to_array(coalesce(search_key(concat_ws(' ', name, name_bn)), ''), ' ') as lexemes
    from categories order by position, id`,
};

export function selectCategoryNames(db: Db): Promise<CategoryName[]> {
  return runPrepared(db, CATEGORIES);
}

const BEGINNINGS = {
  name: 'search-beginnings',
  text: `select word, lexeme from (select word, lexeme from search_words
    where word ~>=~ $1 and word ~<~ ($1 || U&'\\+10FFFF') limit 500) as begun
  order by length(word), word limit 40`,
};

/** Returns the lexemes of words in names that begin like this. */
export async function selectLexemesBeginning(db: Db, beginning: string): Promise<string[]> {
  return (await runPrepared<{ lexeme: string }>(db, BEGINNINGS, [beginning])).map(({ lexeme }) => lexeme);
}

interface ItemWords {
  category_id: string;
  words: { word: string; lexeme: string }[];
}

const ITEM = {
  name: 'search-item',
  text: `select category_id, array(select jsonb_build_object('word', word, 'lexeme', search_lexeme(word))
    from string_to_table(search_plain(name), ' ') as word where search_lexeme(word) is not null) as words
  from products where id = $1 and status <> 'removed'`,
};

/** Returns the category of an item and the words of its name. */
export async function findItemWords(db: Db, id: string): Promise<ItemWords | undefined> {
  return (await runPrepared<ItemWords>(db, ITEM, [id]))[0];
}

/** Deletes the words of names that no name on offer has. */
export async function deleteWordsOfNames(db: Db, names: readonly string[]): Promise<void> {
  await sql`select search_words_go(search_words_of_all(${names}::text[]))`.execute(db);
}
