import { type Actor, writeAuditEntry } from '#modules/audit/server/service.ts';
import { emailsOfAdmins } from '#modules/identity/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { addJobs } from '#platform/jobs/job-runner.ts';
import { networkOf } from '#platform/limits/network.ts';
import type { Limit, Limiter } from '#platform/limits/rate-limiter.ts';
import { ADMINS, publishLive } from '#platform/live/live-events.ts';
import { MAIL, type Mail } from '#platform/mail/mailer.ts';
import { MESSAGES_PER_HOUR, type MessageState } from '../rules.ts';
import { insertMessage, type NewMessage, updateMessageState } from './store.ts';

const HOUR = 60 * 60;
const perHour = { max: MESSAGES_PER_HOUR, seconds: HOUR, message: 'support.tooMany' };
const fromNetwork: Limit = { name: 'contact-network', ...perHour };
const underEmail: Limit = { name: 'contact-email', ...perHour };

/** A message as it arrives: where from, the letter that carries it, and who counts it (nobody where limits are off). */
export interface Arrival {
  address: string;
  letter: Omit<Mail, 'to'>;
  limiter: Limiter | undefined;
}

/**
 * Keeps a message and has it mailed to every admin. @throws Problem (429) for who wrote too often within the hour; then
 * nothing is kept.
 */
export function receiveMessage(db: Db, message: NewMessage, { address, letter, limiter }: Arrival): Promise<string> {
  return transaction(db, async (db) => {
    await limiter?.spend(fromNetwork, networkOf(address), db);
    await limiter?.spend(underEmail, message.email, db);
    const id = await insertMessage(db, message);
    const mails = (await emailsOfAdmins(db)).map((to): Mail => ({ ...letter, to }));
    await addJobs(db, MAIL, mails);
    publishLive(db, [ADMINS]);
    return id;
  });
}

/** Marks a message. Gives how many were changed by that. @throws Problem (404) when there is no such message. */
export function markMessage(db: Db, doer: Actor, id: string, state: MessageState): Promise<number> {
  return transaction(db, async (db) => {
    const changed = await updateMessageState(db, { id, state, adminId: doer.adminId });
    if (changed === undefined) throw new Problem('missing', 'not-found', 'error.notFound');
    const act = state === 'answered' ? 'answer-message' : 'reopen-message';
    if (changed > 0) {
      await writeAuditEntry(db, doer, act, { targetId: id });
      publishLive(db, [ADMINS]);
    }
    return changed;
  });
}
