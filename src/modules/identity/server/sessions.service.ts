import { message } from '#platform/contract/message-reference.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Database, type Db, transaction } from '#platform/database/database.ts';
import type { Session } from '#platform/http/access.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { MAIL } from '#platform/mail/mailer.ts';
import type { Attempts } from './attempts.ts';
import type { AuthProvider } from './auth-provider.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { IdentityEmails } from './identity-emails.ts';
import type { Origin } from './known-origins.ts';
import { deleteOpenLinks, deleteOtherSessions, deleteSession, updatePasswordHash } from './sessions.store.ts';

/** Ends one of somebody's sessions. @throws Problem (404) for a session that is not theirs. */
export async function endOwnSession(db: Db, accountId: string, id: string): Promise<number> {
  const count = await deleteSession(db, accountId, id);
  if (count === 0) throw new Problem('missing', 'not-found', 'error.notFound');
  return count;
}

export interface PasswordParts {
  db: Database;
  passwords: Pick<AuthProvider, 'matchingHash' | 'hashPassword'>;
  /** None for a test run. */
  attempts: Attempts | undefined;
  letters: Pick<IdentityEmails, 'passwordChanged'>;
  passwordMin: number;
}

/**
 * Changes the password of a signed-in account, ends its other sessions and the links of older letters, and tells its
 * owner by mail: all in one transaction. A wrong old password counts as a failed sign-in. Each call counts as a change.
 * @throws Problem (400) for a new password that registration would refuse, 403 for a wrong old one, 429 for too many.
 */
export async function changeOwnPassword(
  { db, passwords, attempts, letters, passwordMin }: PasswordParts,
  { accountId, sessionId, email }: Session,
  given: { oldPassword: string; newPassword: string; origin: Origin; language: 'en' | 'bn' },
): Promise<void> {
  mustBeGood(given.newPassword, passwordMin);
  const done = await attempts?.changePassword(given.origin, email);
  const oldHash = await passwords.matchingHash(accountId, given.oldPassword);
  if (oldHash === undefined) throw refused('forbidden', 'oldPassword', 'account.wrongPassword');
  await done?.(true);
  const newHash = await passwords.hashPassword(given.newPassword);
  await transaction(db, async (db) => {
    // Somebody else's change may have come first; then the old password is no longer right.
    if (!(await updatePasswordHash(db, accountId, { oldHash, newHash })))
      throw refused('forbidden', 'oldPassword', 'account.wrongPassword');
    await deleteOtherSessions(db, accountId, sessionId);
    await deleteOpenLinks(db, accountId);
    await addJob(db, MAIL, letters.passwordChanged(given.language, email));
  });
}

function mustBeGood(password: string, passwordMin: number): void {
  if (password.length < passwordMin)
    throw refused('invalid', 'newPassword', message('error.passwordMin', { n: passwordMin }));
  if (isCommonPassword(password)) throw refused('invalid', 'newPassword', 'error.passwordCommon');
}

function refused(kind: 'invalid' | 'forbidden', field: string, message: string): Problem {
  return new Problem(kind, kind === 'invalid' ? 'bad-password' : 'unproved', message, [{ field, message }]);
}
