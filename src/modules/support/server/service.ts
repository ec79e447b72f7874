import { type Actor, writeAuditEntry } from '#modules/audit/server/service.ts';
import { mailboxesOfAdmins } from '#modules/identity/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { addJobs } from '#platform/jobs/job-runner.ts';
import { networkOf } from '#platform/limits/network.ts';
import type { Limit, Limiter } from '#platform/limits/rate-limiter.ts';
import { ADMINS, publishLive } from '#platform/live/live-events.ts';
import { MAIL, type Mail } from '#platform/mail/mailer.ts';
import { MESSAGES_PER_HOUR, type MessageState } from '../rules.ts';
import { insertMessage, type NewMessage, updateMessageState } from './store.ts';

const hourlyLimit = { max: MESSAGES_PER_HOUR, seconds: 60 * 60, message: 'support.tooMany' };
const networkLimit: Limit = { name: 'contact-network', ...hourlyLimit };
const emailLimit: Limit = { name: 'contact-email', ...hourlyLimit };

export interface Delivery {
  /** IP address of the sender. */
  address: string;
  email: Omit<Mail, 'to'>;
  /** Absent in tests: messages are not limited. */
  limiter: Limiter | undefined;
}

/** Stores a message and enqueues an e-mail to every admin. Returns its id. @throws Problem (429) above the limit. */
export function receiveMessage(db: Db, message: NewMessage, { address, email, limiter }: Delivery): Promise<string> {
  return transaction(db, async (db) => {
    await limiter?.consume(networkLimit, networkOf(address), db);
    await limiter?.consume(emailLimit, message.email, db);
    const id = await insertMessage(db, message);
    const mails = (await mailboxesOfAdmins(db)).map(({ to }): Mail => ({ ...email, to }));
    await addJobs(db, MAIL, mails);
    publishLive(db, [ADMINS]);
    return id;
  });
}

/** Marks a message as open or answered. Returns the number of changed messages. @throws Problem (404) without such a message. */
export function markMessage(db: Db, actor: Actor, id: string, state: MessageState): Promise<number> {
  return transaction(db, async (db) => {
    const changed = await updateMessageState(db, { id, state, adminId: actor.adminId });
    if (changed === undefined) throw new Problem('missing', 'not-found', 'error.notFound');
    const act = state === 'answered' ? 'answer-message' : 'reopen-message';
    if (changed > 0) {
      await writeAuditEntry(db, actor, act, { targetId: id });
      publishLive(db, [ADMINS]);
    }
    return changed;
  });
}
