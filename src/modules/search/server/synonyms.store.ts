import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/database/database.ts';
import { type PageRequest, selectPage } from '#platform/database/keyset.ts';

const FIRST_SYNONYMS = new URL('./first-synonyms.json', import.meta.url);

/**
 * Inserts the first synonyms. Must run in a transaction, because it locks the table. A store with categories or
 * synonyms is left unchanged.
 */
export async function ensureSynonyms(db: Db): Promise<void> {
  // Another process may do the same.
  await sql`lock table search_synonyms in share row exclusive mode`.execute(db);
  const groups = z.array(z.array(z.string())).parse(JSON.parse(await readFile(FIRST_SYNONYMS, 'utf8')));
  await sql`insert into search_synonyms (words)
    select array(select jsonb_array_elements_text(words)) from jsonb_array_elements(${JSON.stringify(groups)}::jsonb) as words
    where not exists (select from categories) and not exists (select from search_synonyms)`.execute(db);
}

/** Returns a page of groups of synonyms, newest first. */
export function selectSynonyms(db: Db, page: PageRequest) {
  return selectPage(
    db,
    db.selectFrom('search_synonyms as s').select(['s.id', 's.words']),
    ['s.created_at', 's.id'],
    page,
  );
}

/** Returns the id of the new group. */
export async function insertSynonyms(db: Db, words: string[]): Promise<string> {
  const row = db.insertInto('search_synonyms').values({ words }).returning('id');
  return (await row.executeTakeFirstOrThrow()).id;
}

/** Returns whether the group exists. */
export async function updateSynonyms(db: Db, id: string, words: string[]): Promise<boolean> {
  const changed = db.updateTable('search_synonyms').set({ words }).where('id', '=', id);
  return (await changed.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Returns whether the group existed. */
export async function deleteSynonyms(db: Db, id: string): Promise<boolean> {
  return (await db.deleteFrom('search_synonyms').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n;
}
