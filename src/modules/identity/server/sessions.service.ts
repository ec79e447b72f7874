import { message } from '#platform/contract/message-reference.ts';
import { fieldProblem, Problem } from '#platform/contract/problem.ts';
import { type Database, type Db, transaction } from '#platform/database/database.ts';
import type { Session } from '#platform/http/access.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { MAIL } from '#platform/mail/mailer.ts';
import type { Attempts } from './attempts.ts';
import type { AuthProvider } from './auth-provider.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { IdentityEmails } from './identity-emails.ts';
import type { Origin } from './known-origins.ts';
import { deleteOpenLinks, deleteSessions, updatePasswordHash } from './sessions.store.ts';

/** Ends one of a person's sessions. Returns the number of ended sessions. @throws Problem (404) for a session of another person. */
export async function endOwnSession(db: Db, accountId: string, id: string): Promise<number> {
  const count = await deleteSessions(db, accountId, '=', id);
  if (count === 0) throw new Problem('missing', 'not-found', 'error.notFound');
  return count;
}

export interface PasswordChangeDeps {
  db: Database;
  passwords: Pick<AuthProvider, 'matchingHash' | 'hashPassword'>;
  /** Absent in tests: attempts are not limited. */
  attempts: Attempts | undefined;
  emails: Pick<IdentityEmails, 'passwordChanged'>;
  passwordMin: number;
}

/**
 * Changes the password of a signed-in account in one transaction. Ends its other sessions, deletes open links and
 * enqueues an e-mail. A wrong old password counts as a failed sign-in. Each call counts as a change.
 * @throws Problem (400) for an invalid new password, (403) for a wrong old one, (429) above the limits.
 */
export async function changeOwnPassword(
  { db, passwords, attempts, emails, passwordMin }: PasswordChangeDeps,
  { accountId, sessionId, email }: Session,
  input: { oldPassword: string; newPassword: string; origin: Origin; language: 'en' | 'bn' },
): Promise<void> {
  await assertAcceptable(input.newPassword, passwordMin);
  const reportAttempt = await attempts?.changePassword(input.origin, email);
  const oldHash = await passwords.matchingHash(accountId, input.oldPassword);
  if (oldHash === undefined) throw fieldProblem('forbidden', 'unproved', 'oldPassword', 'account.wrongPassword');
  await reportAttempt?.(true);
  const newHash = await passwords.hashPassword(input.newPassword);
  await transaction(db, async (db) => {
    // A concurrent change may have come first; then the old password is wrong now.
    if (!(await updatePasswordHash(db, accountId, { oldHash, newHash })))
      throw fieldProblem('forbidden', 'unproved', 'oldPassword', 'account.wrongPassword');
    await deleteSessions(db, accountId, '<>', sessionId);
    await deleteOpenLinks(db, accountId);
    await addJob(db, MAIL, { ...emails.passwordChanged(input.language, email), accountId });
  });
}

async function assertAcceptable(password: string, passwordMin: number): Promise<void> {
  if (password.length < passwordMin)
    throw fieldProblem('invalid', 'bad-password', 'newPassword', message('error.passwordMin', { n: passwordMin }));
  if (await isCommonPassword(password))
    throw fieldProblem('invalid', 'bad-password', 'newPassword', 'error.passwordCommon');
}
