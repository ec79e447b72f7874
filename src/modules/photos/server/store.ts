import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { type PhotoState, photoPath } from '../rules.ts';

export interface NewPhoto {
  id: string;
  ownerId: string;
  /** For a fetched photo: its source URL, and the product whose only photo it is. */
  from?: { address: string; productId: string };
  /** It is in no listing, and no public path serves it. */
  isPrivate?: boolean;
}

/** Inserts a photo that waits for its sizes. */
export async function insertPhoto(db: Db, { id, ownerId, from, isPrivate = false }: NewPhoto): Promise<void> {
  await db
    .insertInto('photos')
    .values({
      id,
      owner_id: ownerId,
      private: isPrivate,
      ...(from ? { address: from.address, product_id: from.productId, position: 0, delete_after: null } : {}),
    })
    .execute();
}

const ID_PLACEHOLDER = '{id}';

/**
 * Counts a seller's photos that no listing shows, without those that bookings show: their seller cannot delete them. The
 * offset makes PostgreSQL look up each photo by the index.
 */
export async function countUnattached(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('photos')
    .select(sql<number>`count(*)`.as('count'))
    .where('owner_id', '=', ownerId)
    .where('product_id', 'is', null)
    .where(sql<boolean>`not exists (select from shown_pictures
      where image = replace(${photoPath(ID_PLACEHOLDER)}, ${ID_PLACEHOLDER}, photos.id::text) offset 0)`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks the named photos of a seller and those of the product, in the order of their ids. */
export async function lockPhotos(db: Db, ownerId: string, ids: readonly string[], productId?: string) {
  const rows = await db
    .selectFrom('photos')
    .select(['id', 'product_id', 'state', 'address', 'private'])
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`(id = any(${ids}::uuid[]) or product_id = ${productId ?? null}::uuid)`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({ ...row, state: row.state as PhotoState }));
}

/** Finds the state of a product’s first photo. */
export async function findCoverState(db: Db, productId: string): Promise<PhotoState | undefined> {
  const row = await db
    .selectFrom('photos')
    .select('state')
    .where('product_id', '=', productId)
    .where('position', '=', 0)
    .executeTakeFirst();
  return row?.state as PhotoState | undefined;
}

/** Makes these the photos of a product, in this order. */
export async function updatePhotosOfProduct(db: Db, productId: string, ids: readonly string[]): Promise<void> {
  await sql`update photos set product_id = null, position = null, delete_after = now() + interval '24 hours'
    where product_id = ${productId} and not id = any(${ids}::uuid[])`.execute(db);
  await sql`update photos set product_id = ${productId}, position = named.place - 1, delete_after = null
    from unnest(${ids}::uuid[]) with ordinality as named (id, place) where photos.id = named.id`.execute(db);
}

const DUE_FOR_DELETION = { product_id: null, position: null, delete_after: sql<Date>`now()` };

/** Detaches the photos of a product. The clean-up job deletes those that no booking shows. */
export async function updateProductPhotosDue(db: Db, productId: string): Promise<void> {
  await db.updateTable('photos').set(DUE_FOR_DELETION).where('product_id', '=', productId).execute();
}

/**
 * Detaches a seller's photos of some products and clears their addresses. The clean-up job deletes those that no booking
 * shows; with `unattached`, also those that no listing shows.
 */
export async function updateSellerPhotosDue(
  db: Db,
  ownerId: string,
  { productIds, unattached }: { productIds: readonly string[]; unattached: boolean },
): Promise<void> {
  const attached = sql<boolean>`product_id = any(${productIds}::uuid[])`;
  await db
    .updateTable('photos')
    .set({ ...DUE_FOR_DELETION, address: null })
    .where('owner_id', '=', ownerId)
    .where(unattached ? sql<boolean>`(${attached} or product_id is null)` : attached)
    .execute();
}

/** Finds the state, the source URL and the position of a photo. */
export function findPhoto(db: Db, id: string) {
  return db
    .selectFrom('photos')
    .select(['state', 'address', 'product_id', 'position', 'private'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Marks a waiting photo of this product and position as ready; false when there is none. */
export async function updateReady(
  db: Db,
  { id, productId, position }: { id: string; productId: string | null; position: number | null },
  { width, height }: { width: number; height: number },
): Promise<boolean> {
  const result = await db
    .updateTable('photos')
    .set({ state: 'ready', width, height })
    .where('id', '=', id)
    .where('product_id', 'is not distinct from', productId)
    .where('position', 'is not distinct from', position)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Marks a waiting photo as refused. `refusal` is a message key. */
export async function updateRefused(db: Db, id: string, refusal: string): Promise<void> {
  await db
    .updateTable('photos')
    .set({ state: 'refused', refusal })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Locks photos that are due for deletion. Skips photos that another transaction is attaching. */
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

/** Deletes the rows of photos. Their files stay. */
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
 * Returns waiting photos without an active job: there is none, its attempts are used up, or its worker died. The queue
 * itself releases a dead worker's job only after four hours. A job's key is `keyPrefix` and the photo's id. `isExpired`
 * is true after a day.
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
