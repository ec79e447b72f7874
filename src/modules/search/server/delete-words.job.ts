import type { Task } from 'graphile-worker';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { deleteWordsOfNames } from './words.store.ts';

/** Deletes the words that no product on offer has in its name. A trigger enqueues it when many products are withdrawn. */
export const DELETE_WORDS = 'forget-words';

const payload = z.object({ names: z.array(z.string()) });

/** Returns the task that deletes the words of withdrawn names. */
export function deleteWordsTask({ db }: { db: Database }): Task {
  return async (given) => deleteWordsOfNames(db, payload.parse(given).names);
}
