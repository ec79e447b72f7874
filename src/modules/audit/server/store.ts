import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { Keyset } from '#platform/database/keyset.ts';
import type { AuditAction, ExportedList } from '../rules.ts';

export interface NewAuditEntry {
  doer: { adminId: string; requestId: string } | null;
  act: AuditAction;
  targetId?: string;
  list?: ExportedList;
}

export async function insertAuditEntry(db: Db, { doer, act, targetId, list }: NewAuditEntry): Promise<void> {
  await db
    .insertInto('admin_acts')
    .values({
      act,
      admin_id: doer?.adminId ?? null,
      request_id: doer?.requestId ?? null,
      target_id: targetId ?? null,
      list: list ?? null,
    })
    .execute();
}

export type AuditEntryRow = Awaited<ReturnType<typeof selectAuditEntries>>[number];

/** What admins did, newest first, with the names of those who are still with us and of things. */
export function selectAuditEntries(db: Db, limit: number, after: Keyset | undefined) {
  return db
    .selectFrom('admin_acts as d')
    .leftJoin('users as admin', (join) => join.onRef('admin.id', '=', 'd.admin_id').on('admin.status', '=', 'active'))
    .leftJoin('users as person', (join) =>
      join.onRef('person.id', '=', 'd.target_id').on('person.status', '=', 'active'),
    )
    .leftJoin('products as p', 'p.id', 'd.target_id')
    .select(['d.id', 'd.at', 'd.admin_id', 'd.request_id', 'd.target_id', 'admin.name as admin_name'])
    .select([
      sql<AuditAction>`d.act`.as('act'),
      sql<ExportedList | null>`d.list`.as('list'),
      sql<
        string | null
      >`coalesce(person.name, p.name, (select b.item_name from payments m join bookings b on b.id = m.booking_id
        where m.id = d.target_id))`.as('target_name'),
      sql<string>`d.at::text`.as('cursor_at'),
    ])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(d.at, d.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('d.at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute();
}
