import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { Keyset } from '#platform/database/keyset.ts';

/** Groups of words that mean the same, newest first. */
export function selectSynonyms(db: Db, limit: number, after: Keyset | undefined) {
  return db
    .selectFrom('search_synonyms')
    .select(['id', 'words', sql<string>`created_at::text`.as('cursor_at')])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function insertSynonyms(db: Db, words: string[]): Promise<string> {
  const row = db.insertInto('search_synonyms').values({ words }).returning('id');
  return (await row.executeTakeFirstOrThrow()).id;
}

/** False when there is no such group. */
export async function updateSynonyms(db: Db, id: string, words: string[]): Promise<boolean> {
  const changed = db.updateTable('search_synonyms').set({ words }).where('id', '=', id);
  return (await changed.executeTakeFirst()).numUpdatedRows > 0n;
}

/** False when there is no such group. */
export async function deleteSynonyms(db: Db, id: string): Promise<boolean> {
  return (await db.deleteFrom('search_synonyms').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n;
}
