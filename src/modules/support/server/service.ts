import { emailsOfAdmins } from '#modules/identity/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/server/database.ts';
import { addJob } from '#platform/server/jobs.ts';
import { MAIL, type Mail } from '#platform/server/mail.ts';
import { MESSAGES_PER_HOUR } from '../rules.ts';
import { countMessage } from './counts.store.ts';
import { insertMessage, type NewMessage } from './store.ts';

/** A message as it arrives: by whom it is counted (not at all where limits are off), and the letter that carries it. */
export interface Arrival {
  senders: readonly Buffer[];
  letter: Omit<Mail, 'to'>;
}

/**
 * Keeps a message and has it mailed to every admin. @throws Problem (429) for who wrote too often within the hour; then
 * nothing is kept.
 */
export function receiveMessage(db: Db, message: NewMessage, { senders, letter }: Arrival): Promise<string> {
  return transaction(db, async (db) => {
    if (senders.length > 0 && !(await countMessage(db, senders, MESSAGES_PER_HOUR)))
      throw new Problem('tooMany', 'too-many-messages', 'support.tooMany');
    const id = await insertMessage(db, message);
    for (const to of await emailsOfAdmins(db)) await addJob(db, MAIL, { ...letter, to } satisfies Mail);
    return id;
  });
}
