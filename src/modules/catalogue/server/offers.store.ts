import type { Db } from '#platform/database/database.ts';
import { type PageRequest, type PageRows, selectPreparedPage } from '#platform/database/keyset.ts';
import { runPrepared } from '#platform/database/prepared.ts';
import type { HoldWait } from '../contract.ts';
import type { ProductState } from '../listing.rules.ts';
import { COUNT_MAX_PRODUCTS } from '../rules.ts';
import { CORE_COLUMNS, type CoreRow, columnList, DETAIL_COLUMNS, type DetailRow } from './products.store.ts';

// The lists of every visit are prepared statements, which cost PostgreSQL half as much with one generic plan. It replans for
// each visible value, so values are in `(select $1)` and limits in the text (decision 21).

export interface Listed extends CoreRow {
  created_at: string;
  booked: boolean;
}

export interface Advertised extends CoreRow {
  created_at: string;
  category_id: string;
  seller_name: string;
  seller_verified: boolean;
}

export interface Offer extends DetailRow {
  created_at: string;
  phone: string;
  seller_id: string;
  seller_name: string;
  seller_email: string;
  seller_verified: boolean;
  advertised: boolean;
  booked: boolean;
}

const CORE = columnList(CORE_COLUMNS);

/** Whether a booking holds a product `p`, unpaid or paid. A hold that has run out is free. */
export const BOOKED = '(p.held_until > now()) is true';

/** Whether a passed deadline called off the sale of a product `p`: it is on offer before a job records that. */
export const LAPSED = "(p.status = 'sold' and exists (select from lapsed_sales l where l.product_id = p.id))";

/** The columns of an Offer, of a product `p`. */
export const OFFER_COLUMNS = `${columnList(DETAIL_COLUMNS)}, p.phone, p.seller_id, p.seller_name, p.seller_email, p.seller_verified,
  p.advertised, ${BOOKED} as booked`;

export const OFFERS_OF_CATEGORY = {
  name: 'offers',
  text: `select ${OFFER_COLUMNS} from products p where p.category_id = (select $1::uuid) and p.status = 'unsold'`,
};

/** Returns a page of a category's offers, newest first. */
export function selectOffers(db: Db, categoryId: string, page: PageRequest): Promise<PageRows<Offer>> {
  return selectPreparedPage<Offer>(db, OFFERS_OF_CATEGORY, [categoryId], page);
}

const OFFERS_OF_SELLER = {
  name: 'offers-of-seller',
  text: `select ${CORE}, ${BOOKED} as booked from products p where p.seller_id = (select $1::uuid) and p.status = 'unsold'`,
};

/** Returns a page of a seller's offers, newest first. */
export function selectOffersOfSeller(db: Db, sellerId: string, page: PageRequest): Promise<PageRows<Listed>> {
  return selectPreparedPage<Listed>(db, OFFERS_OF_SELLER, [sellerId], page);
}

const OFFER = {
  name: 'offer',
  text: `select ${OFFER_COLUMNS}, p.status, ${LAPSED} as lapsed, h.booking_id, h.hold_until, h.waits_for from products p
    left join product_holders h on h.product_id = p.id and h.buyer_id = $2 where p.id = $1`,
  instantsAsText: true,
};

interface OfferOfAnyStatus extends Offer {
  status: ProductState['status'];
  lapsed: boolean;
  /** The caller's unpaid booking, and its end. */
  booking_id: string | null;
  hold_until: string | null;
  waits_for: HoldWait | null;
}

/** Returns a product as its category lists it, on offer or not, with a person's own booking of it. */
export async function findOffer(db: Db, id: string, personId: string): Promise<OfferOfAnyStatus | undefined> {
  const [row] = await runPrepared<OfferOfAnyStatus>(db, OFFER, [id, personId]);
  return row;
}

const ADVERTISED = {
  name: 'advertised',
  text: `select ${CORE}, p.category_id, p.seller_name, p.seller_verified from products p where p.advertised and not ${BOOKED}`,
};

/** Returns a page of the advertised products that can be booked now, newest first. */
export function selectAdvertised(db: Db, page: PageRequest): Promise<PageRows<Advertised>> {
  return selectPreparedPage<Advertised>(db, ADVERTISED, [], page);
}

export interface CategoryRow {
  id: string;
  name: string;
  name_bn: string | null;
  photo: string;
  tone: string;
  count: number;
}

// Counted in the order of the index, or PostgreSQL may first collect all offers.
const CATEGORIES = {
  name: 'categories',
  text: `select c.id, c.name, c.name_bn, c.photo, c.tone, n.count from categories c
    cross join lateral (select count(*)::int as count from
      (select from products p where p.category_id = c.id and p.status = 'unsold'
        order by p.created_at desc limit ${COUNT_MAX_PRODUCTS}) as offered) as n
    order by c.position, c.id`,
};

/** Returns the categories with the number of products on offer, counted up to a limit. */
export function selectCategories(db: Db): Promise<CategoryRow[]> {
  return runPrepared<CategoryRow>(db, CATEGORIES);
}

const CATEGORY = { name: 'category', text: 'select 1 from categories where id = $1' };

/** Whether there is a category with this id. */
export async function categoryExists(db: Db, id: string): Promise<boolean> {
  return (await runPrepared(db, CATEGORY, [id])).length === 1;
}

const SITEMAP_SIZE = {
  name: 'sitemap-size',
  text: `select greatest(reltuples, 0)::float as estimate from pg_class where oid = 'products_on_offer_by_byte'::regclass`,
};

/** Returns about how many products are on offer, by PostgreSQL's statistics. An exact count would read each of them. */
export async function estimateOnOffer(db: Db): Promise<number> {
  const [row] = await runPrepared<{ estimate: number }>(db, SITEMAP_SIZE);
  return row?.estimate ?? 0;
}

const SITEMAP_PART = {
  name: 'sitemap-part',
  text: `select id from products where status = 'unsold' and get_byte(uuid_send(id), 15) between $1 and $2
    order by get_byte(uuid_send(id), 15), id limit $3`,
};

/** Returns the ids of products on offer whose last byte lies between two bytes, both included. */
export async function selectOnOfferByByte(db: Db, from: number, to: number, limit: number): Promise<string[]> {
  return (await runPrepared<{ id: string }>(db, SITEMAP_PART, [from, to, limit])).map(({ id }) => id);
}
