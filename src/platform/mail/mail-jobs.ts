import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { MAIL } from './mailer.ts';

/**
 * Forgets the mails to somebody, and about them to others, that still wait or were given up. What a job carries is not
 * in the queue's public view, so this reads its own table; a job that runs just now ends without one.
 */
export async function deleteMailsOf(db: Db, email: string): Promise<void> {
  await sql`delete from graphile_worker._private_jobs as j using graphile_worker._private_tasks as t
    where t.id = j.task_id and t.identifier = ${MAIL}
      and ${email} in (lower(j.payload ->> 'to'), lower(j.payload ->> 'replyTo'))`.execute(db);
}
