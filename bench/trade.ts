import type pg from 'pg';

/** One buyer to so many things. */
const THINGS_OF_A_BUYER = 20;

/**
 * Gives a filled catalogue its trade: most of what is sold was booked and paid for here, one of a hundred things on offer is
 * held right now, and of all things a tenth was once booked and not paid for. The same things each time.
 */
export async function fillTrade(client: pg.Client, products: number): Promise<void> {
  await client.query(
    `with added as (
       insert into users (email, name, role) select 'customer' || n || '@bench.test', 'Customer ' || n, 'buyer'
       from generate_series(1, $1::int) n returning id, email)
     select id, row_number() over (order by email) as n into temp customers from added`,
    [Math.max(10, Math.ceil(products / THINGS_OF_A_BUYER))],
  );
  await client.query('create index on customers (n)');
  await client.query('analyze customers');
  // Row by row they check what each of these is made to fulfil.
  await client.query('alter table bookings disable trigger user');
  await client.query(BOOKINGS);
  await client.query('alter table bookings enable trigger user');
}

const BOOKINGS = `
  with thing as (
    select p.*, (hashtext(id::text) & 2147483647) % 1000 as chance, (hashtext('buyer' || id) & 2147483647) as buyer
    from products p),
  trade as (
    select *, 'paid' as becomes, sold_at as paid, null::timestamptz as held from thing where status = 'sold' and chance < 700
    union all
    select *, 'held', null, now() + interval '1 year' from thing where status = 'unsold' and chance < 10
    union all
    select *, 'expired', null, null from thing where chance >= 900)
  insert into bookings (product_id, seller_id, buyer_id, item_name, item_image, price_poisha, phone, pickup, state, paid_at,
    hold_until, created_at)
  select t.id, t.seller_id, c.id, t.name, t.image, t.price_poisha, '01712345678', t.location, t.becomes, t.paid, t.held,
    t.created_at + interval '1 day'
  from trade t join customers c on c.n = 1 + t.buyer % (select max(n) from customers)`;
