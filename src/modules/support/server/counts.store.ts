import { sql } from 'kysely';
import type { Db } from '#platform/server/database.ts';

/** Counts one more message for each sender in this hour; false when one of them has had as many as `most`. */
export async function countMessage(db: Db, senders: readonly Buffer[], most: number): Promise<boolean> {
  // Whoever is in the middle of the same is left alone: it forgets the rest.
  await sql`delete from contact_counts where (sender, hour) in (
    select sender, hour from contact_counts where hour < date_trunc('hour', now()) for update skip locked)`.execute(db);
  const rows = senders.map((sender) => sql`(${sender}::bytea, date_trunc('hour', now()), 1)`);
  const { rows: counted } = await sql`insert into contact_counts (sender, hour, sent) values ${sql.join(rows)}
    on conflict (sender, hour) do update set sent = contact_counts.sent + 1 where contact_counts.sent < ${most}
    returning sender`.execute(db);
  return counted.length === senders.length;
}
