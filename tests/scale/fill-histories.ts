import type pg from 'pg';
import type { Cast } from '../support/cast.ts';
import { run } from './fill.ts';

/** The products of the deleted seller. */
const DELETED_SELLER_MAX_PRODUCTS = 500;

const GUARDED = ['bookings', 'photos', 'products'];

/**
 * Adds many rows to each person of a test, so that a statement that reads all of them is noticed: products, photos and
 * buyers of a seller, products of a deleted seller; bookings, wishes and reports of a buyer; audit entries of an
 * admin.
 */
export async function fillHistories(
  pool: pg.Pool,
  { seller, otherSeller, buyer, admin, categoryId }: Cast,
  many: number,
): Promise<void> {
  // Rows that are rarer in a store.
  const few = Math.ceil(many / 4);
  const ago = `now() - make_interval(hours => n::int)`;
  const products = `(select *, row_number() over (order by id) as n from products where status = 'unsold' and seller_id not in ('${seller.id}', '${otherSeller.id}') order by id limit ${many})`;
  await run(
    pool,
    ...GUARDED.map((table) => `alter table ${table} disable trigger user`),
    `insert into products (seller_id, category_id, name, description, image, original_poisha, price_poisha, quality, years_used,
        location, phone, status, sold_at, advertised, created_at)
      select s.id, '${categoryId}', name, description, image, original_poisha, price_poisha, quality, years_used, location, phone,
        case when n % 4 = 0 then 'sold' else 'unsold' end, case when n % 4 = 0 then now() end, n % 20 = 1, ${ago}
      from ${products} as t join (values ('${seller.id}'::uuid, ${many}), ('${otherSeller.id}', ${DELETED_SELLER_MAX_PRODUCTS})) as s (id, most) on n <= most`,
    `insert into photos (owner_id, product_id, position, state, width, height, delete_after)
      select seller_id, id, 0, 'ready', 1280, 960, null from products where seller_id = '${seller.id}'`,
    `insert into bookings (product_id, seller_id, buyer_id, item_name, item_image, price_poisha, phone, pickup, state, created_at)
      select id, seller_id, '${buyer.id}', name, image, price_poisha, '01712345678', 'Mirpur', 'expired', ${ago}
      from (select *, row_number() over (order by id) as n from products where seller_id = '${seller.id}') as p`,
    `insert into wishes (buyer_id, product_id, saved_poisha, created_at) select '${buyer.id}', id, price_poisha, ${ago} from ${products} as t`,
    `insert into reports (case_id, product_id, reporter_id, reason, created_at)
      select id, product_id, '${buyer.id}', 'The picture shows another one.', ${ago}
      from (select *, row_number() over (order by id) as n from report_cases limit ${few}) as c`,
    // Many reports of one product.
    `insert into reports (case_id, product_id, reporter_id, reason, created_at) select c.id, c.product_id, u.id, 'The picture shows another one.', ${ago}
      from (select user_id as id, row_number() over (order by user_id) as n from user_roles where role = 'buyer' limit ${many}) as u
      cross join (select * from report_cases where decided_at is null order by opened_at desc limit 1) as c on conflict do nothing`,
    `insert into contact_messages (name, email, subject, message, created_at)
      select 'Ayesha', '${buyer.email}', 'other', 'Do you deliver to Sylhet?', ${ago} from generate_series(1, ${few}) as n`,
    `update accounts set email_verified = true where email = '${buyer.email}'`,
    `insert into admin_acts (at, admin_id, request_id, act, target_id)
      select ${ago}, '${admin.id}', 'req-' || n, 'keep-listing', id from ${products} as t where n <= ${few}`,
    `insert into sessions (account_id, token, expires_at) select account_id, 'heavy' || n, now() + interval '1 day'
      from users, generate_series(1, ${Math.min(many, 500)}) as n where id = '${buyer.id}'`,
    ...GUARDED.map((table) => `alter table ${table} enable trigger user`),
    'vacuum analyze',
  );
}
