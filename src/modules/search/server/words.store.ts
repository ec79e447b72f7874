import type { Db } from '#platform/database/database.ts';
import { runPrepared } from '#platform/database/prepared.ts';

export interface WordRow {
  word: string;
  /** As the index has it. */
  lexeme: string;
  /** Whether anything on offer has it. */
  known: boolean;
  /** Words of names in the other script that sound the same, as the index has them. */
  alike: string[];
  /** Words of names that begin so, as the index has them; looked for only when it is not known. */
  begun: string[];
}

/** A word that begins so is one of many. These are so many of them, the shortest. */
const BEGUN = 24;

const WORDS = {
  name: 'search-words',
  text: `select w.word, w.lexeme, k.known,
      array(select distinct s.lexeme from search_words s where s.sound = search_sound(w.word)
        and (s.word ~ '[ঀ-৿]') <> (w.word ~ '[ঀ-৿]') limit 8) as alike,
      case when k.known then '{}' else array(select distinct b.lexeme from (
        select f.lexeme from (select s.word, s.lexeme from search_words s
          where s.word ~>=~ w.word and s.word ~<~ (w.word || U&'\\+10FFFF') limit 500) as f
        order by length(f.word), f.word limit ${BEGUN}) as b) end as begun
    from (select word, search_lexeme(word) as lexeme from unnest($1::text[]) as word) as w
    cross join lateral (select case
      when exists (select from search_words s where s.lexeme = w.lexeme) then true
      else search_offers(w.lexeme) end as known) as k`,
};

/** What is known of words of `wordsOf`. */
export async function selectWords(db: Db, words: readonly string[]): Promise<WordRow[]> {
  return runPrepared<WordRow>(db, WORDS, [words]);
}

const MEANT = {
  name: 'search-meant',
  text: `with meant as materialized (
      select p.phrase, array_agg(distinct key) as keys from unnest($1::text[]) as p (phrase)
      join search_synonyms s on s.keys @> array[search_key(p.phrase)] cross join unnest(s.keys) as key group by p.phrase),
    said as materialized (
      select lexeme from (select distinct unnest(string_to_array(key, ' ')) as lexeme from meant, unnest(keys) as key) as l
      where case when exists (select from search_words w where w.lexeme = l.lexeme) then true else search_offers(l.lexeme) end)
    select phrase, keys, array(select key from unnest(keys) as key
      where string_to_array(key, ' ') <@ array(select lexeme from said)) as offered
    from meant`,
};

export interface Meant {
  /** All that means the same, itself among it: lexemes, with spaces between them. */
  keys: string[];
  /** Of these, what something on offer can have. */
  offered: string[];
}

/** What else phrases mean, for those that mean the same as others. */
export async function selectMeant(db: Db, phrases: readonly string[]): Promise<Map<string, Meant>> {
  const rows = await runPrepared<Meant & { phrase: string }>(db, MEANT, [phrases]);
  return new Map(rows.map(({ phrase, ...meant }) => [phrase, meant]));
}

export interface Near {
  word: string;
  /** In Latin letters, as `soundOf` the word that it is near to. */
  sound: string;
  asked: string;
  soundAsked: string;
}

const NEAR = {
  name: 'search-near',
  // How a word sounds is worked out once, and not for each that it may be near to.
  text: `with asked as materialized (select word, search_sound(word) as sound from unnest($1::text[]) as word)
    select a.word as asked, a.sound as "soundAsked", n.word, n.sound from asked as a
    cross join lateral (
      select s.word, s.sound from (
        select word, sound from search_words where sound % a.sound
        union select word, sound from search_synonym_words where sound % a.sound) as s
      order by similarity(s.sound, a.sound) desc, s.word limit 20) as n`,
};

/** Words that look or sound like others: of names, and of those that mean the same as others. The most alike first. */
export async function selectNear(db: Db, words: readonly string[]): Promise<Near[]> {
  return runPrepared<Near>(db, NEAR, [words]);
}
