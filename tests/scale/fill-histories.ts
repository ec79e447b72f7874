import type pg from 'pg';
import type { TestPeople } from '../support/test-people.ts';
import { run } from './fill.ts';
import { capturesOf, disputesOf, payoutEntriesOf, releasesOf, stepsOf, TRADE_TABLES, wordsOf } from './fill-trade.ts';

/** The products of the deleted seller. */
const DELETED_SELLER_MAX_PRODUCTS = 500;

const GUARDED = [...TRADE_TABLES, 'photos', 'products'];

const MONTH_HOURS = 720;
/** Time between two rows of one person, so that the bookings of a month are a small part of all. */
const ROW_INTERVAL_HOURS = 4;

/** One sale of this number is in its inspection. */
const SALES_PER_HOLD_COUNT = 100;

/**
 * Adds many rows to each person of a test, so that a statement that reads all of them is noticed: products, photos,
 * buyers and sales of a seller, products of a deleted seller; bookings, disputes, wishes and reports of a buyer; audit
 * entries and payouts of an admin.
 */
export async function fillHistories(
  pool: pg.Pool,
  { seller, otherSeller, buyer, admin, categoryId }: TestPeople,
  many: number,
): Promise<void> {
  // Rows that are rarer in a store.
  const few = Math.ceil(many / 4);
  const ago = `now() - make_interval(hours => ${ROW_INTERVAL_HOURS} * n::int)`;
  const products = `(select *, row_number() over (order by id) as n from products where status = 'unsold' and seller_id not in ('${seller.id}', '${otherSeller.id}') order by id limit ${many})`;
  await run(
    pool,
    ...GUARDED.map((table) => `alter table ${table} disable trigger user`),
    `insert into products (seller_id, category_id, name, description, image, original_poisha, price_poisha, quality, years_used,
        location, phone, status, sold_at, advertised, created_at)
      select s.id, '${categoryId}', name, description, image, original_poisha, price_poisha, quality, years_used, location, phone,
        case when is_sold then 'sold' else 'unsold' end, case when is_sold then now() end, n % 20 = 1 and not is_sold, ${ago}
      from ${products} as t join (values ('${seller.id}'::uuid, ${many}, false), ('${seller.id}', ${many}, true),
        ('${otherSeller.id}', ${DELETED_SELLER_MAX_PRODUCTS}, false)) as s (id, most, is_sold) on n <= most`,
    `insert into photos (owner_id, product_id, position, state, width, height, delete_after)
      select seller_id, id, 0, 'ready', 1280, 960, null from products where seller_id = '${seller.id}' and status = 'unsold'`,
    `insert into bookings (product_id, seller_id, buyer_id, item_name, item_image, price_poisha, phone, pickup, state, created_at)
      select id, seller_id, '${buyer.id}', name, image, price_poisha, '01712345678', 'Mirpur', 'expired', ${ago}
      from (select *, row_number() over (order by id) as n from products where seller_id = '${seller.id}' and status = 'unsold') as p`,
    ...salesOf(seller.id, buyer.id, admin.id, { sales: many, payouts: few }),
    // Longer ago than those that count against cash.
    `insert into no_shows (booking_id, absent, person_id, reported_at, contradict_until)
      select id, 'buyer', buyer_id, created_at - interval '100 days', created_at - interval '98 days'
      from bookings where buyer_id = '${buyer.id}' and state = 'expired'`,
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

/** Returns the statements that insert a seller's sales to one buyer: with disputes, and with payouts of all their money. */
function salesOf(
  sellerId: string,
  buyerId: string,
  adminId: string,
  { sales, payouts }: Record<'sales' | 'payouts', number>,
): string[] {
  const own = `seller_id = '${sellerId}'`;
  const numbered = `(select *, row_number() over (order by created_at desc) as n from bookings where ${own} and paid_at is not null)`;
  return [
    `insert into bookings (product_id, seller_id, buyer_id, item_name, item_image, price_poisha, phone, pickup, state, created_at, method, paid_at,
        handed_over_at, inspect_until)
      select id, seller_id, '${buyerId}', name, image, price_poisha, '01712345678', 'Mirpur',
        case when n % ${SALES_PER_HOLD_COUNT} = 1 then 'handed_over' else 'completed' end, created_at, 'card', created_at, created_at,
        case when n % ${SALES_PER_HOLD_COUNT} = 1 then now() + interval '3 days' else created_at end
      from (select *, row_number() over (order by created_at desc) as n from products where ${own} and status = 'sold') as p`,
    `insert into receipts (booking_id) select id from bookings where ${own} and paid_at is not null order by paid_at, id`,
    `insert into payments (booking_id, amount_poisha, currency, intent, state, created_at, updated_at, made_sale)
      select id, price_poisha, currency, 'pi_sale' || lpad(n::text, 8, '0'), 'succeeded', created_at, created_at, true from ${numbered} as b`,
    capturesOf(`b.${own} and b.paid_at is not null`),
    stepsOf(own),
    disputesOf(`(select * from bookings where ${own} and state = 'completed') as b`, {
      id: 'uuid_v7()',
      admin: `'${adminId}'::uuid`,
    }),
    wordsOf(`d.${own}`),
    `insert into payouts (seller_id, amount_poisha, state, requested_at, state_at, kind, account, sent_by, closed_by, reference, exported_at)
      select seller_id, sum(price_poisha), 'paid', min(paid_at), min(paid_at) + interval '1 hour', 'bkash', '01711000482', '${adminId}', '${adminId}',
        'OWN' || n % ${payouts}, date_trunc('day', min(paid_at)) + interval '1 day'
      from ${numbered} as b where state = 'completed' group by seller_id, n % ${payouts}`,
    // The transactions of a month have their numbers in the month, as in a store.
    ...Array.from({ length: Math.ceil((sales * ROW_INTERVAL_HOURS) / MONTH_HOURS) }, (_, month) => [
      releasesOf(`${own} and ${isInMonth('paid_at', month)}`),
      payoutEntriesOf(`p.${own} and ${isInMonth('requested_at', month)}`),
    ])
      .reverse()
      .flat(),
    `insert into ledger_balances (account, balance_poisha)
      select account, -sum(amount_poisha) from ledger_lines where account = any(array(select 'seller:${sellerId}'
        union all select 'held:' || id from bookings where ${own} union all select 'payouts:' || id from payouts where ${own})) group by account`,
    `insert into ledger_months select * from ledger_month_sums where account = 'seller:${sellerId}'`,
  ];
}

/** Returns the condition that a time is in a month, of which 0 is the last one. */
function isInMonth(time: string, month: number): string {
  const ago = (months: number) => `now() - interval '${months * MONTH_HOURS} hours'`;
  return `${time} >= ${ago(month + 1)}${month > 0 ? ` and ${time} < ${ago(month)}` : ''}`;
}
