import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, transaction } from '#platform/database/database.ts';

/** A caller's promise that this is one request, however often it arrives. */
export interface Claim {
  ownerId: string;
  key: string;
}

/** Runs a write that is whole in itself; repeated with the same key it gives the first answer and does nothing. */
export type Once = <T extends object>(db: Db, write: (db: Db) => Promise<T>) => Promise<T>;

/**
 * Takes note of a request's Idempotency-Key (draft-ietf-httpapi-idempotency-key-header), if it carries one.
 * @throws Problem (422) when the caller used the key for something else before.
 */
export async function claimKey(db: Db, ownerId: string, request: FastifyRequest): Promise<Claim | undefined> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new Problem('invalid', 'bad-idempotency-key', 'error.idempotencyKey');
  const [path] = request.url.split('?', 1);
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${path}\n${JSON.stringify(request.body)}`)
    .digest('base64url');
  await db
    .insertInto('idempotency_keys')
    .values({ owner_id: ownerId, key, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const known = await db
    .selectFrom('idempotency_keys')
    .select('fingerprint')
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (known.fingerprint !== fingerprint)
    throw new Problem('unprocessable', 'idempotency-key-reused', 'error.idempotencyKeyReused');
  return { ownerId, key };
}

/** Whether a request was answered before, as far as can be told while its body has not been read. */
export async function isRepeat(db: Db, ownerId: string, { headers }: FastifyRequest): Promise<boolean> {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string') return false;
  const known = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .where('answer', 'is not', null)
    .executeTakeFirst();
  return known !== undefined;
}

/**
 * The answer is kept in the transaction of its effect, so that a repeated request finds both or neither; one that
 * arrives meanwhile waits for the first. A refusal is not kept: trying again later may succeed.
 */
export function onceFor(claim: Claim | undefined): Once {
  return (db, write) => {
    if (!claim) return write(db);
    return transaction(db, async (db) => {
      const kept = await db
        .selectFrom('idempotency_keys')
        .select('answer')
        .where('owner_id', '=', claim.ownerId)
        .where('key', '=', claim.key)
        .forUpdate()
        .executeTakeFirst();
      if (kept?.answer) return kept.answer as Awaited<ReturnType<typeof write>>;
      const answer = await write(db);
      await db
        .updateTable('idempotency_keys')
        .set({ answer: JSON.stringify(answer) })
        .where('owner_id', '=', claim.ownerId)
        .where('key', '=', claim.key)
        .execute();
      return answer;
    });
  };
}
