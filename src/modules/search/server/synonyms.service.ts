import { type Actor, writeAuditEntry } from '#modules/audit/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { deleteSynonyms, insertSynonyms, updateSynonyms } from './synonyms.store.ts';

/** Adds words that mean the same. Gives the id of their group. */
export function addSynonyms(db: Db, doer: Actor, words: string[]): Promise<string> {
  return transaction(db, async (db) => {
    const targetId = await insertSynonyms(db, words);
    await writeAuditEntry(db, doer, 'add-synonyms', { targetId });
    return targetId;
  });
}

/** Gives how many groups changed. @throws Problem (404) when there is no such group. */
export function changeSynonyms(db: Db, doer: Actor, targetId: string, words: string[]): Promise<number> {
  return transaction(db, async (db) => {
    if (!(await updateSynonyms(db, targetId, words))) throw new Problem('missing', 'not-found', 'error.notFound');
    await writeAuditEntry(db, doer, 'change-synonyms', { targetId });
    return 1;
  });
}

/** Gives how many groups went. @throws Problem (404) when there is no such group. */
export function removeSynonyms(db: Db, doer: Actor, targetId: string): Promise<number> {
  return transaction(db, async (db) => {
    if (!(await deleteSynonyms(db, targetId))) throw new Problem('missing', 'not-found', 'error.notFound');
    await writeAuditEntry(db, doer, 'remove-synonyms', { targetId });
    return 1;
  });
}
