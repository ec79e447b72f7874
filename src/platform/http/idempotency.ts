import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { DatabaseError } from 'pg';
import { Problem } from '#platform/contract/problem.ts';
import { type Db, sqlState, transaction } from '#platform/database/database.ts';
import { withinDeadline } from '#platform/database/request-deadline.ts';
import { SQL_STATES } from '#platform/database/sql-states.ts';

/** A request's Idempotency-Key (draft-ietf-httpapi-idempotency-key-header), with a digest of the request. */
export interface RequestKey {
  ownerId: string;
  key: string;
  fingerprint: string;
}

/**
 * Runs a write once for each Idempotency-Key: a repeated request gets the first answer and has no effect. The answer
 * is stored in the transaction of the write, so a repeated request finds both or neither. A request that arrives
 * meanwhile waits. A refusal is not stored. `inOneStatement` claims the key, writes and stores the answer in one statement. It does
 * nothing and returns undefined when the key was used or the write is refused; then `write` finds the reason.
 * @throws Problem (422) when the caller used the key for another request, (503) when the first request runs too long
 */
export type Once = <T extends object>(
  db: Db,
  write: (db: Db) => Promise<T>,
  inOneStatement?: (key: RequestKey) => Promise<T | undefined>,
) => Promise<T>;

/** Returns the Idempotency-Key of a request; undefined without one. @throws Problem (400) for a key of another form. */
function headerKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new Problem('invalid', 'bad-idempotency-key', 'error.idempotencyKey');
}

/** Owns the keys of visitors. A stored answer is only for the same body, so no visitor reads another's. */
const VISITORS_ID = '00000000-0000-0000-0000-000000000000';

/** Returns the key of a request, with its digest; undefined without one. @throws Problem (400) for a key of another form. */
export function readKey(accountId: string | undefined, request: FastifyRequest): RequestKey | undefined {
  const key = headerKey(request);
  if (key === undefined) return undefined;
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body)}`)
    .digest('base64url');
  return { ownerId: accountId ?? VISITORS_ID, key, fingerprint };
}

/**
 * Claims a key and locks it, or waits for the request that holds it. Returns the stored answer; null without one.
 * @throws Problem (422) when the key belongs to another request, (503) when its first request runs too long to wait for
 */
export async function claimKey(db: Db, { ownerId, key, fingerprint }: RequestKey): Promise<object | null> {
  const { rows } = await sql<{ fingerprint: string; answer: object | null }>`
    insert into idempotency_keys as k (owner_id, key, fingerprint) values (${ownerId}, ${key}, ${fingerprint})
    on conflict (owner_id, key) do update set answer = k.answer
    returning fingerprint, answer`
    .execute(db)
    .catch(explainWait);
  const [claimed] = rows;
  if (claimed?.fingerprint !== fingerprint)
    throw new Problem('unprocessable', 'idempotency-key-reused', 'error.idempotencyKeyReused');
  return claimed.answer;
}

/** PostgreSQL names the statement that waited in the context of its error. */
function explainWait(error: unknown): never {
  const atKey =
    sqlState(error) === SQL_STATES.lockNotAvailable && (error as DatabaseError).where?.includes('idempotency_keys');
  throw atKey ? stillRunning() : error;
}

/** Refuses a repeat for now. A later repeat finds the answer of the first request. */
function stillRunning(): Problem {
  return new Problem('unavailable', 'too-many-changes', 'error.tooManyChanges').retryAfter(1);
}

/** Whether an answer is stored for the key in the headers. @throws Problem (400) for a key of another form */
export async function isRepeat(db: Db, ownerId: string, request: FastifyRequest): Promise<boolean> {
  const key = headerKey(request);
  if (key === undefined) return false;
  const known = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .where('answer', 'is not', null)
    .executeTakeFirst();
  return known !== undefined;
}

/** Returns the `once` of a request with this key; without a key it runs each write. */
export function onceFor(key: RequestKey | undefined): Once {
  return (db, write, inOneStatement) => {
    if (!key) return write(db);
    const run = async (db: Db) => {
      const stored = await claimKey(db, key);
      if (stored) return stored as Awaited<ReturnType<typeof write>>;
      const answer = await write(db);
      await storeAnswer(db, key, answer);
      return answer;
    };
    return runAfterPrevious(key, async () => (await inOneStatement?.(key).catch(explainWait)) ?? transaction(db, run));
  };
}

/** For each key, a promise that settles when its last request in this process has ended. */
const running = new Map<string, Promise<unknown>>();

/** Repeats wait here for one another: at the row of the key each of them would hold a connection. */
async function runAfterPrevious<T>({ ownerId, key }: RequestKey, run: () => Promise<T>): Promise<T> {
  const name = `${ownerId} ${key}`;
  const before = running.get(name) ?? Promise.resolve();
  const result = withinDeadline(before, stillRunning).then(run);
  const end = Promise.allSettled([before, result]).then(() => undefined);
  running.set(name, end);
  try {
    return await result;
  } finally {
    end.then(() => running.get(name) === end && running.delete(name));
  }
}

async function storeAnswer(db: Db, { ownerId, key }: RequestKey, answer: object): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .execute();
}
