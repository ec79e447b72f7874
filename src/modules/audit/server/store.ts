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

/** Selects audit entries, newest first, with the current names of actors and targets. */
export function selectAuditEntries(db: Db, limit: number, after: Keyset | undefined) {
  return db
    .selectFrom('admin_acts as d')
    .select(['d.id', 'd.at', 'd.admin_id', 'd.request_id', 'd.target_id'])
    .select((select) => [
      select.selectFrom('audit_names as n').select('n.name').whereRef('n.id', '=', 'd.admin_id').as('admin_name'),
      select.selectFrom('audit_names as n').select('n.name').whereRef('n.id', '=', 'd.target_id').as('target_name'),
      sql<AuditAction>`d.act`.as('act'),
      sql<ExportedList | null>`d.list`.as('list'),
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
