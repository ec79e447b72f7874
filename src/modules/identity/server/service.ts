import { type Actor, writeAuditEntry } from '#modules/audit/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { type Database, type Db, sqlState, transaction } from '#platform/database/database.ts';
import { defineEvent, publish } from '#platform/database/domain-events.ts';
import type { Caller, Session } from '#platform/http/access.ts';
import { ADMINS, publishLive } from '#platform/live/live-events.ts';
import { deleteMailsOf } from '#platform/mail/mail-jobs.ts';
import { mayErase, mayVerify } from '../rules.ts';
import { selectAdmins, updateAdmin, updateNoAdmin } from './admins.store.ts';
import {
  awaitTransactionsOf,
  deleteAccountOfUser,
  lockActiveUser,
  lockActiveUserAlone,
  lockUser,
  updateErased,
} from './erasure.store.ts';
import { findEmail, findRoleByEmail, insertUser, lockUserShared, updateVerified } from './store.ts';

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
  assertOwnEmail(session.email, given.email);
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

/** Where letters to the admins go. */
export async function emailsOfAdmins(db: Db): Promise<string[]> {
  return (await selectAdmins(db)).map(({ email }) => email);
}

/** The address for letters to a person; undefined for who has left. */
export function emailOfPerson(db: Db, id: string): Promise<string | undefined> {
  return findEmail(db, id);
}

/** Refuses (403) what is asked for somebody else's e-mail. */
export function assertOwnEmail(own: string, asked: string): void {
  if (own !== asked.toLowerCase()) throw new Problem('forbidden', 'not-yours', 'error.notYours');
}

/** Marks a seller as checked. Gives how many people changed. @throws Problem (404) for who is no seller. */
export function verifySeller(db: Db, doer: Actor, id: string): Promise<number> {
  return transaction(db, async (db) => {
    const user = await lockUser(db, id);
    if (user?.role !== 'seller') throw new Problem('missing', 'not-found', 'error.notFound');
    if (!mayVerify(user)) return 0;
    await updateVerified(db, id);
    await writeAuditEntry(db, doer, 'verify-seller', { targetId: id });
    return 1;
  });
}

/** Returns what products copy of their seller, and keeps it from changing until the caller's transaction ends. */
export function lockSeller(
  db: Db,
  id: string,
): Promise<{ name: string; email: string; verified: boolean } | undefined> {
  return lockUserShared(db, id);
}

/** A person is being erased: whatever they still have going here ends, and what names them is forgotten. */
export const personErased = defineEvent<{ userId: string }>('person.erased');

/**
 * Erases a buyer or a seller, for an admin. Gives how many people went.
 * @throws Problem for who is not there, for an admin, for oneself.
 */
export function eraseUser(db: Db, doer: Actor, id: string): Promise<number> {
  if (id === doer.adminId) throw new Problem('forbidden', 'yourself', 'admin.notYourself');
  return transaction(db, async (db) => {
    await erase(db, id, 'admin.notAdmin');
    await writeAuditEntry(db, doer, 'delete-person', { targetId: id });
    return 1;
  });
}

/** Erases who asks for it themselves. @throws Problem for an admin, and for who is gone already. */
export function eraseOwnAccount(db: Db, id: string): Promise<void> {
  return transaction(db, (db) => erase(db, id, 'account.adminStays'));
}

/**
 * The account goes with its sessions and all that they wrote, the person stays on record without a name. Takes the
 * person first, then products, then bookings.
 */
async function erase(db: Db, id: string, noAdmin: string): Promise<void> {
  const user = await lockUser(db, id);
  if (!user) throw new Problem('missing', 'not-found', 'error.notFound');
  if (!mayErase(user)) throw new Problem('forbidden', 'an-admin', noAdmin);
  await publish(db, personErased, { userId: id });
  // What they wrote to the store, or reported, stands on an admin's screen no longer.
  publishLive(db, [ADMINS]);
  await deleteMailsOf(db, user.email);
  await updateErased(db, id);
  if (user.account_id) await deleteAccountOfUser(db, user.account_id);
}

/** Makes the person with this e-mail an admin. Gives the role they had; undefined when there is no such person. */
export function addAdmin(db: Db, email: string): Promise<string | undefined> {
  return transaction(db, async (db) => {
    const person = await updateAdmin(db, email);
    if (person && person.role !== 'admin') await writeAuditEntry(db, null, 'add-admin', { targetId: person.id });
    return person?.role;
  });
}

/** Takes the role of admin away. Gives the new one; undefined when there is no admin with this e-mail. */
export function removeAdmin(db: Db, email: string): Promise<string | undefined> {
  return transaction(db, async (db) => {
    const person = await updateNoAdmin(db, email);
    if (person) await writeAuditEntry(db, null, 'remove-admin', { targetId: person.id });
    return person?.role;
  });
}

/**
 * Keeps a person from being erased until the caller's transaction ends; to be called before products or bookings are
 * taken. @throws Problem (401) for who is gone already.
 */
export async function holdPerson(db: Db, id: string): Promise<void> {
  if (!(await lockActiveUser(db, id))) throw ended();
}

/**
 * Like holdPerson, for a transaction that counts what the person has: one of them at a time. Must come before any other lock
 * on the person's row. @throws Problem (401) for a person who has been erased.
 */
export async function holdPersonAlone(db: Db, id: string): Promise<void> {
  if (!(await lockActiveUserAlone(db, id))) throw ended();
}

function ended(): Problem {
  return new Problem('unauthenticated', 'session-ended', 'error.signInFirst');
}

/** Waits until every transaction that has listed a product for this seller has ended. */
export function awaitListings(db: Database, id: string): Promise<void> {
  return awaitTransactionsOf(db, id);
}
