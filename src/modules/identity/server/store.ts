import { sql } from 'kysely';
import type { Role, SelfServiceRole } from '#platform/contract/roles.ts';
import type { Db } from '#platform/database/database.ts';
import { runPrepared } from '#platform/database/prepared.ts';
import type { Session } from '#platform/http/access.ts';
import type { Mailbox } from '#platform/mail/mail-to.ts';
import { ERASED_NAME, erasedEmail, registrationName } from '../name.rules.ts';
import { deleteOpenLinks } from './sessions.store.ts';

// A prepared statement, because it runs on every call. The sub-select hides the number of sessions from the planner, which
// would plan again for each number (decision 21).
const SESSIONS = {
  name: 'sessions',
  text: `select s.id as session_id, a.id as account_id, a.email, a.name as account_name, a.email_verified,
      u.id, u.name, u.phone, u.pickup, r.roles, r.verified
    from sessions s join accounts a on a.id = s.account_id
      left join users u on u.account_id = a.id and u.status = 'active'
      left join lateral (select array_agg(role order by role) as roles, bool_or(verified_at is not null) as verified
        from user_roles where user_id = u.id) as r on true
    where s.id = any ((select $1::uuid[])::uuid[]) and s.expires_at > now()`,
};

interface SessionRow {
  session_id: string;
  account_id: string;
  email: string;
  account_name: string;
  email_verified: boolean;
  id: string | null;
  name: string;
  phone: string;
  pickup: string;
  roles: Role[] | null;
  verified: boolean;
}

/** Returns the session of each pair, with its person; null for an expired session and for one of another account. */
export async function selectSessionsByKey(
  db: Db,
  keys: readonly { sessionId: string; accountId: string }[],
): Promise<(Session | null)[]> {
  const rows = await runPrepared<SessionRow>(db, SESSIONS, [keys.map(({ sessionId }) => sessionId)]);
  return keys.map(({ sessionId, accountId }) => {
    const row = rows.find((row) => row.session_id === sessionId && row.account_id === accountId);
    return row ? sessionOf(row) : null;
  });
}

function sessionOf({ id, email, name, phone, pickup, roles, verified, ...row }: SessionRow): Session {
  return {
    sessionId: row.session_id,
    accountId: row.account_id,
    email,
    accountName: registrationName({ name: row.account_name, email }),
    emailVerified: row.email_verified,
    person: id ? { id, email, name, phone, pickup, roles: roles ?? [], verified } : null,
  };
}

/** Inserts the person of an account with a role, unless there is one. Returns the person's id. */
export async function insertUser(
  db: Db,
  user: { accountId: string; email: string; name: string; role: SelfServiceRole },
): Promise<string> {
  await sql`with person as (
      insert into users (account_id, email, name) values (${user.accountId}, ${user.email}, ${user.name})
      on conflict (account_id) do nothing returning id)
    insert into user_roles (user_id, role) select id, ${user.role} from person`.execute(db);
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', user.accountId)
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts a role of a person. Fails when the person has it already. */
export async function insertRole(db: Db, userId: string, role: SelfServiceRole): Promise<void> {
  await db.insertInto('user_roles').values({ user_id: userId, role }).execute();
}

function activeUsers(db: Db) {
  return db.selectFrom('users').where('status', '=', 'active');
}

/** Returns the roles of the person with an e-mail; none without such a person. */
export async function selectRolesByEmail(db: Db, email: string): Promise<Role[]> {
  const rows = await db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_id')
    .select('role')
    .where('email', '=', email)
    .execute();
  return rows.map(({ role }) => role as Role);
}

const LANGUAGE = sql<Mailbox['language']>`language`.as('language');

/** Finds the mailbox of an active person. */
export function findMailbox(db: Db, id: string): Promise<Mailbox | undefined> {
  return activeUsers(db).select(['email as to', LANGUAGE]).where('id', '=', id).executeTakeFirst();
}

/** Whether the e-mail of an account is confirmed. */
export async function isEmailConfirmed(db: Db, accountId: string): Promise<boolean> {
  const account = db.selectFrom('accounts').select('email_verified').where('id', '=', accountId);
  return (await account.executeTakeFirst())?.email_verified === true;
}

/** Returns name, e-mail and language of each admin, the first admin first. */
export function selectAdmins(db: Db) {
  return db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['name', 'email', LANGUAGE])
    .where('role', '=', 'admin')
    .orderBy('since')
    .execute();
}

/** Finds an active admin besides these people. */
export function findOtherAdmin(db: Db, ids: string[]) {
  return activeUsers(db)
    .innerJoin('user_roles', 'user_id', 'users.id')
    .select('users.id')
    .where('role', '=', 'admin')
    .where('users.id', 'not in', ids)
    .limit(1)
    .executeTakeFirst();
}

/** Finds the id of the active person with an e-mail. */
export async function findIdByEmail(db: Db, email: string): Promise<string | undefined> {
  return (await activeUsers(db).select('id').where('email', '=', email).executeTakeFirst())?.id;
}

/** Replaces the roles of a person. A replaced seller role loses its verification. */
export async function replaceRoles(db: Db, userId: string, roles: readonly Role[]): Promise<void> {
  await deleteRoles(db, userId);
  await db
    .insertInto('user_roles')
    .values(roles.map((role) => ({ user_id: userId, role })))
    .execute();
}

/** Deletes all roles of a person. */
export async function deleteRoles(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('user_roles').where('user_id', '=', userId).execute();
}

/** Whether a person ever listed a product. */
export async function hasListed(db: Db, userId: string): Promise<boolean> {
  const listings = db.selectFrom('seller_listings').select('seller_id').where('seller_id', '=', userId);
  return (await listings.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether a person has an open booking, an item for sale, or money that is not paid out. */
export async function isTrading(db: Db, userId: string): Promise<boolean> {
  const people = db.selectFrom('trading_people').select('user_id').where('user_id', '=', userId);
  return (await people.executeTakeFirst()) !== undefined;
}

/** Marks a seller as verified now. */
export async function updateVerified(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('user_roles')
    .set({ verified_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('role', '=', 'seller')
    .execute();
}

/** Locks a user's name, e-mail and verification until the transaction ends, and returns them. */
export async function lockUserShared(db: Db, id: string) {
  const person = await db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return person && { ...person, verified: (await findRoles(db, id)).verified };
}

/** Locks a person for an update. Concurrent writes for the person wait. Undefined without an active person. */
export async function lockUser(db: Db, id: string) {
  const person = await db
    .selectFrom('users')
    .select(['account_id', 'email'])
    .where('id', '=', id)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirst();
  return person && { ...person, ...(await findRoles(db, id)) };
}

/** Returns the roles of a locked person. The query of the lock would return the roles from before its wait. */
async function findRoles(db: Db, userId: string): Promise<{ roles: Role[]; verified: boolean }> {
  const rows = await db
    .selectFrom('user_roles')
    .select(['role', 'verified_at'])
    .where('user_id', '=', userId)
    .execute();
  return { roles: rows.map(({ role }) => role as Role), verified: rows.some((row) => row.verified_at !== null) };
}

/** Locks a person against erasure, shared with other transactions. Returns false for an erased person. */
export async function lockActiveUser(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${id} and status = 'active' for key share`.execute(db);
  return rows.length > 0;
}

/** Like lockActiveUser, but exclusive among transactions that count; new listings do not wait for it. */
export async function lockActiveUserForCount(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${id} and status = 'active' for no key update`.execute(db);
  return rows.length > 0;
}

/** Waits for every open transaction that locked a person's row, such as a new listing. Call it outside a transaction. */
export async function awaitTransactionsOf(db: Db, id: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
}

/** Erases the personal data of a user. The row stays, because bookings and the ledger refer to it. */
export async function updateErased(db: Db, id: string): Promise<void> {
  await db
    .updateTable('users')
    .set({
      status: 'erased',
      erased_at: sql`now()`,
      name: ERASED_NAME,
      email: erasedEmail(id),
      account_id: null,
      phone: '',
      pickup: '',
      language: null,
    })
    .where('id', '=', id)
    .execute();
}

/** Whether the database has users of the demo, whose passwords are public. */
export async function hasDemoUsers(db: Db): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').where('is_demo', '=', true).limit(1).executeTakeFirst();
  return user !== undefined;
}

/**
 * Deletes an account with its sessions, credentials, open links and stored replies. Skips locked idempotency keys: their
 * requests are running and may wait for this transaction. The cleanup job deletes those.
 */
export async function deleteAccountOfUser(db: Db, accountId: string): Promise<void> {
  await sql`delete from idempotency_keys where owner_id = ${accountId} and key = any(array(
    select key from idempotency_keys where owner_id = ${accountId} for update skip locked))`.execute(db);
  await deleteOpenLinks(db, accountId);
  await db.deleteFrom('accounts').where('id', '=', accountId).execute();
}
