import type pg from 'pg';

const SALES_COUNT = 60;
const PAYOUTS_COUNT = 30;
/** The e-mail address of a seller of this trade. */
const TRADER = 'trader.%@bench.test';

/**
 * Inserts more than a page of each list of the trade: sales of the seller to the buyer, half of them released and half disputed, and
 * due payouts. The triggers check row by row, and these rows are valid.
 */
export async function addTrade(db: pg.Client, sellerId: string, buyerId: string): Promise<void> {
  await unchecked(db, async () => {
    await db.query(PRODUCTS, [sellerId, SALES_COUNT]);
    await db.query(SALES, [sellerId, buyerId]);
    await db.query(DISPUTES, [sellerId]);
    await db.query(RELEASES, [sellerId]);
    await db.query(LINES, [sellerId]);
    await db.query(
      `insert into payouts (seller_id, amount_poisha, kind, account, state_at)
       select $1, 50000, 'bkash', '01712345678', now() - make_interval(mins => n) from generate_series(1, $2::int) n`,
      [sellerId, PAYOUTS_COUNT],
    );
    await db.query(PAYOUT_ENTRIES, [sellerId]);
    await db.query(`insert into ledger_months select * from ledger_month_sums where account = 'seller:' || $1`, [
      sellerId,
    ]);
    await db.query(
      `insert into payout_accounts (user_id, kind, account, payable_from) values ($1, 'bkash', '01712345678', now())`,
      [sellerId],
    );
  });
  await db.query('analyze products, bookings, disputes, ledger_transactions, ledger_lines, payouts');
}

/** Deletes the rows that addTrade inserted for all sellers. */
export async function clearTrade(db: pg.Client): Promise<void> {
  await unchecked(db, async () => {
    for (const table of ['disputes', 'ledger_months', 'ledger_lines', 'ledger_transactions', 'payouts'])
      await db.query(`delete from ${table}`);
    for (const table of ['bookings', 'products'])
      await db.query(`delete from ${table} where seller_id in (select id from users where email like '${TRADER}')`);
  });
}

const UNCHECKED = [
  'products',
  'bookings',
  'disputes',
  'ledger_transactions',
  'ledger_lines',
  'ledger_months',
  'payouts',
];

async function unchecked(db: pg.Client, work: () => Promise<void>): Promise<void> {
  for (const table of UNCHECKED) await db.query(`alter table ${table} disable trigger user`);
  await work();
  for (const table of UNCHECKED) await db.query(`alter table ${table} enable trigger user`);
}

const PRODUCTS = `
  insert into products (seller_id, category_id, name, description, image, original_poisha, price_poisha, quality, years_used, location,
    phone, status, sold_at, created_at)
  select $1, category_id, name, description, image, original_poisha, price_poisha, quality, years_used, location, phone, 'sold', now(),
    created_at
  from products where status = 'unsold' order by id limit $2`;
const SALES = `
  insert into bookings (product_id, seller_id, buyer_id, item_name, item_image, price_poisha, phone, pickup, state, method, paid_at,
    handed_over_at, inspect_until, pickup_until, pickup_ends_at, created_at)
  select id, $1, $2, name, image, price_poisha, '01712345678', location, case when n % 2 = 0 then 'completed' else 'disputed' end,
    'card', now() - n * interval '1 hour', now() - n * interval '1 hour', now(), now(), now(), now() - n * interval '2 hours'
  from (select *, row_number() over (order by id) as n from products where seller_id = $1) p`;
const DISPUTES = `
  insert into disputes (booking_id, seller_id, buyer_id, price_poisha, currency, reason, state, since, until, answer_minutes,
    return_minutes, opened_at)
  select id, seller_id, buyer_id, price_poisha, currency, 'damaged', 'decision', paid_at, null, 4320, 10080, paid_at
  from bookings where seller_id = $1 and state = 'disputed'`;
const RELEASES = `
  insert into ledger_transactions (kind, booking_id, amount_poisha, at)
  select 'release', id, price_poisha, paid_at from bookings where seller_id = $1 and state = 'completed'`;
const LINES = `
  insert into ledger_lines (transaction_id, account, amount_poisha)
  select t.id, account, amount from ledger_transactions t join bookings b on b.id = t.booking_id and b.seller_id = $1,
    lateral (values ('held:' || b.id, t.amount_poisha), ('seller:' || b.seller_id, -t.amount_poisha)) as l (account, amount)`;
const PAYOUT_ENTRIES = `
  with booked as (
    insert into ledger_transactions (kind, ref, amount_poisha, at)
    select 'payout', id::text, amount_poisha, state_at from payouts where seller_id = $1 returning id, ref, amount_poisha)
  insert into ledger_lines (transaction_id, account, amount_poisha)
  select id, account, amount from booked,
    lateral (values ('seller:' || $1::uuid, amount_poisha), ('payouts:' || ref, -amount_poisha)) as l (account, amount)`;
