import type { Role } from '#platform/contract/roles.ts';
import type { Db } from '#platform/database/database.ts';

/** Inserts a person without an account. Returns the id. */
export async function insertPerson(
  db: Db,
  {
    role,
    verified = false,
    ...person
  }: { name: string; email: string; role: Role; verified?: boolean; created_at?: Date },
): Promise<string> {
  const { id, created_at } = await db
    .insertInto('users')
    .values(person)
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('user_roles')
    .values({ user_id: id, role, since: created_at, verified_at: verified ? created_at : null })
    .execute();
  return id;
}
