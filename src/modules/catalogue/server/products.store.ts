import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { ERASED_NAME, erasedEmail } from '#modules/identity/name.rules.ts';
import type { Db } from '#platform/database/database.ts';
import type { Products } from '#platform/database/database.types.ts';
import { type Keyset, keysetCondition, type PageRequest, selectPage } from '#platform/database/keyset.ts';
import type { OwnState, ProductState } from '../listing.rules.ts';
import type { Quality } from '../rules.ts';

/** The columns of productCore (contract.ts), which every view of a product selects. */
export const CORE_COLUMNS = [
  'id',
  'name',
  'image',
  'quality',
  'original_poisha',
  'price_poisha',
  'location',
  'created_at',
] as const;

/** The columns of productDetails (contract.ts). */
export const DETAIL_COLUMNS = [...CORE_COLUMNS, 'category_id', 'description', 'years_used'] as const;

/** Returns columns of a product `p` for the text of a statement. */
export function columnList(columns: readonly string[]): string {
  return columns.map((column) => `p.${column}`).join(', ');
}

export interface CoreRow {
  id: string;
  name: string;
  image: string;
  quality: Quality;
  original_poisha: number;
  price_poisha: number;
  location: string;
  /** Text where the statement is prepared with instantsAsText. */
  created_at: Date | string;
}

export type DetailRow = CoreRow & Pick<Selectable<Products>, Exclude<(typeof DETAIL_COLUMNS)[number], keyof CoreRow>>;

/** Inserts a product. Returns its id. */
export async function insertProduct(db: Db, product: Insertable<Products>): Promise<string> {
  const { id } = await db.insertInto('products').values(product).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Whether a paid booking of a product stands. */
const PAID = sql<boolean>`(held_until = 'infinity') is true`;
/** Whether an unpaid booking holds a product, within its time. */
const HELD = sql<boolean>`(held_until > now() and held_until < 'infinity') is true`;

// The states below are literals, because one plan for all values uses a partial index for a literal only.
function productsOfSeller(db: Db, sellerId: string) {
  return db
    .selectFrom('products')
    .select(DETAIL_COLUMNS)
    .select(['phone', 'status', 'advertised', 'cash'])
    .select((select) => [
      PAID.as('paid'),
      HELD.as('booked'),
      jsonObjectFrom(
        select
          .selectFrom('product_holders as h')
          .select(['h.buyer_name as name', 'h.hold_until as until', 'h.waits_for as waitsFor'])
          .whereRef('h.product_id', '=', 'products.id'),
      ).as('holder'),
      jsonArrayFrom(
        select
          .selectFrom('photos')
          .select(['photos.id', 'photos.state', 'photos.refusal'])
          .whereRef('photos.product_id', '=', 'products.id')
          .orderBy('photos.position'),
      ).as('photos'),
    ])
    .where('seller_id', '=', sellerId)
    .where('status', '<>', sql.lit('removed'));
}

/** Returns a page of a seller's products that are not removed, newest first: those in a state, with `q` in their name. */
export function selectProductsOfSeller(
  db: Db,
  sellerId: string,
  { state, q }: { state?: OwnState | undefined; q?: string | undefined },
  page: PageRequest,
) {
  const products = productsOfSeller(db, sellerId)
    .$if(state === 'free', (query) =>
      query.where('status', '=', sql.lit('unsold')).where(sql<boolean>`(held_until > now()) is not true`),
    )
    // Held products are few, so they are found through their bookings.
    .$if(state === 'booked', (query) =>
      query
        .where('status', '=', sql.lit('unsold'))
        .where(
          'id',
          '=',
          sql<string>`any(array(select product_id from product_holders where seller_id = ${sellerId}))`,
        ),
    )
    .$if(state === 'sold', (query) => query.where('status', '=', sql.lit('sold')))
    .$if(Boolean(q), (query) => query.where('name', 'ilike', `%${(q ?? '').replace(/[\\%_]/g, '\\$&')}%`));
  return selectPage(db, products, ['created_at', 'id'], page);
}

/** Finds a product of a seller that is not removed, with its holder and photos. */
export function findProductOfSeller(db: Db, id: string, sellerId: string) {
  return productsOfSeller(db, sellerId).where('id', '=', id).executeTakeFirst();
}

export type OwnProduct = NonNullable<Awaited<ReturnType<typeof findProductOfSeller>>>;

/** Returns all products of a seller for the file of their data, oldest first. */
export function selectListingData(db: Db, sellerId: string) {
  return db
    .selectFrom('products')
    .innerJoin('categories', 'categories.id', 'products.category_id')
    .select(DETAIL_COLUMNS.map((column) => `products.${column}` as const))
    .select(['phone', 'cash', 'status', 'advertised', 'sold_at', 'categories.name as category'])
    .where('products.seller_id', '=', sellerId)
    .orderBy('products.created_at')
    .execute();
}

export type ListingDataRow = Awaited<ReturnType<typeof selectListingData>>[number];

export interface LockedProduct extends ProductState {
  sellerId: string;
  image: string;
  advertised: boolean;
  pricePoisha: number;
  /** An unpaid booking holds it. */
  booked: boolean;
}

/** Locks a product against bookings and returns it; with `sellerId` only if it is that seller's. */
export async function lockListed(db: Db, id: string, sellerId?: string): Promise<LockedProduct | undefined> {
  const row = await db
    .selectFrom('products')
    .select(['seller_id as sellerId', 'status', 'image', 'advertised', 'price_poisha as pricePoisha'])
    .select([PAID.as('paid'), HELD.as('booked')])
    .where('id', '=', id)
    .$if(sellerId !== undefined, (query) => query.where('seller_id', '=', sellerId ?? ''))
    .where('status', '<>', 'removed')
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, status: row.status as ProductState['status'] };
}

/** Locks a product for an update until the transaction ends, whatever its status. */
export async function lockProduct(db: Db, id: string): Promise<void> {
  await db.selectFrom('products').select('id').where('id', '=', id).forUpdate().execute();
}

/** Locks all products of a seller, in the order of their ids. */
export function lockAllOfSeller(db: Db, sellerId: string): Promise<{ id: string; status: string }[]> {
  return db
    .selectFrom('products')
    .select(['id', 'status'])
    .where('seller_id', '=', sellerId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** A seller as their products' rows name them. */
export interface SellerColumns {
  name: string;
  email: string;
  verified: boolean;
}

/**
 * Copies a seller's name, e-mail and verification to their next `limit` products, which it locks by id. Returns the
 * keyset for the next call; undefined at the end.
 */
export async function updateSellerColumns(
  db: Db,
  sellerId: string,
  { name, email, verified }: SellerColumns,
  limit: number,
  after: Keyset | undefined,
): Promise<Keyset | undefined> {
  const condition = after ? sql`and ${keysetCondition(sql`created_at, id`, after)}` : sql``;
  const { rows } = await sql<Keyset>`
    with next as materialized (select id, created_at from products
      where seller_id = ${sellerId} and status <> 'removed' ${condition} order by created_at desc, id desc limit ${limit}),
    stale as materialized (select id from products where id = any (array(select id from next))
      and (seller_name, seller_email, seller_verified) is distinct from (${name}, ${email}, ${verified}::boolean)
      order by id for no key update),
    updated as (update products set seller_name = ${name}, seller_email = ${email}, seller_verified = ${verified}
      where id = any (array(select id from stale)))
    select created_at::text as at, id from next order by created_at, id`.execute(db);
  return rows.length < limit ? undefined : rows[0];
}

/** Locks the next products of a seller, in the order of their ids. Returns the ids. */
export async function lockNextOfSeller(db: Db, sellerId: string, limit: number, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}

/** Deletes those of some products that no booking, wish or report refers to. The offset makes PostgreSQL look for each. */
export async function deleteUnrecorded(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from products where id = any(${ids}::uuid[])
    and not exists (select from products_on_record r where r.product_id = products.id offset 0)`.execute(db);
}

/** Removes a seller's unsold products, and deletes the texts, names and addresses of all. */
export async function updateProductsOfErased(db: Db, sellerId: string): Promise<void> {
  await db
    .updateTable('products')
    .set({
      status: sql`case status when 'unsold' then 'removed' else status end`,
      advertised: false,
      description: '',
      phone: '',
      location: '',
      seller_name: ERASED_NAME,
      seller_email: erasedEmail(sellerId),
      seller_verified: false,
      // A URL on a site of the seller may identify the seller.
      image: sql`case when image ~ '^https?://' then '' else image end`,
    })
    .where('seller_id', '=', sellerId)
    .execute();
}

/** Sets a product's status. Only an unsold product stays advertised; a removed one loses phone and location. */
export async function updateStatus(db: Db, id: string, status: ProductState['status']): Promise<void> {
  await db
    .updateTable('products')
    .set({
      status,
      sold_at: status === 'sold' ? sql`now()` : null,
      ...(status === 'unsold' ? {} : { advertised: false }),
      ...(status === 'removed' ? { phone: '', location: '' } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** Puts a product on the home page, or takes it off. */
export async function updateAdvertised(db: Db, id: string, advertised: boolean): Promise<void> {
  await db.updateTable('products').set({ advertised }).where('id', '=', id).execute();
}

/** Replaces a product's image where it is still `from`; false when it is not. */
export async function updateImage(
  db: Db,
  { productId, from, to }: { productId: string; from: string; to: string },
): Promise<boolean> {
  const result = await db
    .updateTable('products')
    .set({ image: to })
    .where('id', '=', productId)
    .where('image', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Updates the columns of a listing; undefined columns stay. */
export async function updateListing(db: Db, id: string, changes: Updateable<Products>): Promise<void> {
  await db.updateTable('products').set(changes).where('id', '=', id).execute();
}

/** Marks an unsold product as sold. Returns false for a product that is not unsold. */
export async function markUnsoldAsSold(db: Db, id: string): Promise<boolean> {
  const result = await db
    .updateTable('products')
    .set({ status: 'sold', sold_at: sql`now()`, advertised: false })
    .where('id', '=', id)
    .where('status', '=', 'unsold')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Marks a sold product as unsold. Does nothing for a product that is not sold. */
export async function markSoldAsUnsold(db: Db, id: string): Promise<void> {
  await db
    .updateTable('products')
    .set({ status: 'unsold', sold_at: null })
    .where('id', '=', id)
    .where('status', '=', 'sold')
    .execute();
}
