import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

/** Finds a person with their account; undefined when they are deleted. */
export function findOwnAccount(db: Db, userId: string) {
  return db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .select(['u.id', 'u.name', 'u.email', 'u.role', 'u.verified_at', 'u.created_at', 'a.id as account_id'])
    .select(['a.name as account_name', 'a.email as account_email', 'a.email_verified', 'a.image'])
    .select(['a.created_at as account_created_at', 'a.updated_at as account_updated_at'])
    .select(
      sql<boolean>`exists (select from credentials c where c.account_id = a.id and c.password is not null)`.as(
        'has_password',
      ),
    )
    .where('u.id', '=', userId)
    .where('u.status', '=', 'active')
    .executeTakeFirst();
}
export type OwnAccount = NonNullable<Awaited<ReturnType<typeof findOwnAccount>>>;
