import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

export interface ProfileColumns {
  name?: string | undefined;
  phone?: string | undefined;
  pickup?: string | undefined;
  language?: 'en' | 'bn' | undefined;
}

/** Updates the columns of an active person; undefined columns stay. Returns how many people were updated. */
export async function updateProfile(db: Db, userId: string, columns: ProfileColumns): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set(columns)
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Replaces the name of an account. `updateProfile` replaces that of the person. */
export async function updateAccountName(db: Db, accountId: string, name: string): Promise<void> {
  await db.updateTable('accounts').set({ name, updated_at: sql`now()` }).where('id', '=', accountId).execute();
}

/** Whether an account has a password. */
export async function hasPassword(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('credentials')
    .select('id')
    .where('account_id', '=', accountId)
    .where('password', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an account has this e-mail. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()) !== undefined;
}

/** Inserts or replaces the pending e-mail change of an account. */
export async function upsertEmailChange(
  db: Db,
  change: { accountId: string; newEmail: string; digest: string; hours: number },
): Promise<void> {
  const columns = {
    new_email: change.newEmail,
    digest: change.digest,
    expires_at: sql<Date>`now() + make_interval(hours => ${change.hours}::int)`,
  };
  await db
    .insertInto('email_changes')
    .values({ account_id: change.accountId, ...columns })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute();
}

/** Returns the person of a pending e-mail change; undefined without one. */
export async function findEmailChange(db: Db, digest: string) {
  return db
    .selectFrom('email_changes as c')
    .innerJoin('users as u', 'u.account_id', 'c.account_id')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .select(['c.account_id as accountId', 'u.id as userId', 'a.email_verified as wasConfirmed'])
    .where('c.digest', '=', digest)
    .where('c.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Deletes a change. Returns its new e-mail; undefined when another request came first. */
export async function deleteEmailChange(db: Db, digest: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('email_changes')
    .where('digest', '=', digest)
    .returning('new_email')
    .executeTakeFirst();
  return row?.new_email;
}

/** Deletes the pending e-mail change of an account. */
export async function deleteEmailChangeOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('email_changes').where('account_id', '=', accountId).execute();
}

/** Replaces the e-mail of a user. `updateAccountEmail` replaces that of the account. */
export async function updateUserEmail(db: Db, userId: string, email: string): Promise<void> {
  await db.updateTable('users').set({ email }).where('id', '=', userId).execute();
}

/** Replaces the e-mail of an account by one that its owner has confirmed. */
export async function updateAccountEmail(db: Db, accountId: string, email: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ email, email_verified: true, updated_at: sql`now()` })
    .where('id', '=', accountId)
    .execute();
}
