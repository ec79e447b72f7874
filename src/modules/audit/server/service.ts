import type { FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/database.ts';
import type { AuditAction, ExportedList } from '../rules.ts';
import { insertAuditEntry } from './store.ts';

/** The request of an audit entry, and its actor: an admin, or a person that changes their own roles. */
export interface Actor {
  adminId: string;
  requestId: string;
}

/** Returns the caller as the actor of audit entries. */
export function actorOf(caller: { id: string }, request: Pick<FastifyRequest, 'id'>): Actor {
  return { adminId: caller.id, requestId: request.id };
}

/**
 * Writes an audit entry in the transaction of the change. Without an actor the change came from the command line. `target`
 * is the id of a person, product, message or payment, or an exported list.
 * @throws Error outside a transaction.
 */
export async function writeAuditEntry(
  db: Db,
  actor: Actor | null,
  act: AuditAction,
  target: { targetId: string } | { list: ExportedList },
): Promise<void> {
  if (!db.isTransaction) throw new Error(`The audit entry ${act} must be written in the transaction of its change.`);
  await insertAuditEntry(db, { actor, act, ...target });
}
