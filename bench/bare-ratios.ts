import { parseArgs } from 'node:util';
import { measureBookings } from './bookings.ts';
import { openDatabase } from './database.ts';
import { formatSpread, type Spread, spread } from './format.ts';
import { measureLists, NAMES } from './lists.ts';
import type { Measurement } from './load.ts';
import { addOrders } from './seed-bookings.ts';
import { CLIENT_CORE, pin, startServer } from './servers.ts';
import { registerBuyers } from './users.ts';

/** Compares the store with a bare server and prints the ratios. Usage: node bench/bare-ratios.ts --products 1000 */
const { values } = parseArgs({
  options: { products: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '5' } },
});
const rounds = Number(values.rounds);
const BUYERS_COUNT = 20;

pin(process.pid, CLIENT_CORE);
const database = await openDatabase(Number(values.products), (line) => process.stderr.write(`${line}\n`));
const store = await database.startStore();
const bare = await startServer('bench/bare-server.ts', '/', { DATABASE_URL: database.url });
try {
  const buyers = await registerBuyers(store.address, BUYERS_COUNT);
  await addOrders(database.db, buyers[0]?.id ?? '');
  const measurements = new Map<string, Measurement[]>();
  await measureLists(database.db, { store, bare, buyers, rounds, measurements }, [
    NAMES.BARE,
    NAMES.FIRST,
    NAMES.BARE_ITEM,
    NAMES.ITEM,
    NAMES.BARE_SEARCH,
    NAMES.SEARCH,
    NAMES.BARE_SYNONYMS,
    NAMES.SYNONYMS,
    NAMES.BARE_ORDERS,
    NAMES.ORDERS,
  ]);
  const booked = await measureBookings({ database, store, bare, buyers, rounds }, { withPgbench: false });
  const of = (name: string) => measurements.get(name) ?? [];
  const rows: [string, Measurement[], Measurement[]][] = [
    ['category page', of(NAMES.FIRST), of(NAMES.BARE)],
    ['item', of(NAMES.ITEM), of(NAMES.BARE_ITEM)],
    ['search for a common word', of(NAMES.SEARCH), of(NAMES.BARE_SEARCH)],
    ['search for a word with synonyms', of(NAMES.SYNONYMS), of(NAMES.BARE_SYNONYMS)],
    ['my orders', of(NAMES.ORDERS), of(NAMES.BARE_ORDERS)],
    ['booking with a key', booked.measurements, booked.bareMeasurements],
  ];
  for (const [name, ours, others] of rows)
    process.stdout.write(
      `${name}: ${formatSpread(ratioOf(ours, others))} of bare; ${formatSpread(rateOf(ours))}/s, bare ${formatSpread(rateOf(others))}/s; CPU ms of Node each ${formatSpread(cpuOf(ours))}, bare ${formatSpread(cpuOf(others))}\n`,
    );
} finally {
  await store.stop();
  await bare.stop();
  await database.stop();
}

function rateOf(measurements: Measurement[]): Spread {
  return spread(measurements.map(({ perSecond }) => perSecond));
}

function cpuOf(measurements: Measurement[]): Spread {
  return spread(measurements.map(({ cpuMs }) => cpuMs));
}

function ratioOf(ours: Measurement[], others: Measurement[]): Spread {
  return spread(ours.map(({ perSecond }, round) => perSecond / (others[round]?.perSecond ?? Number.NaN)));
}
