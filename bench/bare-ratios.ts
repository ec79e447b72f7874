import { parseArgs } from 'node:util';
import { measureBookings } from './bookings.ts';
import { type Spread, spread, told } from './figures.ts';
import { openFilled } from './filled.ts';
import { measureLists, NAMES } from './lists.ts';
import type { Shot } from './load.ts';
import { ASKING, pin, startMachine } from './machines.ts';
import { registerBuyers } from './people.ts';

/** Measures only what is compared with a bare server, and prints the ratios. Usage: node bench/bare-ratios.ts --products 1000 */
const { values } = parseArgs({
  options: { products: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '5' } },
});
const rounds = Number(values.rounds);
const BUYERS = 20;

pin(process.pid, ASKING);
const filled = await openFilled(Number(values.products), (line) => process.stderr.write(`${line}\n`));
const product = await filled.startProduct();
const bare = await startMachine('bench/bare-server.ts', '/', { DATABASE_URL: filled.url });
try {
  const buyers = await registerBuyers(product.address, BUYERS);
  const shots = new Map<string, Shot[]>();
  await measureLists(filled.db, { product, bare, buyers, rounds, shots }, [
    NAMES.BARE,
    NAMES.FIRST,
    NAMES.BARE_ITEM,
    NAMES.ITEM,
    NAMES.BARE_SEARCH,
    NAMES.SEARCH,
    NAMES.BARE_SYNONYMS,
    NAMES.SYNONYMS,
  ]);
  const booked = await measureBookings({ filled, product, bare, buyers, rounds }, { withPgbench: false });
  const of = (name: string) => shots.get(name) ?? [];
  const rows: [string, Shot[], Shot[]][] = [
    ['category page', of(NAMES.FIRST), of(NAMES.BARE)],
    ['item', of(NAMES.ITEM), of(NAMES.BARE_ITEM)],
    ['search for a common word', of(NAMES.SEARCH), of(NAMES.BARE_SEARCH)],
    ['search for a word with synonyms', of(NAMES.SYNONYMS), of(NAMES.BARE_SYNONYMS)],
    ['booking with a key', booked.shots, booked.bare],
  ];
  for (const [name, ours, others] of rows)
    process.stdout.write(
      `${name}: ${told(ratioOf(ours, others))} of bare; ${told(rateOf(ours))}/s, bare ${told(rateOf(others))}/s; CPU ms of Node each ${told(cpuOf(ours))}, bare ${told(cpuOf(others))}\n`,
    );
} finally {
  await product.stop();
  await bare.stop();
  await filled.stop();
}

function rateOf(shots: Shot[]): Spread {
  return spread(shots.map(({ perSecond }) => perSecond));
}

function cpuOf(shots: Shot[]): Spread {
  return spread(shots.map(({ cpu }) => cpu));
}

function ratioOf(ours: Shot[], others: Shot[]): Spread {
  return spread(ours.map(({ perSecond }, round) => perSecond / (others[round]?.perSecond ?? Number.NaN)));
}
