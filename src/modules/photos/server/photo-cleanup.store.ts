import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

/** Locks photos that are due for deletion. Photos that a listing is just naming are skipped. */
export async function lockDuePhotos(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('photos')
    .select('id')
    .where('delete_after', '<=', sql<Date>`now()`)
    .orderBy('delete_after')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.id);
}

/** Returns those of the pictures that a booking shows. */
export async function selectShownPictures(db: Db, images: readonly string[]): Promise<Set<string | null>> {
  const rows = await sql<{ image: string }>`select image from shown_pictures where image = any(${images})`.execute(db);
  return new Set(rows.rows.map((row) => row.image));
}

/** Postpones the deletion of photos by a day. */
export async function updateDeletionPostponed(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update photos set delete_after = now() + interval '24 hours' where id = any(${ids}::uuid[])`.execute(db);
}

export async function deletePhotos(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from photos where id = any(${ids}::uuid[])`.execute(db);
}

/** Returns those of the photos that wait for their sizes. */
export async function selectWaiting(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{
    id: string;
  }>`select id from photos where id = any(${ids}::uuid[]) and state = 'waiting'`.execute(db);
  return new Set(rows.rows.map((row) => row.id));
}

/**
 * Returns waiting photos without an active job: there is none, its attempts are used up, or its worker died. The queue itself
 * releases a dead worker's job only after four hours. A job's key is `keyPrefix` and the photo's id. `isExpired` is true after
 * a day.
 */
export async function selectStalled(db: Db, keyPrefix: string, limit: number) {
  const { rows } = await sql<{ id: string; isFetched: boolean; isExpired: boolean }>`
    select p.id, p.address is not null as "isFetched", p.created_at < now() - interval '1 day' as "isExpired" from photos p
    where p.state = 'waiting'
      and not exists (
        select from graphile_worker.jobs j where j.key = ${keyPrefix} || p.id
          and (case when j.locked_at is null then j.attempts < j.max_attempts
            else j.locked_at > now() - interval '10 minutes' end))
    order by p.created_at limit ${limit}`.execute(db);
  return rows;
}
