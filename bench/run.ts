import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/server/embedded-postgres.ts';
import { migrate } from '../src/platform/server/migrate.ts';
import { measureBookings, measureContest } from './bookings.ts';
import { fillCatalogue } from './catalogue.ts';
import { largestCategory, measureLists } from './lists.ts';
import type { Shot } from './load.ts';
import { ASKING, canPin, MEASURED, pin, startMachine } from './machines.ts';
import { register } from './people.ts';
import { pgbenchLists } from './pgbench-lists.ts';
import { report } from './report.ts';
import { measureFlood, measureSignIn } from './sign-ins.ts';

const { values } = parseArgs({
  options: { products: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '5' } },
});
const products = Number(values.products);
const rounds = Number(values.rounds);
const say = (line: string) => process.stderr.write(`${line}\n`);

// A filled database is kept: a million things take minutes to list.
const folder = join(import.meta.dirname, 'data', String(products));
await mkdir(folder, { recursive: true });
pin(process.pid, ASKING);
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: say, ballastBytes: 0 });
const db = new pg.Client({ connectionString: postgres.url });
try {
  await migrate(postgres.url);
  await fillOnce();
  pin(Number((await readFile(join(postgres.location, 'postmaster.pid'), 'utf8')).split('\n')[0]), MEASURED);
  await db.connect();
  await measure();
} finally {
  await db.end();
  await postgres.stop();
}

async function fillOnce(): Promise<void> {
  const filled = join(folder, 'filled');
  if (existsSync(filled)) return;
  const begun = performance.now();
  await fillCatalogue(postgres.url, products, (part) => {
    process.stderr.write(`\rListing ${products} things ${'█'.repeat(Math.round(part * 30)).padEnd(30, '░')}`);
  });
  say(` ${Math.round((performance.now() - begun) / 1000)} s`);
  await writeFile(filled, '');
}

async function measure(): Promise<void> {
  const settings = { DATABASE_URL: postgres.url, DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const product = await startMachine('src/main.ts', '/readyz', settings);
  const bare = await startMachine('bench/bare-server.ts', '/', { DATABASE_URL: postgres.url });
  try {
    const fresh = product.memory();
    say('Registering buyers');
    const stamp = Date.now();
    const buyers = [];
    for (let n = 0; n < 50; n += 1)
      buyers.push(await register(product.address, `buyer${n}.${stamp}@bench.test`, 'Buyer'));
    const [buyer] = buyers;
    if (!buyer) throw new Error('Nobody registered');
    await giveOrders(buyer.id);
    say('Reading');
    const shots = new Map<string, Shot[]>();
    await measureLists(db, { product, bare, buyers, rounds, shots });
    const list = `/api/products/category/${await largestCategory(db)}`;
    const queries = await pgbenchLists(db, { databaseUrl: postgres.url, folder, rounds });
    say('Booking');
    const booking = { product, buyers, databaseUrl: postgres.url, folder, rounds };
    const booked = await measureBookings(db, booking);
    const contest = await measureContest(db, booking, 20);
    say('Signing in');
    const signIn = await measureSignIn(product, buyer);
    const flood = await measureFlood(product, buyers, list, Math.min(3, rounds));
    const figures = {
      products,
      rounds,
      machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${canPin ? 'product and database on one core, who asks on another' : 'all on all cores'}; Node ${process.versions.node}`,
      started: product.started,
      memory: { fresh, after: product.memory() },
      shots,
      queries,
      booked,
      contest,
      signIn,
      flood,
    };
    const text = report(figures);
    await mkdir(join(import.meta.dirname, 'results'), { recursive: true });
    await writeFile(join(import.meta.dirname, 'results', `${products}.md`), text);
    process.stdout.write(text);
  } finally {
    await product.stop();
    await bare.stop();
  }
}

/** A page of orders, as somebody has who buys here often. */
async function giveOrders(buyer: string): Promise<void> {
  await db.query(
    `insert into bookings (product_id, seller_id, buyer_id, item_name, item_image, price_poisha, phone, pickup, state, created_at)
     select id, seller_id, $1, name, image, price_poisha, '01712345678', location, 'expired', created_at from products
     where status = 'unsold' order by id desc limit 30`,
    [buyer],
  );
}
