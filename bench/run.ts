import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from './bench-database.ts';
import { measureBookings, measureContest } from './bookings.ts';
import { readCpuTimes, stealRatioSince } from './cpu-steal.ts';
import { addOrders } from './fill-bookings.ts';
import { measureListings } from './listings.ts';
import { largestCategory, measureLists } from './lists.ts';
import type { Measurement } from './load.ts';
import { pgbenchLists } from './pgbench-lists.ts';
import { report } from './report.ts';
import { CLIENT_CORE, canPin, pin, startServer } from './servers.ts';
import { measureSignIn, measureSignInLoad } from './sign-ins.ts';
import { compareSizes, SMALL_STORE_PRODUCTS_COUNT } from './store-sizes.ts';
import { registerBuyers } from './users.ts';

const { values } = parseArgs({
  options: { products: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '10' } },
});
const products = Number(values.products);
const rounds = Number(values.rounds);
/** For measurements that take longer than a list. */
const slowRounds = Math.ceil(rounds / 2);
const log = (line: string) => process.stderr.write(`${line}\n`);
const BUYERS_COUNT = 50;

pin(process.pid, CLIENT_CORE);
const database = await openDatabase(products, log);
const small = products > SMALL_STORE_PRODUCTS_COUNT ? await openDatabase(SMALL_STORE_PRODUCTS_COUNT, log) : undefined;
try {
  await measure();
} finally {
  await database.stop();
  await small?.stop();
}

async function measure(): Promise<void> {
  const store = await database.startStore();
  const bare = await startServer('bench/bare-server.ts', '/', { DATABASE_URL: database.url });
  try {
    const fresh = store.memoryMb();
    const before = readCpuTimes();
    log('Registering buyers');
    const buyers = await registerBuyers(store.address, BUYERS_COUNT);
    const [buyer] = buyers;
    if (!buyer) throw new Error('No buyer was registered');
    await addOrders(database.db, buyer.id);
    log('Measuring lists');
    const measurements = new Map<string, Measurement[]>();
    await measureLists(database.db, { store, bare, buyers, rounds, measurements });
    const list = `/api/products/category/${await largestCategory(database.db)}`;
    const queryRates = await pgbenchLists(database, slowRounds);
    const sizes = small && (await compareSizes(small, { database, store, buyers }, rounds));
    log('Measuring bookings');
    // An access token expires before a run at a million products ends. Each long part registers its own users.
    const bookers = await registerBuyers(store.address, BUYERS_COUNT);
    const booking = { database, store, bare, buyers: bookers, rounds: slowRounds };
    const bookings = await measureBookings(booking);
    const contest = await measureContest(booking, 20);
    log('Measuring listings');
    const listings = await measureListings({ database, store, rounds: slowRounds });
    log('Measuring sign-ins');
    const signIn = await measureSignIn(store, buyer);
    const readers = await registerBuyers(store.address, BUYERS_COUNT);
    const signInLoad = await measureSignInLoad(store, readers, list, slowRounds);
    const results = {
      products,
      rounds,
      machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${canPin ? 'store and database on one core, the load generator on another' : 'all processes on all cores'}; Node ${process.versions.node}`,
      stealRatio: stealRatioSince(before),
      startMs: store.startMs,
      memoryMb: { fresh, after: store.memoryMb() },
      measurements,
      queryRates,
      sizes,
      bookings,
      contest,
      listings,
      signIn,
      signInLoad,
    };
    const text = report(results);
    await mkdir(join(import.meta.dirname, 'results'), { recursive: true });
    await writeFile(join(import.meta.dirname, 'results', `${products}.md`), text);
    process.stdout.write(text);
  } finally {
    await store.stop();
    await bare.stop();
  }
}
