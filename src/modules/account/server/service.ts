import { exportListings } from '#modules/catalogue/server/service.ts';
import { type CountGuess, eraseOwnAccount, type PasswordCheck } from '#modules/identity/server/service.ts';
import { fieldProblem, Problem } from '#platform/contract/problem.ts';
import type { Db } from '#platform/database/database.ts';
import type { PersonalData } from '../contract.ts';
import { findOwnAccount, type OwnAccount, selectPersonalData } from './data.store.ts';
import { presentPersonalData } from './present-account.ts';

/** Returns a person's own account. @throws Problem (401) when it is deleted. */
export async function getOwnAccount(db: Db, userId: string): Promise<OwnAccount> {
  const own = await findOwnAccount(db, userId);
  if (!own) throw new Problem('unauthenticated', 'session-ended', 'error.signInFirst');
  return own;
}

/**
 * Returns everything that the store keeps about a person. Contact messages belong to them only when their e-mail is
 * confirmed, because anybody may register with any e-mail.
 * @throws Problem (401) when the account is deleted.
 */
export async function collectPersonalData(db: Db, userId: string, origin: string): Promise<PersonalData> {
  const own = await getOwnAccount(db, userId);
  const email = own.email_verified ? own.email : null;
  const listings = await exportListings(db, userId);
  const rows = await selectPersonalData(db, { userId, accountId: own.account_id, email });
  return presentPersonalData(own, listings, rows, origin);
}

/** The confirmation of a deletion, and the source of the request. */
export interface DeletionProof {
  password?: string | undefined;
  email?: string | undefined;
  source: Parameters<CountGuess>[0];
}

/**
 * Deletes a person's own account. A session alone is not enough: an open browser could be used by another person.
 * @throws Problem (401) when it is deleted already, (403) for an admin and for a wrong password or e-mail.
 */
export async function deleteOwnAccount(
  { db, passwords, countGuess }: { db: Db; passwords: PasswordCheck; countGuess: CountGuess | undefined },
  userId: string,
  proof: DeletionProof,
): Promise<void> {
  const own = await getOwnAccount(db, userId);
  if (own.roles.some(({ role }) => role === 'admin')) throw new Problem('forbidden', 'an-admin', 'account.adminStays');
  if (!own.has_password) {
    if (proof.email !== own.email) throw fieldProblem('forbidden', 'unproved', 'email', 'account.emailDiffers');
    return eraseOwnAccount(db, userId);
  }
  const reportGuess = await countGuess?.(proof.source, own.email);
  const isRight = proof.password !== undefined && (await passwords.isPassword(own.account_id, proof.password));
  if (!isRight) {
    // A deletion at the same time has removed the password. getOwnAccount then answers 401.
    await getOwnAccount(db, userId);
    throw fieldProblem('forbidden', 'unproved', 'password', 'account.wrongPassword');
  }
  await reportGuess?.(true);
  return eraseOwnAccount(db, userId);
}
