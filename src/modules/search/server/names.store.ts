import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { runPrepared } from '#platform/database/prepared.ts';

export interface CategoryName {
  id: string;
  name: string;
  name_bn: string | null;
  /** The words of both names, as the index has words. */
  lexemes: string[];
}

/** The categories, in their order. */
export async function selectCategoryNames(db: Db): Promise<CategoryName[]> {
  const rows = await runPrepared<CategoryName>(db, {
    name: 'search-categories',
    text: `select id, name, name_bn,
        array(select search_lexeme(word) from string_to_table(search_plain(concat_ws(' ', name, name_bn)), ' ') as word
          where word <> '') as lexemes
      from categories order by position, id`,
  });
  return rows;
}

/** The names of things, in the order of the ids. */
export async function selectNames(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await runPrepared<{ name: string }>(
    db,
    {
      name: 'search-names',
      text: 'select p.name from unnest($1::uuid[]) with ordinality as asked (id, n) join products p using (id) order by n',
    },
    [ids],
  );
  return rows.map(({ name }) => name);
}

export interface ItemWords {
  category_id: string;
  words: { word: string; lexeme: string }[];
}

/** A thing's category, and the words of its name with how the index has them. Undefined for what is gone. */
export async function findItemWords(db: Db, id: string): Promise<ItemWords | undefined> {
  const rows = await runPrepared<ItemWords>(
    db,
    {
      name: 'search-item',
      text: `select category_id, array(select jsonb_build_object('word', word, 'lexeme', search_lexeme(word))
        from string_to_table(search_plain(name), ' ') as word where search_lexeme(word) is not null) as words
      from products where id = $1 and status <> 'removed'`,
    },
    [id],
  );
  return rows[0];
}

/** Words of names that begin so, with how the index has them. */
export async function selectBeginnings(db: Db, beginning: string): Promise<{ word: string; lexeme: string }[]> {
  const rows = await runPrepared<{ word: string; lexeme: string }>(
    db,
    {
      name: 'search-beginnings',
      text: `select word, lexeme from (select word, lexeme from search_words
        where word ~>=~ $1 and word ~<~ ($1 || U&'\\+10FFFF') limit 500) as begun
      order by length(word), word limit 40`,
    },
    [beginning],
  );
  return rows;
}

/** Forgets the words of names, but for those that the name of something on offer still has. */
export async function deleteWordsOfNames(db: Db, names: readonly string[]): Promise<void> {
  await sql`select search_words_go(search_words_of_all(${names}::text[]))`.execute(db);
}
