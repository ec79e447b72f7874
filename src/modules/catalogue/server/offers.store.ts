import type pg from 'pg';
import type { Keyset } from '#platform/database/keyset.ts';
import type { Reader } from '#platform/database/read-replica.ts';
import type { ProductState, Quality } from '../rules.ts';

// The lists that every visit asks for. As prepared statements they cost the database half as much, if it plans them once: a
// value it can look at, such as a large category or how long a page is, makes it plan for that value each time. So values stand
// behind a `(select $1)`, and limits, which are the store's own, in the text (decision 21).

export interface Listed {
  id: string;
  cursor_at: string;
  name: string;
  image: string;
  original_poisha: number;
  price_poisha: number;
  quality: Quality;
  category_id: string;
  location: string;
  created_at: Date;
  seller_name: string;
  verified: boolean;
}

export interface Offer extends Listed {
  description: string;
  years_used: number;
  phone: string;
  seller_id: string;
  seller_email: string;
  advertised: boolean;
  booked: boolean;
}

const LISTED = `p.id, p.created_at::text as cursor_at, p.name, p.image, p.original_poisha, p.price_poisha, p.quality,
  p.category_id, p.location, p.created_at, p.seller_name, p.seller_verified as verified`;

/** Whether a booking holds a product `p`, unpaid or paid. A hold that has run out is free. */
export const BOOKED = '(p.held_until > now()) is true';

const OFFER = `${LISTED}, p.description, p.years_used, p.phone, p.advertised, p.seller_id, p.seller_email,
  ${BOOKED} as booked`;

const OF_CATEGORY = `select ${OFFER} from products p
  where p.category_id = (select $1::uuid) and p.status = 'unsold'`;
const AFTER = 'and (p.created_at, p.id) < ((select $2::timestamptz), (select $3::uuid))';
const NEWEST = 'order by p.created_at desc, p.id desc limit';

/** What a category offers, newest first. */
export async function selectOffers(
  reader: Reader,
  categoryId: string,
  limit: number,
  after?: Keyset,
): Promise<Offer[]> {
  return (await reader.query<Offer>(offersQuery(categoryId, limit, after))).rows;
}

export function offersQuery(categoryId: string, limit: number, after?: Keyset) {
  return after
    ? {
        name: `offers-after-${limit}`,
        text: `${OF_CATEGORY} ${AFTER} ${NEWEST} ${limit}`,
        values: [categoryId, after.at, after.id],
      }
    : { name: `offers-${limit}`, text: `${OF_CATEGORY} ${NEWEST} ${limit}`, values: [categoryId] };
}

const OF_IDS = {
  name: 'offers-of-ids',
  text: `select ${OFFER} from products p
    where p.id = any ($1::uuid[]) and p.status = 'unsold'`,
};

/** What of these is on offer, in no order. */
export async function selectOffersOfIds(reader: Reader, ids: readonly string[]): Promise<Offer[]> {
  return (await reader.query<Offer>({ ...OF_IDS, values: [ids] })).rows;
}

const OF_SELLER = `select ${LISTED}, ${BOOKED} as booked
  from products p where p.seller_id = (select $1::uuid) and p.status = 'unsold'`;

/** What a seller has on sale, newest first. */
export async function selectListedOfSeller(
  pool: pg.Pool,
  sellerId: string,
  limit: number,
  after?: Keyset,
): Promise<(Listed & { booked: boolean })[]> {
  const query = after
    ? {
        name: `listed-of-seller-after-${limit}`,
        text: `${OF_SELLER} ${AFTER} ${NEWEST} ${limit}`,
        values: [sellerId, after.at, after.id],
      }
    : { name: `listed-of-seller-${limit}`, text: `${OF_SELLER} ${NEWEST} ${limit}`, values: [sellerId] };
  return (await pool.query<Listed & { booked: boolean }>(query)).rows;
}

const ONE = {
  name: 'offer',
  text: `select ${OFFER}, p.status from products p where p.id = $1`,
};

/** One product as a category's page has it, whether or not it is still on offer. */
export async function findOffer(
  pool: pg.Pool,
  id: string,
): Promise<(Offer & { status: ProductState['status'] }) | undefined> {
  return (await pool.query<Offer & { status: ProductState['status'] }>({ ...ONE, values: [id] })).rows[0];
}

const ADVERTISED = `select ${LISTED} from products p
  where p.advertised and not ${BOOKED}`;

/** What is advertised and can be booked now, newest first. */
export async function selectAdvertised(reader: Reader, limit: number): Promise<Listed[]> {
  const query = { name: `advertised-${limit}`, text: `${ADVERTISED} ${NEWEST} ${limit}` };
  return (await reader.query<Listed>(query)).rows;
}

export interface CategoryRow {
  id: string;
  name: string;
  name_bn: string | null;
  photo: string;
  tone: string;
  count: number;
}

/**
 * Things on offer are counted up to this: an exact count of a large category costs more than its page. Counted in the order
 * of the index, or the database may first gather all that there is.
 */
export const COUNT_CAP = 1000;

const CATEGORIES = {
  name: 'categories',
  text: `select c.id, c.name, c.name_bn, c.photo, c.tone, n.count from categories c
    cross join lateral (select count(*)::int as count from
      (select from products p where p.category_id = c.id and p.status = 'unsold'
        order by p.created_at desc limit ${COUNT_CAP}) as offered) as n
    order by c.position, c.id`,
};

export async function selectCategories(reader: Reader): Promise<CategoryRow[]> {
  return (await reader.query<CategoryRow>(CATEGORIES)).rows;
}

export async function categoryExists(pool: pg.Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'category',
    text: 'select from categories where id = $1',
    values: [id],
  });
  return rowCount === 1;
}
