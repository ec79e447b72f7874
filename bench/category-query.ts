import { OFFERS_OF_CATEGORY } from '../src/modules/catalogue/server/offers.store.ts';
import { pageStatement } from '../src/platform/database/keyset.ts';
import { spread, told } from './figures.ts';
import { openFilled } from './filled.ts';
import { largestCategory } from './lists.ts';
import { pgbench } from './pgbench.ts';

/**
 * The query of a category's page as it was before `seller_name` and `held_until`: it joins the seller and looks for a live
 * booking of each row. Both queries run in turn, so that a slow moment strikes both: through pgbench, and as PostgreSQL itself measures them
 * with the rows serialized, which a busy client does not blur. Usage: node bench/category-query.ts [products …]
 */
const BEFORE_COLUMNS = `select p.id, p.created_at::text as cursor_at, p.name, p.image, p.original_poisha, p.price_poisha, p.quality,
  p.category_id, p.location, p.created_at, s.name as seller_name, s.verified_at is not null as verified, p.description,
  p.years_used, p.phone, p.advertised, p.seller_id, s.email as seller_email,
  exists (select from live_bookings b where b.product_id = p.id offset 0) as booked
  from products p join users s on s.id = p.seller_id
  where p.category_id = (select $1::uuid) and p.status = 'unsold' order by p.created_at desc, p.id desc limit 25`;

const NOW = pageStatement(OFFERS_OF_CATEGORY, [], { size: 24, after: undefined }).statement.text;
const SESSION_SETTINGS =
  'set jit = off; set enable_memoize = off; set random_page_cost = 1.1; set plan_cache_mode = force_generic_plan';
const ROUNDS = 6;
const RUNS = 400;

for (const products of process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 100_000]) {
  const { db, url, folder, stop } = await openFilled(products, (line) => process.stderr.write(`${line}\n`));
  try {
    const category = await largestCategory(db);
    const script = (text: string) => `${text.replace('$1', `'${category}'`).replaceAll('\n', ' ')};`;
    const [before, now]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      before.push(await pgbench(url, folder, script(BEFORE_COLUMNS)));
      now.push(await pgbench(url, folder, script(NOW)));
    }
    const times = { before: [] as number[], now: [] as number[] };
    await db.query(`${SESSION_SETTINGS}; prepare before(uuid) as ${BEFORE_COLUMNS}; prepare now(uuid) as ${NOW}`);
    for (let run = 0; run < RUNS; run += 1)
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
      `${products} products: ${told(spread(before))}/s before, ${told(spread(now))}/s now, ${told(ratio)} times; in PostgreSQL ${took.before.toFixed(3)} ms before, ${took.now.toFixed(3)} ms now, ${(took.before / took.now).toFixed(2)} times\n`,
    );
  } finally {
    await stop();
  }
}
