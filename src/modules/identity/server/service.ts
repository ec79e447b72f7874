import { type Actor, writeAuditEntry } from '#modules/audit/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import type { Role, SelfServiceRole } from '#platform/contract/roles.ts';
import { type Db, sqlState, transaction } from '#platform/database/database.ts';
import { defineEvent, publish } from '#platform/database/domain-events.ts';
import { SQL_STATES } from '#platform/database/sql-states.ts';
import type { Caller, Session } from '#platform/http/access.ts';
import { ADMINS, publishLive } from '#platform/live/live-events.ts';
import type { Mailbox } from '#platform/mail/mail-to.ts';
import { deleteMailsOf } from '#platform/mail/mailer.ts';
import type { Attempts } from './attempts.ts';
import {
  awaitTransactionsOf,
  deleteAccountOfUser,
  deleteRoles,
  findIdByEmail,
  findMailbox,
  findOtherAdmin,
  hasListed,
  insertRole,
  insertUser,
  isEmailConfirmed,
  isTrading,
  lockActiveUser,
  lockActiveUserForCount,
  lockUser,
  lockUserShared,
  replaceRoles,
  selectAdmins,
  selectRolesByEmail,
  updateErased,
  updateVerified,
} from './store.ts';

export { awaitTransactionsOf, findMailbox, lockUserShared };

/** Checks a password with the identity provider. */
export interface PasswordCheck {
  isPassword(accountId: string, password: string): Promise<boolean>;
}

/** Counts a password guess. The returned function takes whether it was right. @throws Problem (429) above a limit */
export type CountGuess = Attempts['guess'];

/**
 * Records a signed-in account as a buyer or a seller, once. Returns the person's id.
 * @throws Problem (403) for an e-mail other than the session's, (409) for one that another person has.
 */
export async function registerUser(
  db: Db,
  session: Session,
  input: { email: string; name: string; userCategory: 'Buyer' | 'Seller' },
): Promise<string> {
  assertOwnEmail(session.email, input.email);
  try {
    const role = input.userCategory === 'Seller' ? 'seller' : 'buyer';
    return await insertUser(db, { accountId: session.accountId, email: session.email, name: input.name, role });
  } catch (error) {
    throw toEmailTaken(error);
  }
}

/** Returns the problem (409) of an e-mail that another person has, for PostgreSQL's error; any other error as it is. */
export function toEmailTaken(error: unknown): unknown {
  const isTaken = sqlState(error) === SQL_STATES.uniqueViolation;
  return isTaken ? new Problem('conflict', 'email-taken', 'error.emailTaken') : error;
}

/**
 * Whether the person with an e-mail has a role. @throws Problem (403) unless the caller asks for their own or is an
 * admin.
 */
export async function hasRole(db: Db, caller: Caller, email: string, role: Role): Promise<boolean> {
  if (caller.email === email) return caller.roles.includes(role);
  if (!caller.roles.includes('admin')) throw new Problem('forbidden', 'not-yours', 'error.notYours');
  return (await selectRolesByEmail(db, email)).includes(role);
}

/**
 * Adds the buyer or seller role to a person. Returns the number of added roles, 0 or 1.
 * @throws Problem (403) for an admin, (401) for an erased person.
 */
export function addRole(db: Db, actor: Actor, role: SelfServiceRole): Promise<number> {
  return transaction(db, async (db) => {
    const id = actor.adminId;
    const person = await lockUser(db, id);
    if (!person) throw sessionEnded();
    if (person.roles.includes('admin')) throw new Problem('forbidden', 'an-admin', 'error.adminTrades');
    if (person.roles.includes(role)) return 0;
    await insertRole(db, id, role);
    await writeAuditEntry(db, actor, role === 'seller' ? 'start-selling' : 'start-buying', { targetId: id });
    return 1;
  });
}

/** Returns the mailboxes of the admins. */
export async function mailboxesOfAdmins(db: Db): Promise<Mailbox[]> {
  return (await selectAdmins(db)).map(({ email, language }) => ({ to: email, language }));
}

/** Whether an active admin exists besides these people. */
export async function hasOtherAdmin(db: Db, ids: string[]): Promise<boolean> {
  return (await findOtherAdmin(db, ids)) !== undefined;
}

/** @throws Problem (403) when the requested e-mail is not the caller's own. */
export function assertOwnEmail(own: string, requested: string): void {
  if (own !== requested.toLowerCase()) throw new Problem('forbidden', 'not-yours', 'error.notYours');
}

/** Marks a seller as verified. Returns the number of changed people. @throws Problem (404) without such a seller. */
export function verifySeller(db: Db, actor: Actor, id: string): Promise<number> {
  return transaction(db, async (db) => {
    const user = await lockUser(db, id);
    if (!user?.roles.includes('seller')) throw new Problem('missing', 'not-found', 'error.notFound');
    if (user.verified) return 0;
    await updateVerified(db, id);
    await writeAuditEntry(db, actor, 'verify-seller', { targetId: id });
    return 1;
  });
}

/**
 * Published in the transaction that erases a person: modules close the person's bookings and listings and delete the
 * data. Without `confirmedEmail`, data under the address may be another person's.
 */
export const personErased = defineEvent<{ userId: string; isByAdmin: boolean; confirmedEmail: string | null }>(
  'person.erased',
);

/**
 * Erases a buyer or a seller, for an admin. Returns the number of erased people.
 * @throws Problem (404) without such a person, (403) for an admin and for oneself.
 */
export function eraseUser(db: Db, actor: Actor, id: string): Promise<number> {
  if (id === actor.adminId) throw new Problem('forbidden', 'yourself', 'admin.notYourself');
  return transaction(db, async (db) => {
    await erase(db, id, true);
    await writeAuditEntry(db, actor, 'delete-person', { targetId: id });
    return 1;
  });
}

/** Erases a person at their own request. @throws Problem (403) for an admin, (404) for an erased person. */
export function eraseOwnAccount(db: Db, id: string): Promise<void> {
  return transaction(db, (db) => erase(db, id, false));
}

/** Deletes the account, sessions and texts, not the person's row. Locks the person, then products, then bookings. */
async function erase(db: Db, id: string, isByAdmin: boolean): Promise<void> {
  const user = await lockUser(db, id);
  if (!user) throw new Problem('missing', 'not-found', 'error.notFound');
  if (user.roles.includes('admin'))
    throw new Problem('forbidden', 'an-admin', isByAdmin ? 'admin.notAdmin' : 'account.adminStays');
  const confirmedEmail = user.account_id && (await isEmailConfirmed(db, user.account_id)) ? user.email : null;
  await deleteRoles(db, id);
  await publish(db, personErased, { userId: id, isByAdmin, confirmedEmail });
  // Reloads the lists of admins, which showed the person's messages and reports.
  publishLive(db, [ADMINS]);
  await deleteMailsOf(db, { to: user.email, replyTo: confirmedEmail, accountId: user.account_id });
  await updateErased(db, id);
  if (user.account_id) await deleteAccountOfUser(db, user.account_id);
}

/**
 * Makes a person an admin, who neither buys nor sells. Changes nothing for an unknown person, an admin, and a person
 * who still trades: their deadlines would run while they cannot act.
 */
export function addAdmin(db: Db, email: string): Promise<'added' | 'admin' | 'trading' | 'unknown'> {
  return transaction(db, async (db) => {
    const person = await lockByEmail(db, email);
    if (!person) return 'unknown';
    if (person.roles.includes('admin')) return 'admin';
    if (await isTrading(db, person.id)) return 'trading';
    await replaceRoles(db, person.id, ['admin']);
    await writeAuditEntry(db, null, 'add-admin', { targetId: person.id });
    return 'added';
  });
}

/**
 * Removes the admin role. The person is a buyer, and a seller too after listing a product. Returns the new roles; undefined
 * without an admin with this e-mail.
 */
export function removeAdmin(db: Db, email: string): Promise<Role[] | undefined> {
  return transaction(db, async (db) => {
    const person = await lockByEmail(db, email);
    if (!person?.roles.includes('admin')) return undefined;
    const roles: Role[] = (await hasListed(db, person.id)) ? ['buyer', 'seller'] : ['buyer'];
    await replaceRoles(db, person.id, roles);
    await writeAuditEntry(db, null, 'remove-admin', { targetId: person.id });
    return roles;
  });
}

async function lockByEmail(db: Db, email: string) {
  const id = await findIdByEmail(db, email);
  const person = id ? await lockUser(db, id) : undefined;
  return id && person ? { id, roles: person.roles } : undefined;
}

/**
 * Locks a person against erasure until the transaction ends, shared with other transactions. Call it before locking
 * products or bookings. @throws Problem (401) for an erased person.
 */
export async function lockPersonShared(db: Db, id: string): Promise<void> {
  if (!(await lockActiveUser(db, id))) throw sessionEnded();
}

/**
 * Like lockPersonShared, but exclusive among transactions that count rows of the person. Must precede any other lock on the
 * person's row. @throws Problem (401) for an erased person.
 */
export async function lockPersonForCount(db: Db, id: string): Promise<void> {
  if (!(await lockActiveUserForCount(db, id))) throw sessionEnded();
}

function sessionEnded(): Problem {
  return new Problem('unauthenticated', 'session-ended', 'error.signInFirst');
}
