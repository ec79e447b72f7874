import type pg from 'pg';
import { indexesOf, run } from './fill.ts';
import { SALES_PER_DECISION_COUNT, TRADE_TABLES, tradeOf } from './fill-trade.ts';
import { buyer, idOf, some, when } from './numbered-rows.ts';

/** Fewer rows would not be a large table. */
const TABLE_MIN_ROWS = 6000;

/** Returns how many rows of each kind a store of this size has. */
function sizesOf(products: number) {
  const share = (part: number) => Math.max(TABLE_MIN_ROWS, Math.ceil(products * part));
  return {
    people: share(0.06),
    ended: share(0.86),
    photos: Math.min(products, share(0.3)),
    wishes: share(0.3),
    cases: Math.min(products, Math.max(20_000, share(0.04))),
    messages: share(0.05),
    auditEntries: share(0.05),
    kept: share(0.1),
    jobs: share(0.02),
  };
}

const GUARDED = [...TRADE_TABLES, 'photos', 'products'];

/**
 * Adds people to a database that `fill` has filled with products: accounts and sessions, bookings in every state with their payments,
 * and the trade after them. Also wishes, photos, reports, messages, audit entries, and rows that expire.
 */
export async function fillPeople(pool: pg.Pool, products: number): Promise<void> {
  const { people, ended, photos, wishes, cases, messages, auditEntries, kept, jobs } = sizesOf(products);
  const sold = Math.floor(products / 10);
  const sales = Math.floor(sold * 0.8);
  const bookingIndexes = await indexesOf(pool, 'bookings');
  await run(
    pool,
    'select setseed(0.7)',
    ...GUARDED.map((table) => `alter table ${table} disable trigger user`),
    `insert into accounts (id, name, email, email_verified, created_at)
      select ${idOf('account', 'n')}, 'Person ' || n, 'person' || n || '@fill.example.com', n % 3 > 0, ${when('n', people)}
      from generate_series(1, ${people}) as n`,
    `insert into credentials (account_id, provider_account_id, provider_id, password)
      select ${idOf('account', 'n')}, n::text, 'credential', 'x' from generate_series(1, ${people}) as n`,
    `insert into sessions (id, account_id, token, expires_at, created_at)
      select ${idOf('session', 'n')}, ${idOf('account', 'n')}, 'token' || n, now() + interval '7 days', ${when('n', people)}
      from generate_series(1, ${people}) as n`,
    `insert into users (id, account_id, email, name, created_at)
      select ${idOf('person', 'n')}, ${idOf('account', 'n')}, 'person' || n || '@fill.example.com',
        (array['Ayesha', 'Tanvir', 'নুসরাত', 'Rafiq', 'Sumaiya', 'Imran'])[1 + n % 6] || ' ' || n, ${when('n', people)}
      from generate_series(1, ${people}) as n`,
    // A third sells, two thirds buy, and a ninth does both.
    `insert into user_roles (user_id, role, since)
      select ${idOf('person', 'n')}, role, ${when('n', people)} from generate_series(1, ${people}) as n
        join (values ('seller', 3, 0), ('buyer', 3, 1), ('buyer', 3, 2), ('buyer', 9, 0)) as r (role, of, rest) on n % of = rest`,
    ...bookingIndexes.map(({ indexname }) => `drop index ${indexname}`),
    // Most sold products were sold in the store. All but the newest sales are completed.
    `insert into bookings (id, product_id, seller_id, buyer_id, item_name, item_image, price_poisha, phone, pickup, state, paid_at, created_at, method,
        handed_over_at, pickup_until, pickup_ends_at)
      select ${idOf('booking', 'n')}, p.id, p.seller_id, ${buyer(people)}, p.name, '/media/' || p.id || '-800.webp', p.price_poisha, '01712345678',
        'Mirpur', case when n % ${SALES_PER_DECISION_COUNT} = 0 then 'disputed' when ${when('n', sold)} < now() - interval '10 days' then 'completed' else 'paid' end,
        ${when('n', sold)}, ${when('n', sold)}, 'card', ${when('n', sold)}, now() + interval '7 days', now() + interval '14 days'
      from generate_series(1, ${sales}) as n join products p on p.id = ${idOf('product', '10 * (n - 1) + 3')}`,
    `insert into bookings (id, product_id, seller_id, buyer_id, item_name, item_image, price_poisha, phone, pickup, state, paid_at, created_at, method)
      select ${idOf('booking', `n + ${sold}`)}, p.id, p.seller_id, ${buyer(people)}, p.name, '/media/' || p.id || '-800.webp', p.price_poisha, '01712345678', 'Mirpur',
        case n % 8 when 6 then 'cancelled' when 7 then 'refunded' else 'expired' end, case when n % 8 = 7 then ${when('n', ended)} end, ${when('n', ended)},
        case when n % 8 = 7 then 'card' end
      from (select n, ${some(products)} as of from generate_series(1, ${ended}) as n) as n join products p on p.id = ${idOf('product', 'n.of')}`,
    // Expired holds of products that nobody has booked since.
    `insert into bookings (id, product_id, seller_id, buyer_id, item_name, item_image, price_poisha, phone, pickup, state, hold_until, created_at)
      select ${idOf('booking', `n + ${sold + ended}`)}, p.id, p.seller_id, ${buyer(people)}, p.name, '/media/' || p.id || '-800.webp', p.price_poisha, '01712345678', 'Mirpur',
        'held', ${when('n', sold)} + interval '1 day', ${when('n', sold)}
      from generate_series(1, ${Math.floor(sold * 0.4)}) as n join products p on p.id = ${idOf('product', '10 * (n - 1) + 7')}`,
    ...bookingIndexes.map(({ indexdef }) => indexdef),
    `insert into payments (id, booking_id, amount_poisha, currency, intent, state, created_at, updated_at, made_sale)
      select ${idOf('payment', 'n')}, id, price_poisha, currency, 'pi_fill' || lpad(n::text, 8, '0'),
        case when is_sale(state) then 'succeeded' when state = 'refunded' then 'refunded' when state = 'held' then 'created' else 'cancelled' end,
        created_at, created_at, paid_at is not null
      from (select *, row_number() over (order by created_at) as n from bookings
        where is_sale(state) or state in ('refunded', 'cancelled') or (state = 'held' and random() < 0.2)) as b`,
    ...tradeOf({ products, sales, refunds: Math.floor(ended / 8) }),
    `insert into provider_events (id, type, intent, received_at)
      select 'evt_' || intent || type, 'payment_intent.' || type, intent, created_at from payments
      cross join unnest(case state when 'succeeded' then '{payment_failed,succeeded}' else '{payment_failed}' end::text[]) as type
      where state <> 'created'`,
    `insert into wishes (buyer_id, product_id, saved_poisha, created_at)
      select ${buyer(people)}, ${idOf('product', some(products))}, 10000, ${when('n', wishes)}
      from generate_series(1, ${wishes}) as n on conflict do nothing`,
    `insert into photos (id, owner_id, product_id, position, state, width, height, created_at, delete_after)
      select ${idOf('photo', 'n')}, p.seller_id, p.id, 0, 'ready', 1280, 960, p.created_at, null
      from generate_series(1, ${photos}) as n join products p on p.id = ${idOf('product', 'n')}`,
    `insert into report_cases (id, product_id, opened_at, decision, decided_at, decided_by)
      select ${idOf('report_case', 'n')}, ${idOf('product', 'n')}, ${when('n', cases)}, case when n % 2 = 0 then 'keep' end,
        case when n % 2 = 0 then ${when('n', cases)} end, case when n % 2 = 0 then ${idOf('person', '1')} end
      from generate_series(1, ${cases}) as n`,
    `insert into reports (case_id, product_id, reporter_id, reason, created_at)
      select ${idOf('report_case', 'n')}, ${idOf('product', 'n')}, ${buyer(people)}, 'The picture shows another one.', ${when('n', cases)}
      from generate_series(1, ${cases}) as n, generate_series(1, 2) on conflict do nothing`,
    `insert into contact_messages (name, email, subject, message, created_at, answered_at, answered_by)
      select 'Person', 'person' || n || '@fill.example.com', 'other', 'Do you deliver to Sylhet?', now() - interval '300 days' * random(),
        case when n % 2 = 0 then now() end, case when n % 2 = 0 then ${idOf('person', '1')} end from generate_series(1, ${messages}) as n`,
    `insert into admin_acts (at, admin_id, request_id, act, target_id)
      select ${when('n', auditEntries)}, ${idOf('person', '1')}, 'req-' || n, 'keep-listing', ${idOf('product', 'n')}
      from generate_series(1, ${auditEntries}) as n`,
    `insert into idempotency_keys (owner_id, key, fingerprint, answer, created_at)
      select ${idOf('account', some(people))}, 'key' || n, 'x', '{}', now() - interval '1 day' * random() from generate_series(1, ${kept}) as n`,
    `insert into verifications (identifier, value, expires_at)
      select 'hashed' || n, ${idOf('account', some(people))}::text, now() + interval '1 hour' * random() from generate_series(1, ${kept}) as n`,
    `insert into limit_counts (bucket, count, resets_at)
      select 'fill:' || n, 1, now() + interval '1 hour' * random() from generate_series(1, ${kept}) as n`,
    // E-mails after their last attempt.
    `insert into graphile_worker._private_tasks (identifier) values ('mail') on conflict do nothing`,
    `insert into graphile_worker._private_jobs (task_id, payload, attempts, max_attempts, run_at, created_at, updated_at, key)
      select (select id from graphile_worker._private_tasks where identifier = 'mail'), '{"to": "nobody@fill.example.com"}', 20, 20, t, t, t, 'lost' || n
      from (select n, now() - interval '29 days' * random() as t from generate_series(1, ${jobs}) as n) as n`,
    ...GUARDED.map((table) => `alter table ${table} enable trigger user`),
    'vacuum analyze',
  );
}
