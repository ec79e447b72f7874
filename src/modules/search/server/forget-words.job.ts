import type { Task } from 'graphile-worker';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { deleteWordsOfNames } from './names.store.ts';

/** The job that forgets the words of names that nothing on offer has any more; the database adds it where these are many. */
export const FORGET_WORDS = 'forget-words';

const payload = z.object({ names: z.array(z.string()) });

export function forgetWordsTask({ db }: { db: Database }): Task {
  return async (given) => deleteWordsOfNames(db, payload.parse(given).names);
}
