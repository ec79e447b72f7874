import type { FastifyRequest } from 'fastify';
import { eraseOwnAccount } from '#modules/identity/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import type { Db } from '#platform/database/database.ts';
import type { PersonalData } from '../contract.ts';
import { selectAllOf } from './data.store.ts';
import { presentData } from './present-account.ts';
import { findOwnAccount, type OwnAccount } from './store.ts';

/** The identity provider's own check of a password. */
export interface Passwords {
  isPassword(accountId: string, password: string): Promise<boolean>;
}

/** Counts a try with a password, with those to sign in; the answer is told how it went. @throws Problem (429). */
export type CountGuess = (origin: Origin, email: string) => Promise<(succeeded: boolean) => Promise<void>>;

/** Where a request comes from. */
type Origin = Pick<FastifyRequest, 'ip' | 'headers'>;

/** @throws Problem (401) for who is gone already. */
export async function ownAccount(db: Db, userId: string): Promise<OwnAccount> {
  const own = await findOwnAccount(db, userId);
  if (!own) throw new Problem('unauthenticated', 'session-ended', 'error.signInFirst');
  return own;
}

/**
 * Everything that is kept about a person. What was written through the contact form is theirs only if the e-mail is:
 * anybody may register with any.
 */
export async function collectData(db: Db, userId: string, origin: string): Promise<PersonalData> {
  const own = await ownAccount(db, userId);
  const email = own.email_verified ? own.email : null;
  return presentData(own, await selectAllOf(db, { userId, accountId: own.account_id, email }), origin);
}

/** What somebody says so that we believe it is them, and where the request comes from. */
export interface Proof {
  password?: string | undefined;
  email?: string | undefined;
  origin: Origin;
}

/**
 * Deletes somebody's own account when they have said that it is theirs: a browser that was left open is not enough.
 * @throws Problem (403) for an admin, and for a proof that is none.
 */
export async function leaveStore(
  { db, passwords, countGuess }: { db: Db; passwords: Passwords; countGuess: CountGuess | undefined },
  userId: string,
  proof: Proof,
): Promise<void> {
  const own = await ownAccount(db, userId);
  if (own.role === 'admin') throw new Problem('forbidden', 'an-admin', 'account.adminStays');
  if (!own.has_password) {
    if (proof.email !== own.email) throw unproved('email', 'account.emailDiffers');
    return eraseOwnAccount(db, userId);
  }
  const done = await countGuess?.(proof.origin, own.email);
  const right = proof.password !== undefined && (await passwords.isPassword(own.account_id, proof.password));
  if (!right) throw unproved('password', 'account.wrongPassword');
  await done?.(true);
  return eraseOwnAccount(db, userId);
}

function unproved(field: string, message: string): Problem {
  return new Problem('forbidden', 'unproved', message, [{ field, message }]);
}
