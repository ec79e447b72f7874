import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { type PageRequest, selectPage } from '#platform/database/keyset.ts';
import type { AuditAction, ExportedList, TargetKind } from '../rules.ts';

export interface NewAuditEntry {
  actor: { adminId: string; requestId: string } | null;
  act: AuditAction;
  targetId?: string;
  list?: ExportedList;
}

/** Inserts an audit entry. Without an actor the entry is the command line's. */
export async function insertAuditEntry(db: Db, { actor, act, targetId, list }: NewAuditEntry): Promise<void> {
  await db
    .insertInto('admin_acts')
    .values({
      act,
      admin_id: actor?.adminId ?? null,
      request_id: actor?.requestId ?? null,
      target_id: targetId ?? null,
      list: list ?? null,
    })
    .execute();
}

export type AuditEntryRow = Awaited<ReturnType<typeof selectAuditEntries>>['rows'][number];

/** Returns a page of audit entries, newest first, with the current names of actors and targets. */
export function selectAuditEntries(db: Db, page: PageRequest) {
  const entries = db
    .selectFrom('admin_acts as e')
    .select(['e.id', 'e.at', 'e.admin_id', 'e.request_id', 'e.target_id'])
    .select((select) => [
      select.selectFrom('audit_names as n').select('n.name').whereRef('n.id', '=', 'e.admin_id').as('admin_name'),
      select.selectFrom('audit_names as n').select('n.name').whereRef('n.id', '=', 'e.target_id').as('target_name'),
      select
        .selectFrom('audit_names as n')
        .select(sql<TargetKind>`n.kind`.as('kind'))
        .whereRef('n.id', '=', 'e.target_id')
        .as('target_kind'),
      sql<AuditAction>`e.act`.as('act'),
      sql<ExportedList | null>`e.list`.as('list'),
    ]);
  return selectPage(db, entries, ['e.at', 'e.id'], page);
}
