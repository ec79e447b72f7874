import { createHash, randomBytes } from 'node:crypto';
import { fieldProblem, Problem } from '#platform/contract/problem.ts';
import { type Database, type Db, transaction } from '#platform/database/database.ts';
import { defineEvent, publish } from '#platform/database/domain-events.ts';
import type { Session } from '#platform/http/access.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { MAIL } from '#platform/mail/mailer.ts';
import type { Attempts } from './attempts.ts';
import type { AuthProvider } from './auth-provider.ts';
import type { IdentityEmails } from './identity-emails.ts';
import type { Origin } from './known-origins.ts';
import {
  deleteEmailChange,
  findEmailChange,
  hasPassword,
  isEmailTaken,
  type ProfileColumns,
  updateAccountEmail,
  updateAccountName,
  updateProfile,
  updateUserEmail,
  upsertEmailChange,
} from './profile.store.ts';
import { toEmailTaken } from './service.ts';
import { deleteOpenLinks } from './sessions.store.ts';
import { lockUser } from './store.ts';

const LINK_HOURS = 24;
const TOKEN_BYTES = 32;

/** Published in the transaction that changes a person's e-mail: modules that store it update their copies. */
export const emailChanged = defineEvent<{ from: string; to: string; wasConfirmed: boolean }>('person.email-changed');

/** Changes a person's name, usual phone and pick-up point, or language. Returns the number of changed people. */
export function changeOwnProfile(db: Db, { person, accountId }: Session, columns: ProfileColumns): Promise<number> {
  const { name } = columns;
  if (!person || Object.values(columns).every((value) => value === undefined)) return Promise.resolve(0);
  return transaction(db, async (db) => {
    const count = await updateProfile(db, person.id, columns);
    if (name !== undefined && count > 0) await updateAccountName(db, accountId, name);
    return count;
  });
}

export interface EmailChangeDeps {
  db: Database;
  passwords: Pick<AuthProvider, 'isPassword'>;
  /** Absent in tests: attempts are not limited. */
  attempts: Attempts | undefined;
  emails: Pick<IdentityEmails, 'newEmail' | 'emailAsked' | 'emailTaken' | 'emailChanged'>;
}

/**
 * Enqueues a link to the new address and a note to the old one. The address of another account gets a note instead of
 * the link, so that nobody learns which addresses have accounts. A session alone is not enough: an open browser could
 * be used by another person.
 * @throws Problem (400) for the present e-mail, (403) for a wrong password, (429) above the limits.
 */
export async function requestEmailChange(
  { db, passwords, attempts, emails }: EmailChangeDeps,
  { accountId, email }: Session,
  input: { newEmail: string; password?: string | undefined; origin: Origin; language: 'en' | 'bn' },
): Promise<void> {
  const { newEmail, password, origin, language } = input;
  if (newEmail === email) throw fieldProblem('invalid', 'bad-email', 'newEmail', 'account.emailSame');
  const reportAttempt = await attempts?.changeEmail(origin, email, newEmail);
  const isOwner =
    password === undefined ? !(await hasPassword(db, accountId)) : await passwords.isPassword(accountId, password);
  if (!isOwner) throw fieldProblem('forbidden', 'unproved', 'password', 'account.wrongPassword');
  await reportAttempt?.(true);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await transaction(db, async (db) => {
    await upsertEmailChange(db, { accountId, newEmail, digest: digestOf(token), hours: LINK_HOURS });
    const isTaken = await isEmailTaken(db, newEmail);
    const mail = isTaken ? emails.emailTaken(language, newEmail) : emails.newEmail(language, newEmail, token);
    await addJob(db, MAIL, { ...mail, accountId });
    await addJob(db, MAIL, { ...emails.emailAsked(language, email, newEmail), accountId });
  });
}

/**
 * Makes the address of a link the e-mail of its account, and ends links that went to the old one. Returns the e-mail.
 * @throws Problem (404) for a used or expired link, (409) when another account has the address by then.
 */
export function confirmNewEmail(
  { db, emails }: Pick<EmailChangeDeps, 'db' | 'emails'>,
  token: string,
  language: 'en' | 'bn',
): Promise<string> {
  return transaction(db, async (db) => {
    const change = await findEmailChange(db, digestOf(token));
    const person = change && (await lockUser(db, change.userId));
    // A concurrent request may have used the link.
    const email = person && (await deleteEmailChange(db, digestOf(token)));
    if (!change || !person || !email) throw new Problem('missing', 'link-expired', 'email.expired');
    await replaceEmail(db, { ...change, from: person.email, to: email });
    const mail = emails.emailChanged(language, person.email, email);
    await addJob(db, MAIL, { ...mail, accountId: change.accountId });
    return email;
  });
}

async function replaceEmail(
  db: Db,
  change: { userId: string; accountId: string; from: string; to: string; wasConfirmed: boolean },
): Promise<void> {
  const { userId, accountId, from, to, wasConfirmed } = change;
  try {
    await updateUserEmail(db, userId, to);
    await publish(db, emailChanged, { from, to, wasConfirmed });
    await updateAccountEmail(db, accountId, to);
  } catch (error) {
    throw toEmailTaken(error);
  }
  await deleteOpenLinks(db, accountId);
}

/** Returns the digest by which the database keeps a link's token. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
