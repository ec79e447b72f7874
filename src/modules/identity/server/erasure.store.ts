import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/access.ts';
import { ERASED_NAME, erasedEmail } from '../rules.ts';

/** Takes a person for a change: whoever writes in their name waits, and then finds them as they are. */
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

/** Keeps a person as they are; false when they are erased. Many may do so at once. */
export async function lockActiveUser(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Like lockActiveUser, but for one transaction of a person at a time; product listings do not wait for it. */
export async function lockActiveUserAlone(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Waits for every open transaction that has locked a person's row, such as a product listing. Call it outside of one. */
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
 * The account goes, and with it its sessions, its ways to sign in, open links and the answers it was given. A key whose
 * request is still under way has no answer yet and is left to tidy.ts: that request may be waiting for this transaction.
 */
export async function deleteAccountOfUser(db: Db, accountId: string): Promise<void> {
  await sql`delete from idempotency_keys where owner_id = ${accountId} and key = any(array(
    select key from idempotency_keys where owner_id = ${accountId} for update skip locked))`.execute(db);
  await db.deleteFrom('verifications').where('value', '=', accountId).execute();
  await db.deleteFrom('accounts').where('id', '=', accountId).execute();
}
