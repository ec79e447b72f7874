import type { FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/database.ts';
import type { Act, List } from '../rules.ts';
import { insertDeed } from './store.ts';

/** An admin and the request in which they act. */
export interface Doer {
  adminId: string;
  requestId: string;
}

export function doerOf(caller: { id: string }, request: Pick<FastifyRequest, 'id'>): Doer {
  return { adminId: caller.id, requestId: request.id };
}

/**
 * Writes down what an admin does, in the transaction in which they do it: both are there afterwards, or neither.
 * Without a doer it was the server's own command line. `target` is the id of the person, product or message, or the list that is taken away.
 */
export async function recordDeed(
  db: Db,
  doer: Doer | null,
  act: Act,
  target: { targetId: string } | { list: List },
): Promise<void> {
  if (!db.isTransaction) throw new Error(`${act} is to be recorded in the transaction of the deed`);
  await insertDeed(db, { doer, act, ...target });
}
