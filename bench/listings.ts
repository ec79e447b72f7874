import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { BenchDatabase } from './bench-database.ts';
import { largestCategory } from './lists.ts';
import { type Measurement, measureLoad } from './load.ts';
import { type BenchServer, startServer } from './servers.ts';
import { register } from './users.ts';

export interface ListingResults {
  store: Measurement[];
  /** A bare server that inserts the same rows. */
  bare: Measurement[];
}

/** The store refuses a loopback address before a request, so the job that fetches it always costs the same. */
const PICTURE = 'http://127.0.0.1/picture';

/** Measures one seller who lists products on all connections, through the store and a bare server in turn. */
export async function measureListings({
  database,
  store,
  rounds,
}: {
  database: BenchDatabase;
  store: BenchServer;
  rounds: number;
}): Promise<ListingResults> {
  const { db, url } = database;
  const seller = await register(store.address, `seller.${Date.now()}@bench.test`, 'Seller');
  const categoryId = await largestCategory(db);
  const bare = await startServer('bench/bare-listings.ts', '/', { DATABASE_URL: url });
  let count = 0;
  const body = () => {
    count += 1;
    return JSON.stringify({
      productName: 'Wooden rocking horse',
      description: 'Two children rode it. One ear is missing.',
      imageURL: `${PICTURE}-${count}.jpg`,
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
  const results: ListingResults = { store: [], bare: [] };
  try {
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1)
      for (const [measurements, server, path] of [
        [results.store, store, '/api/products'],
        [results.bare, bare, '/'],
      ] as const) {
        const measurement = await measureLoad(server, { path, method: 'POST', headers, headersOf, body });
        await deleteListings(db, seller.id);
        if (round > 0) measurements.push(measurement);
      }
  } finally {
    await bare.stop();
  }
  return results;
}

/** Deletes the listed products, once their running jobs have ended. */
async function deleteListings(db: pg.Client, sellerId: string): Promise<void> {
  const jobs = "from graphile_worker._private_jobs where key like 'photo-%'";
  do {
    await db.query(`delete ${jobs} and locked_at is null`);
    await pause(50);
  } while ((await db.query(`select ${jobs} limit 1`)).rowCount);
  await db.query('delete from photos where owner_id = $1', [sellerId]);
  await db.query('delete from products where seller_id = $1', [sellerId]);
  await db.query('delete from idempotency_keys');
}
