import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/access.ts';
import { ERASED_NAME, erasedEmail } from '../rules.ts';

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
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Like lockActiveUser, but exclusive among transactions that count; new listings do not wait for it. */
export async function lockActiveUserForCount(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
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
