import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { type PageRequest, selectPage } from '#platform/database/keyset.ts';

/** Returns a page of an account's live sessions, newest first. */
export function selectSessions(db: Db, accountId: string, page: PageRequest) {
  const sessions = db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'updated_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`);
  return selectPage(sessions, ['created_at', 'id'], page);
}

/** Deletes one session of an account. Returns how many were deleted. */
export async function deleteSession(db: Db, accountId: string, id: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes all sessions of an account except one. Returns how many were deleted. */
export async function deleteOtherSessions(db: Db, accountId: string, keptId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', '<>', keptId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns the password hash of the account with this e-mail; undefined when there is none. */
export async function selectPasswordHash(db: Db, email: string): Promise<string | undefined> {
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

/** Deletes the links of e-mails to an account. */
export async function deleteOpenLinks(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', accountId).execute();
}
