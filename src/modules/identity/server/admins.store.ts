import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

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
 * Removes the admin role from the person with this e-mail. They become a seller if they ever listed a product, a buyer
 * otherwise. Returns their id and new role; undefined without such an admin.
 */
export async function removeAdminRole(db: Db, email: string): Promise<PersonRole | undefined> {
  const { rows } = await sql<PersonRole>`
    update users set role = case when exists (select from seller_listings where seller_id = users.id) then 'seller' else 'buyer' end
    where email = ${email} and role = 'admin' and status = 'active'
    returning id, role`.execute(db);
  return rows[0];
}

export function selectAdmins(db: Db) {
  return db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .orderBy('created_at')
    .execute();
}
