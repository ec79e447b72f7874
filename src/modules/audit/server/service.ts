import type { FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/database.ts';
import type { AuditAction, ExportedList } from '../rules.ts';
import { insertAuditEntry } from './store.ts';

/** An admin and the request in which they act. */
export interface Actor {
  adminId: string;
  requestId: string;
}

export function actorOf(caller: { id: string }, request: Pick<FastifyRequest, 'id'>): Actor {
  return { adminId: caller.id, requestId: request.id };
}

/**
 * Writes down what an admin does, in the transaction in which they do it: both are there afterwards, or neither.
 * Without a doer it was the server's own command line. `target` is the id of the person, product or message, or the list that is taken away.
 */
export async function writeAuditEntry(
  db: Db,
  doer: Actor | null,
  act: AuditAction,
  target: { targetId: string } | { list: ExportedList },
): Promise<void> {
  if (!db.isTransaction) throw new Error(`${act} is to be recorded in the transaction of the deed`);
  await insertAuditEntry(db, { doer, act, ...target });
}
