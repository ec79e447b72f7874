/**
 * Audit: the log of changes by admins. An entry is written in the transaction of the change and is never changed itself. It
 * stores ids; names are read with the entry, as long as the person or product exists.
 */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, instant, pageQuery } from '#platform/contract/values.ts';
import { AUDIT_ACTIONS, EXPORTED_LISTS, TARGET_KINDS } from './rules.ts';

const auditEntry = z.object({
  _id: id,
  at: instant,
  act: z.enum(AUDIT_ACTIONS),
  /** Absent for the command line. */
  adminId: id.optional(),
  /** Absent for a deleted account. */
  adminName: z.string().optional(),
  /** The changed person, product, message or payment. */
  targetId: id.optional(),
  /** Name of the target: of the person, item or sender, or the search words. Absent for deleted targets. */
  targetName: z.string().optional(),
  targetKind: z.enum(TARGET_KINDS).optional(),
  list: z.enum(EXPORTED_LISTS).optional(),
  /** Id of the request in the server's log. */
  requestId: z.string().optional(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAuditEntries = defineCall('GET /audit', {
  access: 'admin',
  summary: 'Audit entries, newest first. No call adds, changes or deletes one.',
  query: pageQuery,
  reply: z.array(auditEntry),
  paged: true,
});
