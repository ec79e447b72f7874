import { OFFERS_OF_CATEGORY } from '../src/modules/catalogue/server/offers.store.ts';
import { pageStatement } from '../src/platform/database/keyset.ts';
import { openDatabase } from './bench-database.ts';
import { largestCategory } from './lists.ts';
import { formatSpread, spread } from './number-format.ts';
import { pgbench } from './pgbench.ts';

/**
 * Compares the query of a category's page with the one before `seller_name` and `held_until`. That one joins the
 * seller and looks up a live booking for each row. Both run in turn, by pgbench and by `explain (analyze, serialize)`,
 * which excludes the client. Usage: node bench/category-query.ts [products …]
 */
const BEFORE_QUERY = `select p.id, p.created_at::text as cursor_at, p.name, p.image, p.original_poisha, p.price_poisha, p.quality,
  p.category_id, p.location, p.created_at, s.name as seller_name, r.verified_at is not null as verified, p.description,
  p.years_used, p.phone, p.advertised, p.seller_id, s.email as seller_email,
  exists (select from live_bookings b where b.product_id = p.id offset 0) as booked
  from products p join users s on s.id = p.seller_id join user_roles r on r.user_id = s.id and r.role = 'seller'
  where p.category_id = (select $1::uuid) and p.status = 'unsold' order by p.created_at desc, p.id desc limit 25`;

const NOW = pageStatement(OFFERS_OF_CATEGORY, [], { size: 24, after: undefined }).statement.text;
const SESSION_SETTINGS =
  'set jit = off; set enable_memoize = off; set random_page_cost = 1.1; set plan_cache_mode = force_generic_plan';
const ROUNDS_COUNT = 6;
const RUNS_COUNT = 400;

for (const products of process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 100_000]) {
  const { db, url, folder, stop } = await openDatabase(products, (line) => process.stderr.write(`${line}\n`));
  try {
    const category = await largestCategory(db);
    const script = (text: string) => `${text.replace('$1', `'${category}'`).replaceAll('\n', ' ')};`;
    const [before, now]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS_COUNT; round += 1) {
      before.push(await pgbench(url, folder, script(BEFORE_QUERY)));
      now.push(await pgbench(url, folder, script(NOW)));
    }
    const times = { before: [] as number[], now: [] as number[] };
    await db.query(`${SESSION_SETTINGS}; prepare before(uuid) as ${BEFORE_QUERY}; prepare now(uuid) as ${NOW}`);
    for (let run = 0; run < RUNS_COUNT; run += 1)
      for (const name of ['before', 'now'] as const) {
        const { rows } = await db.query(
          `explain (analyze, serialize text, timing off, format json) execute ${name}('${category}')`,
        );
        const [plan] = rows[0]['QUERY PLAN'];
        times[name].push(plan['Execution Time'] + plan['Planning Time']);
      }
    const took = { before: spread(times.before).median, now: spread(times.now).median };
    const ratio = spread(now.map((each, round) => each / (before[round] ?? Number.NaN)));
    process.stdout.write(
      `${products} products: ${formatSpread(spread(before))}/s before, ${formatSpread(spread(now))}/s now, ${formatSpread(ratio)} times; in PostgreSQL ${took.before.toFixed(3)} ms before, ${took.now.toFixed(3)} ms now, ${(took.before / took.now).toFixed(2)} times\n`,
    );
  } finally {
    await stop();
  }
}
