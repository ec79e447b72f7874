import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { type PageRequest, selectPage } from '#platform/database/keyset.ts';
import type { ExpiringTable } from '#platform/jobs/cleanup.job.ts';

/** Known networks, sessions, verifications and changes of e-mails, which the cleanup job deletes after their end. */
export const EXPIRING_IDENTITY: ExpiringTable[] = [
  { table: 'known_networks', since: 'seen_at', kept: '90 days' },
  { table: 'sessions', since: 'expires_at', kept: '0' },
  { table: 'verifications', since: 'expires_at', kept: '0' },
  { table: 'email_changes', since: 'expires_at', kept: '0' },
];

/** Returns a page of an account's live sessions, newest first. */
export function selectSessions(db: Db, accountId: string, page: PageRequest) {
  const sessions = db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'updated_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`);
  return selectPage(db, sessions, ['created_at', 'id'], page);
}

/** Deletes one session of an account (`=`), or all except one (`<>`). Returns how many were deleted. */
export async function deleteSessions(db: Db, accountId: string, operator: '=' | '<>', id: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', operator, id)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns the password hash of the account with this e-mail; undefined when there is none. */
export async function findPasswordHash(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('credentials')
    .innerJoin('accounts', 'accounts.id', 'credentials.account_id')
    .select('credentials.password')
    .where('accounts.email', '=', email)
    .where('credentials.password', 'is not', null)
    .executeTakeFirst();
  return row?.password ?? undefined;
}

/** Replaces an account's password hash if it is still `oldHash`. Returns whether it was. */
export async function updatePasswordHash(
  db: Db,
  accountId: string,
  { oldHash, newHash }: { oldHash: string; newHash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ password: newHash, updated_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('password', '=', oldHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the e-mailed links of an account and its pending e-mail change. */
export async function deleteOpenLinks(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', accountId).execute();
  await db.deleteFrom('email_changes').where('account_id', '=', accountId).execute();
}

/**
 * Deletes the older links to a new password of an account. Ids are ordered by time: of concurrent links the newest
 * stays.
 */
export async function deleteOlderResetLinks(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', accountId).where('id', '<', id).execute();
}

/** Networks remembered per account; the oldest are deleted. */
const KNOWN_NETWORKS_MAX = 5;

/** Returns whether this network of an account is remembered. */
export async function isKnownNetwork(db: Db, digest: string): Promise<boolean> {
  const row = await db.selectFrom('known_networks').select('digest').where('digest', '=', digest).executeTakeFirst();
  return row !== undefined;
}

/** Remembers a network of an account and deletes the account's oldest ones. Does nothing for a deleted account. */
export async function upsertKnownNetwork(db: Db, accountId: string, digest: string): Promise<void> {
  await sql`insert into known_networks (digest, account_id) select ${digest}, id from accounts where id = ${accountId}
    on conflict (digest) do update set seen_at = now()`.execute(db);
  await sql`delete from known_networks where digest = any(array(
    select digest from known_networks where account_id = ${accountId}
    order by seen_at desc offset ${KNOWN_NETWORKS_MAX}))`.execute(db);
}
