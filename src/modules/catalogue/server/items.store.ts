import type pg from 'pg';
import type { ProductState, Quality } from '../rules.ts';
import { BOOKED, COUNT_CAP } from './offers.store.ts';

export interface ItemRow {
  id: string;
  name: string;
  image: string;
  /** Those that can be shown, in order. */
  photos: { id: string; width: number; height: number }[];
  original_poisha: number;
  price_poisha: number;
  quality: Quality;
  years_used: number;
  category_id: string;
  category_name: string;
  category_name_bn: string | null;
  location: string;
  description: string;
  created_at: Date;
  status: ProductState['status'];
  booked: boolean;
  seller_id: string;
  seller_name: string;
  /** Their account is gone. */
  seller_erased: boolean;
  verified: boolean;
  since: string;
  sold: number;
}

const SINCE = `to_char(s.created_at at time zone 'Asia/Dhaka', 'YYYY-MM') as since`;

const ON_SALE = `(select count(*)::int from (select from products m where m.seller_id = s.id and m.status = 'unsold'
  order by m.created_at desc limit ${COUNT_CAP}) as counted)`;
const SOLD = `(select count(*)::int from
  (select from products m where m.seller_id = s.id and m.status = 'sold' limit ${COUNT_CAP}) as counted)`;

const ITEM = {
  name: 'item',
  text: `select p.id, p.name, p.image, p.original_poisha, p.price_poisha, p.quality, p.years_used, p.location,
      p.description, p.created_at, p.status, p.category_id, c.name as category_name, c.name_bn as category_name_bn,
      (select coalesce(json_agg(json_build_object('id', f.id, 'width', f.width, 'height', f.height) order by f.position), '[]')
        from photos f where f.product_id = p.id and f.state = 'ready') as photos,
      ${BOOKED} as booked,
      p.seller_id, p.seller_name, s.status = 'erased' as seller_erased, p.seller_verified as verified,
      ${SINCE}, ${SOLD} as sold
    from products p join categories c on c.id = p.category_id join users s on s.id = p.seller_id
    where p.id = $1`,
};

/** A product for its own page, whatever has become of it. */
export async function findItem(pool: pg.Pool, id: string): Promise<ItemRow | undefined> {
  return (await pool.query<ItemRow>({ ...ITEM, values: [id] })).rows[0];
}

export interface SellerRow {
  id: string;
  name: string;
  verified: boolean;
  since: string;
  on_sale: number;
  sold: number;
}

const SELLER = {
  name: 'seller',
  text: `select s.id, s.name, s.verified_at is not null as verified, ${SINCE},
      ${ON_SALE} as on_sale, ${SOLD} as sold
    from users s where s.id = $1 and s.role = 'seller' and s.status = 'active'`,
};

export async function findSeller(pool: pg.Pool, id: string): Promise<SellerRow | undefined> {
  return (await pool.query<SellerRow>({ ...SELLER, values: [id] })).rows[0];
}
