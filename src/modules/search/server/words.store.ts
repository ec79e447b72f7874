import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { runPrepared } from '#platform/database/prepared.ts';
import { MAX_SUGGESTED_CATEGORIES, TOTAL_MAX_COUNT } from '../rules.ts';

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
  /** Edit distance of the phonetic keys, plus a tenth of the edit distance of the words. */
  distance: number;
}

const SIMILAR = { name: 'search-similar', text: 'select asked, word, distance from search_similar_words($1)' };

/** Returns words of names and synonyms that sound similar, nearest first. */
export function selectSimilarWords(db: Db, words: readonly string[]): Promise<SimilarWord[]> {
  return runPrepared(db, SIMILAR, [words]);
}

const CATEGORIES = { name: 'search-categories', text: 'select id from categories order by position, id' };

/** Returns the ids of all categories, in the order of the store. */
export async function selectCategoryIds(db: Db): Promise<string[]> {
  return (await runPrepared<{ id: string }>(db, CATEGORIES)).map(({ id }) => id);
}

export interface SuggestionLookup extends WordLookup {
  /** Lexemes of words in names that begin with the last word. */
  beginnings: string[];
  categories: { id: string; name: string; name_bn: string; count: number }[];
}

// A category is suggested for words that its names have at the beginning of a word, or for a synonym. Its products are
// counted in the order of an index, up to one more than the limit.
const SUGGESTION_LOOKUP = {
  name: 'search-suggestion-lookup',
  text: `select l.words, l.phrases,
    array(select lexeme from (select word, lexeme from search_words
      where word ~>=~ $4 and word ~<~ ($4 || U&'\\+10FFFF') limit 500) as begun order by length(word), word limit 40) as beginnings,
    (select coalesce(jsonb_agg(to_jsonb(found)), '[]') from (
      select c.id, c.name, coalesce(c.name_bn, c.name) as name_bn, n.count from (
        select * from categories as c where not exists (select from unnest($3::text[]) as typed where not exists (
            select from string_to_table(search_plain(concat_ws(' ', c.name, c.name_bn)), ' ') as own where starts_with(own, typed)))
          or exists (select from unnest(l.phrases) as phrase, jsonb_array_elements_text(phrase -> 'meanings') as meaning
            where meaning = any (string_to_array(search_key(concat_ws(' ', c.name, c.name_bn)), ' ')))
        order by c.position, c.id limit ${MAX_SUGGESTED_CATEGORIES}) as c
      cross join lateral (select count(*)::int as count from (select from products p
        where p.category_id = c.id and p.status = 'unsold' order by p.created_at desc limit ${TOTAL_MAX_COUNT + 1}) as offered) as n
      order by c.position, c.id) as found) as categories
  from search_lookup($1, $2) as l`,
};

/** Looks up, in one query, the words of a search that is being typed and the categories that fit them. */
export async function lookUpSuggestions(db: Db, words: readonly string[]): Promise<SuggestionLookup> {
  const values = [words.slice(0, -1), [words.join(' ')], words, words.at(-1)];
  const [row] = await runPrepared<SuggestionLookup>(db, SUGGESTION_LOOKUP, values);
  return row ?? { words: [], phrases: [], beginnings: [], categories: [] };
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

/** Products that are compared to find the words that most of them have. */
const COMPARED_MAX_ROWS = 2000;

/** Returns the indexes of the largest set of tsqueries that one product matches. Of equal sets, the most frequent one. */
export async function selectCommonQueries(db: Db, queries: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ places: number[] }>`
    select places from (
      select array(select place::int - 1 from unnest(${queries}::text[]) with ordinality as part(query, place)
        where p.document @@ part.query::tsquery order by place) as places
      from products p where p.status = 'unsold' and p.document @@ ${queries.join(' | ')}::tsquery
      limit ${COMPARED_MAX_ROWS}) as found
    group by places order by cardinality(places) desc, count(*) desc, places limit 1`.execute(db);
  return rows[0]?.places ?? [];
}

/** Deletes those words of the names that no product on offer has in its name. */
export async function deleteWordsOfNames(db: Db, names: readonly string[]): Promise<void> {
  await sql`select search_words_go(search_words_of_all(${names}::text[]))`.execute(db);
}
