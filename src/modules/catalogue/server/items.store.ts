import type { Db } from '#platform/database/database.ts';
import { runPrepared } from '#platform/database/prepared.ts';
import type { ProductState } from '../listing.rules.ts';
import { COUNT_MAX_PRODUCTS } from '../rules.ts';
import { BOOKED, LAPSED } from './offers.store.ts';
import { columnList, DETAIL_COLUMNS, type DetailRow } from './products.store.ts';

export interface ItemRow extends DetailRow {
  created_at: string;
  /** Photos that can be shown, in order. */
  photos: { id: string; width: number; height: number }[];
  category_name: string;
  category_name_bn: string | null;
  status: ProductState['status'];
  lapsed: boolean;
  booked: boolean;
  seller_id: string;
  seller_name: string;
  seller_verified: boolean;
  seller_erased: boolean;
  since: string;
  sold: number;
}

const SINCE = `to_char(s.created_at at time zone 'Asia/Dhaka', 'YYYY-MM') as since`;

const ON_SALE = `(select count(*)::int from (select from products m where m.seller_id = s.id and m.status = 'unsold'
  order by m.created_at desc limit ${COUNT_MAX_PRODUCTS}) as counted)`;
const SOLD = `(select count(*)::int from
  (select from products m where m.seller_id = s.id and m.status = 'sold' limit ${COUNT_MAX_PRODUCTS}) as counted)`;

export const ITEM = {
  name: 'item',
  text: `select ${columnList(DETAIL_COLUMNS)}, p.status, ${LAPSED} as lapsed,
      c.name as category_name, c.name_bn as category_name_bn,
      (select coalesce(json_agg(json_build_object('id', f.id, 'width', f.width, 'height', f.height) order by f.position), '[]')
        from photos f where f.product_id = p.id and f.state = 'ready') as photos,
      ${BOOKED} as booked,
      p.seller_id, p.seller_name, p.seller_verified, s.status = 'erased' as seller_erased, ${SINCE}, ${SOLD} as sold
    from products p join categories c on c.id = p.category_id join users s on s.id = p.seller_id
    where p.id = $1`,
  instantsAsText: true,
};

/** Returns a product of any status for its page. */
export async function findItem(db: Db, id: string): Promise<ItemRow | undefined> {
  const [row] = await runPrepared<ItemRow>(db, ITEM, [id]);
  return row;
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
  text: `select s.id, s.name, r.verified_at is not null as verified, ${SINCE},
      ${ON_SALE} as on_sale, ${SOLD} as sold
    from users s join user_roles r on r.user_id = s.id and r.role = 'seller' where s.id = $1`,
};

/** Finds a seller with the numbers of their items on sale and sold. */
export async function findSeller(db: Db, id: string): Promise<SellerRow | undefined> {
  const [row] = await runPrepared<SellerRow>(db, SELLER, [id]);
  return row;
}
