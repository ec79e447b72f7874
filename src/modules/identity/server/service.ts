import { Problem } from '#platform/contract/problem.ts';
import { type Db, sqlState } from '#platform/server/database.ts';
import type { Caller, Session } from '#platform/server/session.ts';
import { findRoleByEmail, insertUser } from './store.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Records a signed-in account as a buyer or a seller, once: repeating it changes nothing.
 * @throws Problem when the e-mail is not the session's own.
 */
export async function registerUser(
  db: Db,
  session: Session,
  given: { email: string; name: string; userCategory: 'Buyer' | 'Seller' },
): Promise<string> {
  mustBeOwn(session.email, given.email);
  try {
    const role = given.userCategory === 'Seller' ? 'seller' : 'buyer';
    return await insertUser(db, { accountId: session.accountId, email: session.email, name: given.name, role });
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw new Problem('conflict', 'email-taken', 'error.emailTaken');
  }
}

/** Which role an e-mail has, for oneself or for an admin. */
export async function roleOf(db: Db, caller: Caller, email: string): Promise<Caller['role'] | undefined> {
  if (caller.email === email) return caller.role;
  if (caller.role !== 'admin') throw new Problem('forbidden', 'not-yours', 'error.notYours');
  return findRoleByEmail(db, email);
}

/** Refuses (403) what is asked for somebody else's e-mail. */
export function mustBeOwn(own: string, asked: string): void {
  if (own !== asked.toLowerCase()) throw new Problem('forbidden', 'not-yours', 'error.notYours');
}
