import { sql } from 'kysely';
import { OFFER_VIEW } from '#modules/catalogue/server/service.ts';
import type { Db } from '#platform/database/database.ts';
import { type PageRequest, selectPage } from '#platform/database/keyset.ts';

/** Saves a product of another person with its price. Returns the wish's id; undefined when it is saved or does not exist. */
export async function insertWish(db: Db, buyerId: string, productId: string): Promise<string | undefined> {
  const row = await db
    .insertInto('wishes')
    .columns(['buyer_id', 'product_id', 'saved_poisha'])
    .expression((select) =>
      select
        .selectFrom('products')
        .select([sql<string>`${buyerId}::uuid`.as('buyer_id'), 'id', 'price_poisha'])
        .where('id', '=', productId)
        .where('status', '<>', 'removed')
        .where('seller_id', '<>', buyerId)
        // Waits for a deletion in progress, after which the product is not found.
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.columns(['buyer_id', 'product_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Whether a product is a person's own listing. */
export async function isOwnListing(db: Db, personId: string, productId: string): Promise<boolean> {
  const { rows } = await sql`select from products
    where id = ${productId} and seller_id = ${personId} and status <> 'removed'`.execute(db);
  return rows.length > 0;
}

/** Returns the id of a buyer's wish for a product; undefined without one. */
export async function findWish(db: Db, buyerId: string, productId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from wishes
    where buyer_id = ${buyerId} and product_id = ${productId}`.execute(db);
  return rows[0]?.id;
}

/** Returns a page of a buyer's saved products, newest first; with `productIds`, only those of these products. */
export function selectWishes(db: Db, buyerId: string, page: PageRequest, productIds?: string[]) {
  const wishes = db
    .selectFrom('wishes as w')
    .innerJoin('products as p', 'p.id', 'w.product_id')
    .select(['w.id', 'p.id as product_id', 'p.name', 'p.image', 'p.price_poisha', 'p.category_id', 'p.status'])
    .select(['w.saved_poisha', sql.raw<boolean>(OFFER_VIEW.booked).as('booked')])
    .where('w.buyer_id', '=', buyerId)
    .$if(productIds !== undefined, (query) =>
      query.where('w.product_id', '=', sql<string>`any(${productIds}::uuid[])`),
    );
  return selectPage(db, wishes, ['w.created_at', 'w.id'], page);
}

/** Deletes all wishes of a buyer. */
export async function deleteWishesOfBuyer(db: Db, buyerId: string): Promise<void> {
  await db.deleteFrom('wishes').where('buyer_id', '=', buyerId).execute();
}

/** Deletes a buyer's wish. Returns the number of deleted rows. */
export async function deleteWish(db: Db, buyerId: string, id: string): Promise<number> {
  const result = await db.deleteFrom('wishes').where('id', '=', id).where('buyer_id', '=', buyerId).executeTakeFirst();
  return Number(result.numDeletedRows);
}
