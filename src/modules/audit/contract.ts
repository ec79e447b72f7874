/**
 * Audit: what admins did, when, and to whom or what. A line is written in the transaction of the deed and never changes;
 * it holds ids and no names, which are looked up when it is read, as long as there is somebody to name.
 */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, instant, pageQuery } from '#platform/contract/values.ts';
import { AUDIT_ACTIONS, EXPORTED_LISTS } from './rules.ts';

const deed = z.object({
  _id: id,
  at: instant,
  act: z.enum(AUDIT_ACTIONS),
  /** The admin; absent for the server's own command line. */
  adminId: id.optional(),
  /** Absent for who has left. */
  adminName: z.string().optional(),
  /** The person, product, message or payment that it was done to. */
  targetId: id.optional(),
  /** What that is called; absent for who has left and what is gone, and for messages. */
  targetName: z.string().optional(),
  /** Of an export: which list. */
  list: z.enum(EXPORTED_LISTS).optional(),
  /** The request in which it was done, as the server's log knows it. */
  requestId: z.string().optional(),
});
export type AuditEntry = z.infer<typeof deed>;

export const listAuditEntries = defineCall('GET /audit', {
  access: 'admin',
  summary: 'What admins did, newest first. No call writes it, changes it or takes from it.',
  query: pageQuery,
  reply: z.array(deed),
  paged: true,
});
