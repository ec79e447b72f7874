import { type Insertable, sql } from 'kysely';
import { PAGE_SIZE } from '#platform/contract/values.ts';
import type { Keyset } from '#platform/server/cursor.ts';
import type { Db } from '#platform/server/database.ts';
import type { Products } from '#platform/server/database.types.ts';
import type { ProductState } from '../rules.ts';

export async function insertProduct(db: Db, product: Insertable<Products>): Promise<string> {
  const { id } = await db.insertInto('products').values(product).returning('id').executeTakeFirstOrThrow();
  return id;
}

export function selectProductsOfSeller(db: Db, sellerId: string, after: Keyset | undefined) {
  return db
    .selectFrom('products')
    .selectAll('products')
    .select((select) => [
      sql<string>`created_at::text`.as('cursor_at'),
      select
        .selectFrom('live_bookings')
        .select('state')
        .whereRef('live_bookings.product_id', '=', 'products.id')
        .as('booking_state'),
    ])
    .where('seller_id', '=', sellerId)
    .where('status', '<>', 'removed')
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
}

/** Takes a seller's product for a change; the lock keeps bookings of it out until the change is done. */
export async function lockProductOfSeller(
  db: Db,
  id: string,
  sellerId: string,
): Promise<(ProductState & { advertised: boolean }) | undefined> {
  const row = await db
    .selectFrom('products')
    .select(['id', 'status', 'advertised'])
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)
    .where('status', '<>', 'removed')
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const paid = await db
    .selectFrom('live_bookings')
    .select('product_id')
    .where('product_id', '=', id)
    .where('state', '=', 'paid')
    .executeTakeFirst();
  return { status: row.status as ProductState['status'], advertised: row.advertised, paid: paid !== undefined };
}

export async function lockProduct(db: Db, id: string): Promise<void> {
  await db.selectFrom('products').select('id').where('id', '=', id).forUpdate().execute();
}

/** Sets a product's state; what is not unsold is not advertised either. */
export async function updateStatus(db: Db, id: string, status: ProductState['status']): Promise<void> {
  await db
    .updateTable('products')
    .set({
      status,
      sold_at: status === 'sold' ? sql`now()` : null,
      ...(status === 'unsold' ? {} : { advertised: false }),
    })
    .where('id', '=', id)
    .execute();
}

export async function updateAdvertised(db: Db, id: string, advertised: boolean): Promise<void> {
  await db.updateTable('products').set({ advertised }).where('id', '=', id).execute();
}

/** Marks an unsold product as sold; false when it was not unsold any more. */
export async function markUnsoldAsSold(db: Db, id: string): Promise<boolean> {
  const result = await db
    .updateTable('products')
    .set({ status: 'sold', sold_at: sql`now()`, advertised: false })
    .where('id', '=', id)
    .where('status', '=', 'unsold')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
