import type pg from 'pg';

const PRODUCTS_PER_BUYER_COUNT = 20;

/**
 * Adds bookings to a filled catalogue, the same ones each time: most sold products were paid here, 1 % of the unsold
 * ones are held, 10 % of all have an expired booking.
 */
export async function fillBookings(client: pg.Client, products: number): Promise<void> {
  await client.query(
    `with added as (
       insert into users (email, name) select 'customer' || n || '@bench.test', 'Customer ' || n
       from generate_series(1, $1::int) n returning id, email),
     buyers as (insert into user_roles (user_id, role) select id, 'buyer' from added)
     select id, row_number() over (order by email) as n into temp customers from added`,
    [Math.max(10, Math.ceil(products / PRODUCTS_PER_BUYER_COUNT))],
  );
  await client.query('create index on customers (n)');
  await client.query('analyze customers');
  // The triggers check row by row, and these rows are valid.
  await client.query('alter table bookings disable trigger user');
  await client.query(BOOKINGS);
  await client.query('alter table bookings enable trigger user');
}

const BOOKINGS = `
  with product as (
    select p.*, (hashtext(id::text) & 2147483647) % 1000 as draw, (hashtext('buyer' || id) & 2147483647) as buyer
    from products p),
  trade as (
    select *, 'completed' as becomes, sold_at as paid, null::timestamptz as held from product where status = 'sold' and draw < 700
    union all
    select *, 'held', null, now() + interval '1 year' from product where status = 'unsold' and draw < 10
    union all
    select *, 'expired', null, null from product where draw >= 900)
  insert into bookings (product_id, seller_id, buyer_id, item_name, item_image, price_poisha, phone, pickup, state, paid_at,
    method, hold_until, created_at)
  select t.id, t.seller_id, c.id, t.name, t.image, t.price_poisha, '01712345678', t.location, t.becomes, t.paid,
    case when t.paid is not null then 'card' end, t.held,
    t.created_at + interval '1 day'
  from trade t join customers c on c.n = 1 + t.buyer % (select max(n) from customers)`;

/** Inserts a full page of orders of a buyer. */
export async function addOrders(db: pg.Client, buyer: string): Promise<void> {
  await db.query(
    `insert into bookings (product_id, seller_id, buyer_id, item_name, item_image, price_poisha, phone, pickup, state, created_at)
     select id, seller_id, $1, name, image, price_poisha, '01712345678', location, 'expired', created_at from products
     where status = 'unsold' order by id desc limit 30`,
    [buyer],
  );
  // Otherwise autovacuum changes the plan during the measurements.
  await db.query('analyze bookings, users');
}
