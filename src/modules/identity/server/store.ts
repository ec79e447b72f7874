import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { runPrepared } from '#platform/database/prepared.ts';
import type { Caller, Session } from '#platform/http/access.ts';
import { ERASED_NAME, erasedEmail } from '../rules.ts';

// A prepared statement, because it runs on every call. The sub-select hides the number of sessions from the planner, which
// would plan again for each number (decision 21).
const SESSIONS = {
  name: 'sessions',
  text: `select s.id as session_id, a.id as account_id, a.email, a.name as account_name, a.email_verified,
      u.id, u.name, u.role, u.verified_at is not null as verified
    from sessions s join accounts a on a.id = s.account_id
      left join users u on u.account_id = a.id and u.status = 'active'
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
  role: Caller['role'];
  verified: boolean;
}

/** Returns the session of each pair, with its person; null for an expired session and for one of another account. */
export async function findSessions(
  db: Db,
  keys: readonly { sessionId: string; accountId: string }[],
): Promise<(Session | null)[]> {
  const rows = await runPrepared<SessionRow>(db, SESSIONS, [keys.map(({ sessionId }) => sessionId)]);
  return keys.map(({ sessionId, accountId }) => {
    const row = rows.find((row) => row.session_id === sessionId && row.account_id === accountId);
    return row ? sessionOf(row) : null;
  });
}

function sessionOf({ id, email, name, role, verified, ...row }: SessionRow): Session {
  return {
    sessionId: row.session_id,
    accountId: row.account_id,
    email,
    accountName: row.account_name,
    emailVerified: row.email_verified,
    person: id ? { id, email, name, role, verified } : null,
  };
}

/** Inserts the person of an account unless there is one. Returns the person's id. */
export async function insertUser(
  db: Db,
  user: { accountId: string; email: string; name: string; role: 'buyer' | 'seller' },
): Promise<string> {
  await db
    .insertInto('users')
    .values({ account_id: user.accountId, email: user.email, name: user.name, role: user.role })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', user.accountId)
    .executeTakeFirstOrThrow();
  return id;
}

function activeUsers(db: Db) {
  return db.selectFrom('users').where('status', '=', 'active');
}

export async function findRoleByEmail(db: Db, email: string): Promise<Caller['role'] | undefined> {
  const row = await activeUsers(db).select('role').where('email', '=', email).executeTakeFirst();
  return row?.role as Caller['role'] | undefined;
}

/** Finds the e-mail of an active person. */
export async function findEmail(db: Db, id: string): Promise<string | undefined> {
  return (await activeUsers(db).select('email').where('id', '=', id).executeTakeFirst())?.email;
}

export function selectAdmins(db: Db) {
  return activeUsers(db).select(['name', 'email']).where('role', '=', 'admin').orderBy('created_at').execute();
}

interface PersonRole {
  id: string;
  role: string;
}

/** Makes the person with this e-mail an admin. Returns their id and former role; undefined without such a person. */
export async function grantAdminRole(db: Db, email: string): Promise<PersonRole | undefined> {
  const { rows } = await sql<PersonRole>`
    with person as (select id, role from users where email = ${email} and status = 'active' for update)
    update users set role = 'admin', verified_at = null from person where users.id = person.id
    returning users.id, person.role`.execute(db);
  return rows[0];
}

/**
 * Removes the admin role from the person with this e-mail. The person becomes a seller after any listing, a buyer
 * otherwise. Returns their id and new role; undefined without such an admin.
 */
export async function removeAdminRole(db: Db, email: string): Promise<PersonRole | undefined> {
  const { rows } = await sql<PersonRole>`
    update users set role = case when exists (select from seller_listings where seller_id = users.id) then 'seller' else 'buyer' end
    where email = ${email} and role = 'admin' and status = 'active'
    returning id, role`.execute(db);
  return rows[0];
}

export async function updateVerified(db: Db, id: string): Promise<void> {
  await db.updateTable('users').set({ verified_at: sql`now()` }).where('id', '=', id).execute();
}

/** Locks a user's name, e-mail and verification until the transaction ends, and returns them. */
export async function lockUserShared(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(['name', 'email', sql<boolean>`verified_at is not null`.as('verified')])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
}

/** Locks a person for an update. Concurrent writes for the person wait. Undefined without an active person. */
export async function lockUser(db: Db, id: string) {
  const row = await db
    .selectFrom('users')
    .select(['role', 'account_id', 'email', 'verified_at'])
    .where('id', '=', id)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, role: row.role as Caller['role'], verified: row.verified_at !== null };
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

export async function updateErased(db: Db, id: string): Promise<void> {
  await db
    .updateTable('users')
    .set({
      status: 'erased',
      erased_at: sql`now()`,
      name: ERASED_NAME,
      email: erasedEmail(id),
      account_id: null,
      verified_at: null,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Deletes an account with its sessions, credentials, open links and stored replies. Skips locked idempotency keys: their
 * requests are running and may wait for this transaction. The cleanup job deletes those.
 */
export async function deleteAccountOfUser(db: Db, accountId: string): Promise<void> {
  await sql`delete from idempotency_keys where owner_id = ${accountId} and key = any(array(
    select key from idempotency_keys where owner_id = ${accountId} for update skip locked))`.execute(db);
  await db.deleteFrom('verifications').where('value', '=', accountId).execute();
  await db.deleteFrom('accounts').where('id', '=', accountId).execute();
}
