import type { Task } from 'graphile-worker';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { deleteWordsOfNames } from './words.store.ts';

/** Deletes words that no name on offer has. A trigger enqueues it when many products go at once. */
export const FORGET_WORDS = 'forget-words';

const payload = z.object({ names: z.array(z.string()) });

/** Returns the task that deletes the words of withdrawn names. */
export function forgetWordsTask({ db }: { db: Database }): Task {
  return async (given) => deleteWordsOfNames(db, payload.parse(given).names);
}
