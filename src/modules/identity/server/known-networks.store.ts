import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

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
