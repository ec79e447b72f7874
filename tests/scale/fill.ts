import type pg from 'pg';

/** Values that only the oldest hundredth of the products has. */
export const OLD = {
  /** In names. */
  word: 'heirloom',
  /** In descriptions. */
  said: 'grandmothers',
  area: 'teknaf',
  condition: 'Fair',
  /** Tk. */
  dear: 90_000,
};

const NOUNS =
  'cot,pram,stroller,crib,teddy,frock,book set,walker,high chair,bicycle,shoes,school bag,blanket,mattress,toy car,puzzle,doll,romper,swing,car seat,খাট,খেলনা গাড়ি,গল্পের বই,জুতা,মশারি,কম্বল,দোলনা,সাইকেল,জামা,পুতুল'.split(
    ',',
  );
const KINDS = 'Wooden,Soft,Big,Small,Red,Blue,Cotton,Folding,Imported,Nice,Washed,Almost new,Sturdy,Light,Warm'.split(
  ',',
);
const SAYINGS = [
  'Used by one child and kept clean.',
  'The wheels squeak a little, the brake is firm.',
  'Washed and dried in the sun, no stains.',
  'বাচ্চা বড় হয়ে গেছে, তাই বিক্রি করছি।',
  'One scratch on the left side, otherwise fine.',
  'Comes with its box and all of its parts.',
  'Bought last year in Dhaka, used for two months.',
];
const AREAS =
  'Mirpur 10,Dhanmondi,Uttara,Banani,Mohammadpur,Gulshan,Bashundhara,Khilgaon,Wari,Rampura,Sylhet,Khulna,Chattogram,Rajshahi'.split(
    ',',
  );
const CATEGORIES = 'Sleep,Strollers,Shoes,Books,Clothes,Toys,Outdoor,Feeding,School,Newborn,Keepsakes'.split(',');

/** Returns the SQL of a random element; the first ones are more frequent. */
const oneOf = (list: string) => `(${list})[1 + floor(array_length(${list}, 1) * power(random(), 2))::int]`;
const textOf = (list: readonly string[]) => `array[${list.map((one) => `'${one}'`).join(', ')}]::text[]`;

/**
 * Fills an empty, migrated database with products: common and rare words, frequent prices, and OLD. The same number gives the same
 * products. Triggers and indexes are off during the inserts.
 */
export async function fill(pool: pg.Pool, products: number): Promise<void> {
  await run(
    pool,
    `insert into users (email, name)
      select 'seller' || n || '@fill.example.com', 'Seller ' || n from generate_series(1, 400) as n`,
    `insert into users (email, name) select 'buyer' || n || '@fill.example.com', 'Buyer ' || n from generate_series(1, 50) as n`,
    `insert into user_roles (user_id, role, verified_at)
      select id, split_part(lower(name), ' ', 1), case when name ~ '^Seller .*[05]$' then now() end from users`,
    `insert into categories (name, photo, tone, position)
      select name, '/art/cut-pram.svg', 'mint', n from unnest(${textOf(CATEGORIES)}) with ordinality as c (name, n)`,
    'alter table products disable trigger user',
  );
  const indexes = await indexesOf(pool, 'products');
  await run(pool, ...indexes.map(({ indexname }) => `drop index ${indexname}`));
  // Two connections use two cores.
  const half = Math.ceil(products / 2);
  await Promise.all([
    run(pool, ...insertSome(1, half, products)),
    run(pool, ...insertSome(half + 1, products, products)),
  ]);
  await run(
    pool,
    ...indexes.map(({ indexdef }) => indexdef),
    `insert into search_words (word) select distinct word from products, search_words_of(name) as word where status = 'unsold'`,
    'alter table products enable trigger user',
    `insert into bookings (product_id, seller_id, buyer_id, item_name, item_image, price_poisha, phone, pickup, hold_until)
      select p.id, p.seller_id, b.id, p.name, p.image, p.price_poisha, '01712345678', 'Mirpur', now() + interval '1 day'
      from (select * from products where status = 'unsold' order by created_at desc limit ${Math.ceil(products / 200)}) as p
      cross join lateral (select user_id as id from user_roles where role = 'buyer' offset 7 limit 1) as b`,
    'vacuum analyze',
  );
}

/** Selects the indexes of a table that are off while its rows are inserted. */
export async function indexesOf(pool: pg.Pool, table: string): Promise<{ indexname: string; indexdef: string }[]> {
  const { rows } = await pool.query(
    `select indexname, indexdef from pg_indexes where tablename = $1 and indexdef not like 'CREATE UNIQUE%'`,
    [table],
  );
  return rows;
}

/** Runs statements in sequence, without a statement timeout. */
export async function run(pool: pg.Pool, ...statements: string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`set statement_timeout = 0; set maintenance_work_mem = '512MB'; set jit = off`);
    for (const text of statements) await client.query(text);
  } finally {
    client.release(true);
  }
}

/** Returns the statements that insert the products with these numbers. Number 1 is the oldest. */
function insertSome(from: number, to: number, products: number): string[] {
  const old = `n <= ${Math.ceil(products / 100)}`;
  return [
    `select setseed(${from / products / 2})`,
    `insert into products (id, seller_id, category_id, name, description, image, original_poisha, price_poisha, quality, years_used,
        location, phone, status, sold_at, created_at, seller_verified)
      select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, s.sellers[seller], c.categories[case when ${old} then 11 else 1 + floor(10 * power(random(), 2))::int end],
        ${oneOf('kinds')} || ' ' || ${oneOf('nouns')} || case when ${old} then ' ${OLD.word}' else '' end
          || case when random() < 0.1 then ' model' || to_hex(floor(random() * ${products / 20})::int) else '' end,
        ${oneOf('sayings')} || ' ' || ${oneOf('sayings')} || case when ${old} then ' My ${OLD.said} own.' else '' end,
        '/demo/01-pram-gada-mint-800.webp', 20000000,
        case when ${old} then ${OLD.dear}00 + n when random() < 0.4 then (array[50000, 100000, 150000, 200000])[1 + floor(4 * random())::int]
          else 10000 + 100 * floor(20000 * power(random(), 3))::int end,
        case when ${old} then '${OLD.condition}' when random() < 0.6 then 'Good' else 'Excellent' end,
        floor(8 * power(random(), 2)),
        case when ${old} then 'Teknaf' else ${oneOf('areas')} end || ', Bangladesh', '01712345678',
        case when n % 10 = 3 then 'sold' else 'unsold' end, case when n % 10 = 3 then now() end,
        now() - make_interval(secs => 94608000 * (1 - n::float / ${products + 1})), seller % 5 = 0
      from (select n, 1 + floor(400 * power(random(), 2))::int as seller from generate_series(${from}, ${to}) as n) as n
      cross join (select array_agg(id order by email) as sellers from (select id, split_part(substr(email, 7), '@', 1)::int as email
        from users join user_roles on user_id = id where role = 'seller') as s) as s
      cross join (select array_agg(id order by position) as categories from categories) as c
      cross join (select ${textOf(KINDS)} as kinds, ${textOf(NOUNS)} as nouns, ${textOf(SAYINGS)} as sayings, ${textOf(AREAS)} as areas) as w`,
  ];
}
