import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Filled } from './filled.ts';
import { largestCategory } from './lists.ts';
import { type Shot, shoot } from './load.ts';
import { type Machine, startMachine } from './machines.ts';
import { register } from './people.ts';

export interface Listings {
  product: Shot[];
  /** A bare server that inserts the same rows. */
  bare: Shot[];
}

/** Refused before anybody is asked for it, so that the job that fetches it costs the same each time. */
const PICTURE = 'http://127.0.0.1/picture';

/** One seller lists products by a picture's address on all connections at once, through the store and a bare server in turn. */
export async function measureListings({
  filled,
  product,
  rounds,
}: {
  filled: Filled;
  product: Machine;
  rounds: number;
}): Promise<Listings> {
  const { db, url } = filled;
  const seller = await register(product.address, `seller.${Date.now()}@bench.test`, 'Seller');
  const categoryId = await largestCategory(db);
  const bare = await startMachine('bench/bare-listings.ts', '/', { DATABASE_URL: url });
  let listed = 0;
  const body = () => {
    listed += 1;
    return JSON.stringify({
      productName: 'Wooden rocking horse',
      description: 'Two children rode it. One ear is missing.',
      imageURL: `${PICTURE}-${listed}.jpg`,
      originalPrice: 4000,
      resalePrice: 1500,
      location: 'Mirpur 10, Dhaka',
      useYear: 2,
      phone: '01712345678',
      categoryId,
      quality: 'Good',
    });
  };
  const headersOf = () => ({ 'idempotency-key': crypto.randomUUID() });
  const headers = { ...seller.headers, 'content-type': 'application/json', seller: seller.id };
  const found: Listings = { product: [], bare: [] };
  try {
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1)
      for (const [shots, machine, path] of [
        [found.product, product, '/api/products'],
        [found.bare, bare, '/'],
      ] as const) {
        const shot = await shoot(machine, { path, method: 'POST', headers, headersOf, body });
        await clear(db, seller.id);
        if (round > 0) shots.push(shot);
      }
  } finally {
    await bare.stop();
  }
  return found;
}

/** Deletes what was listed, once its jobs that run already have ended. */
async function clear(db: pg.Client, sellerId: string): Promise<void> {
  const jobs = "from graphile_worker._private_jobs where key like 'photo-%'";
  do {
    await db.query(`delete ${jobs} and locked_at is null`);
    await pause(50);
  } while ((await db.query(`select ${jobs} limit 1`)).rowCount);
  await db.query('delete from photos where owner_id = $1', [sellerId]);
  await db.query('delete from products where seller_id = $1', [sellerId]);
  await db.query('delete from idempotency_keys');
}
