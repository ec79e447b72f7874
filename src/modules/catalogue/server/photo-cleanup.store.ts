import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

/** Takes photos whose time has come; those that somebody is just naming in a listing are left alone. */
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

/** Which of some pictures somebody's booking shows. */
export async function selectShownPictures(db: Db, images: readonly string[]): Promise<Set<string | null>> {
  const rows = await sql<{ image: string }>`select image from shown_pictures where image = any(${images})`.execute(db);
  return new Set(rows.rows.map((row) => row.image));
}

/** Asks again in a day whether a photo may go. */
export async function updateKept(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update photos set delete_after = now() + interval '24 hours' where id = any(${ids}::uuid[])`.execute(db);
}

export async function deletePhotos(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from photos where id = any(${ids}::uuid[])`.execute(db);
}

/** Of some photos, those that still wait for their sizes. */
export async function selectWaiting(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{
    id: string;
  }>`select id from photos where id = any(${ids}::uuid[]) and state = 'waiting'`.execute(db);
  return new Set(rows.rows.map((row) => row.id));
}

/**
 * Photos that wait and have no job, one that is not tried any more (a stop of the store cut off its last try), or one
 * whose worker died; the queue itself would notice that after four hours. `keyPrefix` and the id make the job's key.
 * What could not be done in a day is `hopeless`.
 */
export async function selectForgotten(db: Db, keyPrefix: string, limit: number) {
  const { rows } = await sql<{ id: string; fetched: boolean; hopeless: boolean }>`
    select p.id, p.address is not null as fetched, p.created_at < now() - interval '1 day' as hopeless from photos p
    where p.state = 'waiting'
      and not exists (
        select from graphile_worker.jobs j where j.key = ${keyPrefix} || p.id
          and (case when j.locked_at is null then j.attempts < j.max_attempts
            else j.locked_at > now() - interval '10 minutes' end))
    order by p.created_at limit ${limit}`.execute(db);
  return rows;
}
