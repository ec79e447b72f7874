import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { type PageRequest, selectPage } from '#platform/database/keyset.ts';
import type { ExpiringTable } from '#platform/jobs/cleanup.job.ts';
import type { MessageState, Subject } from '../rules.ts';

/** Messages are deleted after a year, as the privacy policy says. */
export const EXPIRING_MESSAGES: ExpiringTable[] = [
  { table: 'contact_messages', since: 'created_at', kept: '12 months' },
];

export interface NewMessage {
  name: string;
  email: string;
  subject: Subject;
  message: string;
  requestId?: string | undefined;
}

/** Inserts a visitor’s message and returns its id. */
export async function insertMessage(db: Db, { requestId, ...message }: NewMessage): Promise<string> {
  const { id } = await db
    .insertInto('contact_messages')
    .values({ ...message, request_id: requestId ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type MessageRow = Awaited<ReturnType<typeof selectMessages>>['rows'][number];

/** Returns a page of open or answered messages, the last received or answered first. */
export function selectMessages(db: Db, state: MessageState, page: PageRequest) {
  const messages = db
    .selectFrom('contact_messages as m')
    .leftJoin('users as u', 'u.id', 'm.answered_by')
    .select(['m.id', 'm.name', 'm.email', 'm.message', 'm.request_id', 'm.created_at', 'm.answered_at'])
    .select(['u.name as answered_by', sql<Subject>`m.subject`.as('subject')])
    .where('m.answered_at', state === 'open' ? 'is' : 'is not', null);
  return selectPage(db, messages, [state === 'open' ? 'm.created_at' : 'm.answered_at', 'm.id'], page);
}

/** Marks a message as open or answered. Returns the number of changed messages; undefined without such a message. */
export async function updateMessageState(
  db: Db,
  { id, state, adminId }: { id: string; state: MessageState; adminId: string },
): Promise<number | undefined> {
  const answered = state === 'answered';
  const { rows } = await sql<{ changed: number }>`
    with message as (select id, answered_at from contact_messages where id = ${id} for update),
    changed as (
      update contact_messages set
        answered_at = case when ${answered} then now() end,
        answered_by = case when ${answered} then ${adminId}::uuid end
      from message where contact_messages.id = message.id and (message.answered_at is not null) <> ${answered}
      returning contact_messages.id)
    select (select count(*)::int from changed) as changed from message`.execute(db);
  return rows[0]?.changed;
}

/** Moves messages to the new e-mail of a person. */
export async function updateEmailOfMessages(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.updateTable('contact_messages').set({ email: to }).where('email', '=', from).execute();
}

/** Deletes the messages that were sent under an e-mail address. */
export async function deleteMessagesUnder(db: Db, email: string): Promise<void> {
  await db.deleteFrom('contact_messages').where('email', '=', email).execute();
}
