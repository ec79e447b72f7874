import type { BookingResults, Contest } from './bookings.ts';
import type { ListingResults } from './listings.ts';
import { NAMES } from './lists.ts';
import type { Measurement } from './load.ts';
import { formatNumber, formatSpread, measurementTable, spread, table } from './number-format.ts';
import type { SignInLoadResults } from './sign-ins.ts';
import { type SizeResults, SMALL_STORE_PRODUCTS_COUNT } from './store-sizes.ts';

export interface BenchResults {
  products: number;
  rounds: number;
  machine: string;
  /** The share of the requested CPU time that other virtual machines got; undefined without /proc. */
  stealRatio: number | undefined;
  startMs: number;
  memoryMb: { fresh: number; after: number };
  measurements: Map<string, Measurement[]>;
  /** The category's query by pgbench, per second. */
  queryRates: number[];
  /** The category's page of a small store and of this one; undefined when this is the small one. */
  sizes: SizeResults | undefined;
  bookings: BookingResults;
  contest: Contest;
  listings: ListingResults;
  signIn: Measurement;
  signInLoad: SignInLoadResults;
}

/** Returns the results of a run as Markdown. */
export function report(results: BenchResults): string {
  const {
    products,
    rounds,
    machine,
    stealRatio,
    startMs,
    memoryMb,
    measurements,
    bookings,
    contest,
    listings,
    signIn,
    signInLoad,
  } = results;
  const all = new Map(measurements);
  if (bookings.measurements.length > 0) {
    all.set('booking, uncontested', bookings.measurements);
    all.set('one insert, bare node:http', bookings.bareMeasurements);
  }
  all.set('listing, one seller', listings.store);
  all.set('the same rows, bare node:http', listings.bare);
  all.set('sign-in, two at a time', [signIn]);
  const winners = new Set(contest.winners);
  return `# ${products.toLocaleString('en')} products

${new Date().toISOString().slice(0, 10)}, ${machine}. Median of ${rounds} rounds, taken in turn (minimum–maximum); half as many
of bookings, listings, pgbench and the sign-in load; one of sign-ins.${stealSentence(stealRatio)}

${measurementTable(all)}

## Ratios of this run

The median of the rounds’ ratios (minimum–maximum), because the machine’s speed varies between rounds. pgbench runs the
category’s query after all rounds: its ratio is median ÷ median.

${table(['', 'ratio'], ratioRows(results))}

## Concurrency

${table(
  ['', ''],
  [
    ['50 buyers book one product: p50 ms', formatSpread(contest.p50)],
    ['50 buyers book one product: p99 ms', formatSpread(contest.p99)],
    ['successful bookings of each product', [...winners].join(', ')],
    ['a list without sign-ins: p99 ms', formatSpread(spread(signInLoad.idleMs))],
    ['a list with 50 sign-ins a second: p99 ms', formatSpread(spread(signInLoad.loadedMs))],
    [
      'sign-ins a second: answered, with a session',
      `${formatNumber(signInLoad.answeredPerSecond)}, ${formatNumber(signInLoad.signedInPerSecond)}`,
    ],
  ],
)}

## The server

${table(
  ['', ''],
  [
    ['from start to ready, ms', formatNumber(startMs)],
    ['memory when ready, after the run, MB', `${memoryMb.fresh}, ${memoryMb.after}`],
    ...pgbenchRows(results),
  ],
)}
`;
}

function stealSentence(ratio: number | undefined): string {
  if (ratio === undefined) return '';
  return ` Other virtual machines got ${Math.round(ratio * 100)} % of the\nrequested CPU time. Lists and the sign-in load that they affected were measured twice; the run with less steal counts.`;
}

/** Returns the rows with the rates of pgbench, without those that were not measured. */
function pgbenchRows({ queryRates, bookings }: BenchResults): string[][] {
  const rows: [string, number[]][] = [
    ['the category’s query by pgbench, per second', queryRates],
    ['a booking’s transaction by pgbench, per second', bookings.functionRates],
    ['the same statement by statement, per second', bookings.statementRates],
  ];
  return rows.filter(([, perSecond]) => perSecond.length > 0).map(([name, of]) => [name, formatSpread(spread(of))]);
}

/** Returns the rows with the ratios, without those that were not measured. */
function ratioRows({
  products,
  measurements,
  queryRates,
  sizes,
  bookings,
  listings,
  signInLoad,
}: BenchResults): string[][] {
  const of = (name: string, value: (measurement: Measurement) => number) => (measurements.get(name) ?? []).map(value);
  const rate = (measurement: Measurement) => measurement.perSecond;
  const p99 = (measurement: Measurement) => measurement.p99Ms;
  const rows: [string, number[], number[]][] = [
    ['category page ÷ bare node:http, throughput', of(NAMES.FIRST, rate), of(NAMES.BARE, rate)],
    ['category page ÷ bare node:http, p99', of(NAMES.FIRST, p99), of(NAMES.BARE, p99)],
    [
      'category page ÷ its query through pgbench, throughput',
      [spread(of(NAMES.FIRST, rate)).median],
      [spread(queryRates).median],
    ],
    [
      'search for a common word ÷ a plain tsvector query, throughput',
      of(NAMES.SEARCH, rate),
      of(NAMES.BARE_SEARCH, rate),
    ],
    [
      'search for a word with synonyms ÷ a plain tsvector query for it alone, throughput',
      of(NAMES.SYNONYMS, rate),
      of(NAMES.BARE_SYNONYMS, rate),
    ],
    ['page 500 ÷ first page, throughput', of(NAMES.LATE, rate), of(NAMES.FIRST, rate)],
    [
      `category page of ${SMALL_STORE_PRODUCTS_COUNT.toLocaleString('en')} products ÷ of ${products.toLocaleString('en')}, throughput`,
      (sizes?.small ?? []).map(rate),
      (sizes?.large ?? []).map(rate),
    ],
    ['item ÷ bare node:http with the same query', of(NAMES.ITEM, rate), of(NAMES.BARE_ITEM, rate)],
    [
      'booking with a key ÷ bare node:http with one insert',
      bookings.measurements.map(rate),
      bookings.bareMeasurements.map(rate),
    ],
    ['booking ÷ its transaction through pgbench', bookings.measurements.map(rate), bookings.functionRates],
    ['booking ÷ the same statement by statement', bookings.measurements.map(rate), bookings.statementRates],
    ['listing by one seller ÷ bare node:http with the same rows', listings.store.map(rate), listings.bare.map(rate)],
    ['p99 of a list with 50 sign-ins a second ÷ without', signInLoad.loadedMs, signInLoad.idleMs],
  ];
  return rows
    .map(([name, ones, others]) => ({ name, ratio: spread(ratiosOf(ones, others)) }))
    .filter(({ ratio }) => Number.isFinite(ratio.median))
    .map(({ name, ratio }) => [name, formatSpread(ratio)]);
}

/** Returns the ratio of each round in which both were measured. */
function ratiosOf(ones: number[], others: number[]): number[] {
  return ones.flatMap((one, round) => one / (others[round] ?? Number.NaN)).filter(Number.isFinite);
}
