import { type Actor, writeAuditEntry } from '#modules/audit/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { deleteSynonyms, insertSynonyms, updateSynonyms } from './synonyms.store.ts';

/** Adds a group of synonyms. Returns its id. */
export function addSynonyms(db: Db, actor: Actor, words: string[]): Promise<string> {
  return transaction(db, async (db) => {
    const targetId = await insertSynonyms(db, words);
    await writeAuditEntry(db, actor, 'add-synonyms', { targetId });
    return targetId;
  });
}

/** Changes a group of synonyms, or deletes it when `words` is null. @throws Problem (404) when there is no such group. */
export function changeSynonyms(db: Db, actor: Actor, targetId: string, words: string[] | null): Promise<void> {
  return transaction(db, async (db) => {
    const isDone = words ? await updateSynonyms(db, targetId, words) : await deleteSynonyms(db, targetId);
    if (!isDone) throw new Problem('missing', 'not-found', 'error.notFound');
    await writeAuditEntry(db, actor, words ? 'change-synonyms' : 'remove-synonyms', { targetId });
  });
}
