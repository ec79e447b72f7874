import { parseArgs } from 'node:util';
import { openDatabase } from './bench-database.ts';
import { measureBookings } from './bookings.ts';
import { addOrders } from './fill-bookings.ts';
import { measureLists, NAMES } from './lists.ts';
import type { Measurement } from './load.ts';
import { formatSpread, type Spread, spread } from './number-format.ts';
import { CLIENT_CORE, pin, startServer } from './servers.ts';
import { registerTrade, TRADE_PAIRS, tradeLoads } from './trade-lists.ts';
import { registerBuyers } from './users.ts';

/** Compares the store with a bare server and prints the ratios. Usage: node bench/bare-ratios.ts --products 1000 [--only disputes] */
const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    // A substring of the names of the rows to measure.
    only: { type: 'string', default: '' },
  },
});
const rounds = Number(values.rounds);
const BUYERS_COUNT = 20;
/** The load of the store and the one of the bare server, by the name of a row. */
const PAIRS = {
  'category page': [NAMES.FIRST, NAMES.BARE],
  item: [NAMES.ITEM, NAMES.BARE_ITEM],
  'search for a common word': [NAMES.SEARCH, NAMES.BARE_SEARCH],
  'search for a word with synonyms': [NAMES.SYNONYMS, NAMES.BARE_SYNONYMS],
  'my orders': [NAMES.ORDERS, NAMES.BARE_ORDERS],
} as const;
const BOOKING = 'booking with a key';

type Row = [name: string, ours: Measurement[], others: Measurement[]];

const isSelected = (name: string) => name.includes(values.only);

pin(process.pid, CLIENT_CORE);
const database = await openDatabase(Number(values.products), (line) => process.stderr.write(`${line}\n`));
const store = await database.startStore();
const bare = await startServer('bench/bare-server.ts', '/', { DATABASE_URL: database.url });
try {
  const buyers = await registerBuyers(store.address, BUYERS_COUNT);
  await addOrders(database.db, buyers[0]?.id ?? '');
  const trade = await registerTrade(database.db, store.address);
  const measurements = new Map<string, Measurement[]>();
  const pairs = Object.entries({ ...PAIRS, ...TRADE_PAIRS }).filter(([name]) => isSelected(name));
  const more = tradeLoads(trade, { store, bare }).filter(([name]) => pairs.flat(2).includes(name));
  await measureLists(database.db, { store, bare, buyers, rounds, measurements, more }, pairs.flat(2));
  const of = (name: string) => measurements.get(name) ?? [];
  const rows = pairs.map(([name, [ours, others]]): Row => [name, of(ours), of(others)]);
  if (isSelected(BOOKING)) {
    const booked = await measureBookings({ database, store, bare, buyers, rounds }, { withPgbench: false });
    rows.push([BOOKING, booked.measurements, booked.bareMeasurements]);
  }
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
