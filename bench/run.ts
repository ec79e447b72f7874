import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { measureBookings, measureContest } from './bookings.ts';
import { stolenSince, timesOfCores } from './calm.ts';
import { openFilled } from './filled.ts';
import { FEW, measureFlat } from './flat.ts';
import { measureListings } from './listings.ts';
import { largestCategory, measureLists } from './lists.ts';
import type { Shot } from './load.ts';
import { ASKING, canPin, pin, startMachine } from './machines.ts';
import { registerBuyers } from './people.ts';
import { pgbenchLists } from './pgbench-lists.ts';
import { report } from './report.ts';
import { measureFlood, measureSignIn } from './sign-ins.ts';

const { values } = parseArgs({
  options: { products: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '10' } },
});
const products = Number(values.products);
const rounds = Number(values.rounds);
/** Of what takes longer than a shot. */
const fewer = Math.ceil(rounds / 2);
const say = (line: string) => process.stderr.write(`${line}\n`);
const BUYERS = 50;

pin(process.pid, ASKING);
const filled = await openFilled(products, say);
const small = products > FEW ? await openFilled(FEW, say) : undefined;
try {
  await measure();
} finally {
  await filled.stop();
  await small?.stop();
}

async function measure(): Promise<void> {
  const product = await filled.startProduct();
  const bare = await startMachine('bench/bare-server.ts', '/', { DATABASE_URL: filled.url });
  try {
    const fresh = product.memory();
    const before = timesOfCores();
    say('Registering buyers');
    const buyers = await registerBuyers(product.address, BUYERS);
    const [buyer] = buyers;
    if (!buyer) throw new Error('Nobody registered');
    await giveOrders(filled.db, buyer.id);
    say('Reading');
    const shots = new Map<string, Shot[]>();
    await measureLists(filled.db, { product, bare, buyers, rounds, shots });
    const list = `/api/products/category/${await largestCategory(filled.db)}`;
    const queries = await pgbenchLists(filled, fewer);
    const flat = small && (await measureFlat(small, { filled, product, buyers }, rounds));
    say('Booking');
    const booking = { filled, product, bare, buyers, rounds: fewer };
    const booked = await measureBookings(booking);
    const contest = await measureContest(booking, 20);
    say('Listing');
    const listings = await measureListings({ filled, product, rounds: fewer });
    say('Signing in');
    const signIn = await measureSignIn(product, buyer);
    const flood = await measureFlood(product, buyers, list, fewer);
    const figures = {
      products,
      rounds,
      machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${canPin ? 'product and database on one core, who asks on another' : 'all on all cores'}; Node ${process.versions.node}`,
      stolen: stolenSince(before),
      started: product.started,
      memory: { fresh, after: product.memory() },
      shots,
      queries,
      flat,
      booked,
      contest,
      listings,
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
async function giveOrders(db: pg.Client, buyer: string): Promise<void> {
  await db.query(
    `insert into bookings (product_id, seller_id, buyer_id, item_name, item_image, price_poisha, phone, pickup, state, created_at)
     select id, seller_id, $1, name, image, price_poisha, '01712345678', location, 'expired', created_at from products
     where status = 'unsold' order by id desc limit 30`,
    [buyer],
  );
}
