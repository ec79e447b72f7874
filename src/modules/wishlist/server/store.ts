import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { Keyset } from '#platform/database/keyset.ts';

/** Saves a product with its current price. Returns the wish's id; undefined when it is saved already or does not exist. */
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
        // Waits for a deletion in progress, after which the product is not found.
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.columns(['buyer_id', 'product_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function findWish(db: Db, buyerId: string, productId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('wishes')
    .select('id')
    .where('buyer_id', '=', buyerId)
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row?.id;
}

export function selectWishes(
  db: Db,
  buyerId: string,
  { limit, after, productIds }: { limit: number; after: Keyset | undefined; productIds?: string[] | undefined },
) {
  return db
    .selectFrom('wishes as w')
    .innerJoin('products as p', 'p.id', 'w.product_id')
    .select(['w.id', 'p.id as product_id', 'p.name', 'p.image', 'p.price_poisha', 'p.category_id', 'p.status'])
    .select([
      'w.saved_poisha',
      sql<string>`w.created_at::text`.as('cursor_at'),
      sql<boolean>`(p.held_until > now()) is true`.as('booked'),
    ])
    .where('w.buyer_id', '=', buyerId)
    .$if(productIds !== undefined, (query) => query.where('w.product_id', '=', sql<string>`any(${productIds}::uuid[])`))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(w.created_at, w.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('w.created_at', 'desc')
    .orderBy('w.id', 'desc')
    .limit(limit)
    .execute();
}

export async function deleteWishesOfBuyer(db: Db, buyerId: string): Promise<void> {
  await db.deleteFrom('wishes').where('buyer_id', '=', buyerId).execute();
}

export async function deleteWish(db: Db, buyerId: string, id: string): Promise<number> {
  const result = await db.deleteFrom('wishes').where('id', '=', id).where('buyer_id', '=', buyerId).executeTakeFirst();
  return Number(result.numDeletedRows);
}
