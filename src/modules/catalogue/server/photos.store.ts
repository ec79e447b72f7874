import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { type PhotoState, photoAddress } from '../photos.rules.ts';

export interface NewPhoto {
  id: string;
  ownerId: string;
  /** Where it is fetched from, and the product whose only photo it is. */
  from?: { address: string; productId: string };
}

export async function insertPhoto(db: Db, { id, ownerId, from }: NewPhoto): Promise<void> {
  await db
    .insertInto('photos')
    .values({
      id,
      owner_id: ownerId,
      ...(from ? { address: from.address, product_id: from.productId, position: 0, delete_after: null } : {}),
    })
    .execute();
}

/** Stands for the id in an address. */
const EACH = '{id}';

/**
 * Counts a seller's photos that no listing shows; those that bookings keep are not theirs to clear away. For each of them
 * that is looked up, because of the offset.
 */
export async function countLoose(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('photos')
    .select(sql<number>`count(*)`.as('count'))
    .where('owner_id', '=', ownerId)
    .where('product_id', 'is', null)
    .where(sql<boolean>`not exists (
      select from shown_pictures where image = replace(${photoAddress(EACH)}, ${EACH}, photos.id::text) offset 0)`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Takes a seller's photos that are named, and those of their product, in one order for everybody who takes several. */
export async function lockPhotos(db: Db, ownerId: string, ids: readonly string[], productId?: string) {
  const rows = await db
    .selectFrom('photos')
    .select(['id', 'product_id', 'state', 'address'])
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`(id = any(${ids}::uuid[]) or product_id = ${productId ?? null}::uuid)`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({ ...row, state: row.state as PhotoState }));
}

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
export async function updateShown(db: Db, productId: string, ids: readonly string[]): Promise<void> {
  await sql`update photos set product_id = null, position = null, delete_after = now() + interval '24 hours'
    where product_id = ${productId} and not id = any(${ids}::uuid[])`.execute(db);
  await sql`update photos set product_id = ${productId}, position = named.place - 1, delete_after = null
    from unnest(${ids}::uuid[]) with ordinality as named (id, place) where photos.id = named.id`.execute(db);
}

const GOING = { product_id: null, position: null, delete_after: sql<Date>`now()` };

export async function updatePhotosOfProductGoing(db: Db, productId: string): Promise<void> {
  await db.updateTable('photos').set(GOING).where('product_id', '=', productId).execute();
}

/**
 * Lets a seller's photos of some products go, but for those that bookings show, and forgets where they were fetched from;
 * with `loose`, those that no listing shows, too.
 */
export async function updatePhotosOfSellerGoing(
  db: Db,
  ownerId: string,
  productIds: readonly string[],
  loose: boolean,
): Promise<void> {
  const shown = sql<boolean>`product_id = any(${productIds}::uuid[])`;
  await db
    .updateTable('photos')
    .set({ ...GOING, address: null })
    .where('owner_id', '=', ownerId)
    .where(loose ? sql<boolean>`(${shown} or product_id is null)` : shown)
    .execute();
}

export function findPhoto(db: Db, id: string) {
  return db.selectFrom('photos').select(['state', 'address']).where('id', '=', id).executeTakeFirst();
}

/** Takes the product that shows a photo, as everything that changes a product and what hangs on it does first. */
export async function lockProductOfPhoto(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', (select) => select.selectFrom('photos').select('product_id').where('id', '=', id))
    .forUpdate()
    .executeTakeFirst();
  return row?.id;
}

/** Notes that a photo's sizes are there; undefined when it is not waiting there any more. */
export function updateReady(
  db: Db,
  { id, productId }: { id: string; productId: string | undefined },
  { width, height }: { width: number; height: number },
) {
  return db
    .updateTable('photos')
    .set({ state: 'ready', width, height })
    .where('id', '=', id)
    .where('product_id', productId ? '=' : 'is', productId ?? null)
    .where('state', '=', 'waiting')
    .returning(['position', 'address'])
    .executeTakeFirst();
}

export async function updateRefused(db: Db, id: string, refusal: string): Promise<void> {
  await db
    .updateTable('photos')
    .set({ state: 'refused', refusal })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Gives a product another picture where it still has this one; false when it has not. */
export async function updatePicture(db: Db, productId: string, from: string, to: string): Promise<boolean> {
  const result = await db
    .updateTable('products')
    .set({ image: to })
    .where('id', '=', productId)
    .where('image', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
