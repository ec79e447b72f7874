import type { FastifyInstance } from 'fastify';
import type { Database } from '#platform/database/database.ts';
import { presentPage, readPage } from '#platform/database/keyset.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../contract.ts';
import { type AuditEntryRow, selectAuditEntries } from './store.ts';

/** Serves the calls of audit/contract.ts: the log of changes that admins made. */
export function auditRoutes(app: FastifyInstance, { db, pageSize }: { db: Database; pageSize: number }): void {
  serve(app, calls.listAuditEntries, async ({ query }) =>
    presentPage(await selectAuditEntries(db, readPage(query, pageSize)), present),
  );
}

function present(row: AuditEntryRow): calls.AuditEntry {
  return {
    _id: row.id,
    at: row.at.toISOString(),
    act: row.act,
    ...(row.admin_id ? { adminId: row.admin_id } : {}),
    ...(row.admin_name === null ? {} : { adminName: row.admin_name }),
    ...(row.target_id ? { targetId: row.target_id } : {}),
    ...(row.target_name === null ? {} : { targetName: row.target_name }),
    ...(row.target_kind === null ? {} : { targetKind: row.target_kind }),
    ...(row.list ? { list: row.list } : {}),
    ...(row.request_id ? { requestId: row.request_id } : {}),
  };
}
