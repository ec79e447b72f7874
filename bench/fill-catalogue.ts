import pg from 'pg';
import { CATEGORIES } from '../src/modules/catalogue/server/first-categories.store.ts';
import { ensureSynonyms } from '../src/modules/search/server/synonyms.store.ts';
import { createDatabase, openPool, transaction } from '../src/platform/database/database.ts';
import { fillBookings } from './fill-bookings.ts';
import { DESCRIPTIONS, LOCATIONS, NAME_SUFFIXES, PRODUCT_KINDS } from './product-kinds.ts';

const INSERT_MAX_ROWS = 50_000;
const PRODUCTS_PER_SELLER_COUNT = 20;

/**
 * Fills an empty, migrated database with `count` realistic products and their bookings: common and rare kinds, plausible
 * prices, more recent than old ones, a quarter sold. The seed is fixed. Calls `onProgress` with the finished part, 0 to 1.
 */
export async function fillCatalogue(url: string, count: number, onProgress: (part: number) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await addSynonyms(url);
    await client.query('set synchronous_commit = off');
    await client.query('select setseed(0.42)');
    await client.query(
      `create temp table pictures as select * from unnest($1::text[]) with ordinality as p (image, n)`,
      [PICTURES],
    );
    await insertUsers(client, Math.max(10, Math.ceil(count / PRODUCTS_PER_SELLER_COUNT)));
    await insertKinds(client);
    for (let done = 0; done < count; done += INSERT_MAX_ROWS) {
      await client.query(INSERT, [
        done + 1,
        Math.min(count, done + INSERT_MAX_ROWS),
        count,
        LOCATIONS,
        NAME_SUFFIXES,
        DESCRIPTIONS,
        LOCATIONS.length,
      ]);
      onProgress(Math.min(1, (done + INSERT_MAX_ROWS) / count));
    }
    await fillBookings(client, count);
  } finally {
    await client.end();
  }
  await vacuum(url);
}

const PICTURES = [
  '/demo/01-pram-gada-mint-800.webp',
  '/demo/02-teddy-bhalluk-blush-800.webp',
  '/demo/03-rings-bhalluk-lilac-800.webp',
];

async function insertUsers(client: pg.Client, sellers: number): Promise<void> {
  const categories = await client.query('select from categories limit 1');
  if (categories.rowCount === 0)
    for (const [position, { name, name_bn, photo, tone }] of CATEGORIES.entries())
      await client.query('insert into categories (name, name_bn, photo, tone, position) values ($1, $2, $3, $4, $5)', [
        name,
        name_bn,
        photo,
        tone,
        position,
      ]);
  await client.query(
    `with sellers as (insert into users (email, name)
       select 'seller' || n || '@bench.test', (array['Ayesha', 'Tanvir', 'নুসরাত', 'Rafiq', 'Sumaiya', 'Imran'])[1 + n % 6] || ' ' || n
       from generate_series(1, $1::int) n returning id)
     insert into user_roles (user_id, role, verified_at)
       select id, 'seller', case when random() < 0.6 then now() end from sellers`,
    [sellers],
  );
  await client.query(`create temp table sellers as
    select id, row_number() over (order by email) as n from users where email like '%@bench.test'`);
}

/** Inserts each kind as often as its weight, so that a random row has a realistic kind. */
async function insertKinds(client: pg.Client): Promise<void> {
  await client.query('create temp table goods (n serial, category_id uuid, names text[], price int)');
  for (const { category, names, weight, price } of PRODUCT_KINDS)
    await client.query(
      `insert into goods (category_id, names, price)
       select c.id, $2, $3 from categories c, generate_series(1, $4::int) where c.name = $1`,
      [category, names, price, weight],
    );
  for (const table of ['goods', 'sellers', 'pictures']) await client.query(`create index on ${table} (n)`);
  await client.query('analyze goods, sellers, pictures');
}

// Every random value is computed once per row. The id is a UUID version 7 of the listing's time.
const INSERT = `
  with draw as materialized (
    select n, random() as kind, random() as word, random() as touch, random() as story, random() as worn, random() as cheap,
      random() as area, random() as sold, random() as tick, random() as seller,
      -- The square root makes recent products more frequent.
      now() - interval '730 days' * (1 - sqrt((n - random()) / $3::float)) as listed
    from generate_series($1::int, $2::int) n)
  insert into products (id, seller_id, category_id, name, description, image, original_poisha, price_poisha, quality,
    years_used, location, phone, status, sold_at, advertised, created_at)
  select (lpad(to_hex((extract(epoch from listed) * 1000)::bigint), 12, '0') || '7' || substr(md5(draw.n::text), 1, 3) ||
      '8' || substr(md5(draw.n::text), 4, 15))::uuid,
    s.id, g.category_id,
    g.names[1 + floor(word * array_length(g.names, 1))] || ', ' || ($5::text[])[1 + floor(touch * 20)],
    ($6::text[])[1 + floor(story * 8)],
    p.image,
    100 * greatest(50, round(g.price * (0.7 + cheap * 0.6) / 10) * 10)::bigint,
    100 * greatest(20, round(g.price * (0.15 + 0.55 * (1 - worn) * cheap + 0.1) / 10) * 10)::bigint,
    case when worn < 0.35 then 'Excellent' when worn < 0.8 then 'Good' else 'Fair' end,
    round((worn * worn * 6)::numeric, 1),
    ($4::text[])[1 + floor(area * area * $7)],
    '017' || lpad(floor(seller * 99999999)::text, 8, '0'),
    case when sold < 0.25 then 'sold' else 'unsold' end,
    case when sold < 0.25 then listed + interval '3 days' end,
    sold >= 0.25 and tick < 0.01,
    listed
  from draw
  join goods g on g.n = 1 + floor(kind * (select max(n) from goods))
  join sellers s on s.n = 1 + floor(seller * (select max(n) from sellers))
  join pictures p on p.n = 1 + draw.n % 3`;

async function addSynonyms(url: string): Promise<void> {
  const db = createDatabase(openPool(url, () => undefined, { max: 1 }));
  await transaction(db, ensureSynonyms);
  await db.destroy();
}

/** Index-only scans and the planner depend on it. In production autovacuum runs it. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum (analyze) products, bookings, users');
  await client.query('analyze');
  await client.end();
}
