import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { ExpiringTable } from '#platform/jobs/cleanup.job.ts';
import type { Method } from '../rules.ts';

/** Photos of bookings, which the cleanup job deletes. No booking lasts longer with the longest deadlines. */
export const EXPIRING_BOOKING_PHOTOS: ExpiringTable[] = [
  { table: 'booking_photos', since: 'created_at', kept: '180 days' },
];

/** Replaces the picture in those bookings of a product that copied it. */
export async function updateItemImage(db: Db, productId: string, from: string, to: string): Promise<void> {
  await db
    .updateTable('bookings')
    .set({ item_image: to })
    .where('product_id', '=', productId)
    .where('item_image', '=', from)
    .execute();
}

/** Locks the products of a person, and those of all their bookings, in the order of their ids. */
export async function lockProductsOf(db: Db, personId: string): Promise<void> {
  await sql`select from products where id in (select product_id from bookings where buyer_id = ${personId}
    union all select id from products where seller_id = ${personId}) order by id for update`.execute(db);
}

/** Cancels a buyer's unpaid bookings, and deletes phone and pick-up point of all. Returns the sellers' ids. */
export async function updateBuyerErased(db: Db, buyerId: string): Promise<string[]> {
  const rows = await db
    .updateTable('bookings')
    .set({
      state: sql`case when state = 'held' and hold_until > now() then 'cancelled' when state = 'held' then 'expired' else state end`,
      hold_until: null,
      phone: '',
      pickup: '',
    })
    .where('buyer_id', '=', buyerId)
    .returning('seller_id')
    .execute();
  return rows.map((row) => row.seller_id);
}

/** Selects a buyer's bookings that are held now. */
export async function selectHolds(db: Db, buyerId: string) {
  return db
    .selectFrom('bookings')
    .select(['id', 'buyer_id', 'seller_id', sql<Method | null>`method`.as('method')])
    .where('buyer_id', '=', buyerId)
    .where('state', '=', 'held')
    .where(sql<boolean>`hold_until > now()`)
    .execute();
}

/** Deletes the seller's pick-up point, and pictures on other sites, from bookings of their products. */
export async function updateBookingsOfErased(db: Db, sellerId: string): Promise<void> {
  await db
    .updateTable('bookings')
    .set({
      seller_pickup: '',
      listing: null,
      item_image: sql`case when item_image ~ '^https?://' then '' else item_image end`,
    })
    .where('seller_id', '=', sellerId)
    .where((row) =>
      row.or([row('seller_pickup', '<>', ''), row('item_image', '~', '^https?://'), row('listing', 'is not', null)]),
    )
    .execute();
}

/** Deletes the reasons that a person wrote for steps of bookings, and the reports that they did not come. */
export async function deleteReasonsOf(db: Db, userId: string): Promise<void> {
  await sql`with reports as (delete from no_shows where person_id = ${userId})
    update booking_steps set reason = null where reason is not null and (booking_id, by) in (
    select id, 'buyer' from bookings where buyer_id = ${userId}
    union all select id, 'seller' from bookings where seller_id = ${userId})`.execute(db);
}
