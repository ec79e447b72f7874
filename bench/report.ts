import type { Booked, Contest } from './bookings.ts';
import { figure, shotTable, spread, table, told } from './figures.ts';
import { FEW, type Flat } from './flat.ts';
import type { Listings } from './listings.ts';
import { NAMES } from './lists.ts';
import type { Shot } from './load.ts';
import type { Flood } from './sign-ins.ts';

export interface Figures {
  products: number;
  rounds: number;
  machine: string;
  /** Which part of the time that was asked of the cores others were given; undefined where nobody can tell. */
  stolen: number | undefined;
  started: number;
  memory: { fresh: number; after: number };
  shots: Map<string, Shot[]>;
  /** The category's query through pgbench, a second. */
  queries: number[];
  /** Of a small store and of this one, in turn; nothing where this is the small one. */
  flat: Flat | undefined;
  booked: Booked;
  contest: Contest;
  listings: Listings;
  signIn: Shot;
  flood: Flood;
}

/** What a run found, as Markdown. */
export function report(figures: Figures): string {
  const { products, rounds, machine, stolen, started, memory, shots, booked, contest, listings, signIn, flood } =
    figures;
  const all = new Map(shots);
  if (booked.shots.length > 0) {
    all.set('booking, uncontested', booked.shots);
    all.set('one insert, bare node:http', booked.bare);
  }
  all.set('listing, one seller', listings.product);
  all.set('the same rows, bare node:http', listings.bare);
  all.set('sign-in, two at a time', [signIn]);
  const winners = new Set(contest.winners);
  return `# ${products.toLocaleString('en')} products

${new Date().toISOString().slice(0, 10)}, ${machine}. Median of ${rounds} rounds, taken in turn (least–most); of bookings, listings,
pgbench and the flood half as many, of signing in one.${strangers(stolen)}

${shotTable(all)}

## Ratios, of this run

Of each round by itself, as the machine is quicker at one time than at another; the median of them (least–most). What pgbench asks of the
category’s query stands after all rounds: there it is median ÷ median.

${table(['', 'ratio'], ratios(figures))}

## Crowds

${table(
  ['', ''],
  [
    ['50 buyers want one thing: p50 ms', told(contest.p50)],
    ['50 buyers want one thing: p99 ms', told(contest.p99)],
    ['how many got it, of each thing', [...winners].join(', ')],
    ['a list read while nobody signs in: p99 ms', told(spread(flood.calm))],
    ['the same with 50 sign-ins a second: p99 ms', told(spread(flood.flooded))],
    ['sign-ins answered a second, of these with a session', `${figure(flood.answered)}, ${figure(flood.signedIn)}`],
  ],
)}

## The server

${table(
  ['', ''],
  [
    ['from start to ready, ms', figure(started)],
    ['memory when ready, after all this, MB', `${memory.fresh}, ${memory.after}`],
    ...limits(figures),
  ],
)}
`;
}

function strangers(stolen: number | undefined): string {
  if (stolen === undefined) return '';
  return ` Other machines on the same host were given ${Math.round(stolen * 100)} % of the time\nthat was asked of the cores: what they struck of the lists and the flood was measured once more, and the calmer of the two counts.`;
}

/** What the machine could do; nothing is said of what was not measured. */
function limits({ queries, booked }: Figures): string[][] {
  const rows: [string, number[]][] = [
    ['the category’s query through pgbench, a second', queries],
    ['a booking’s transaction through pgbench, a second', booked.limits],
    ['the same in four statements, a second', booked.statements],
  ];
  return rows.filter(([, perSecond]) => perSecond.length > 0).map(([name, of]) => [name, told(spread(of))]);
}

/** The rows of the table of ratios; a ratio that was not measured is left out. */
function ratios({ products, shots, queries, flat, booked, listings, flood }: Figures): string[][] {
  const of = (name: string, value: (shot: Shot) => number) => (shots.get(name) ?? []).map(value);
  const rate = (shot: Shot) => shot.perSecond;
  const slowest = (shot: Shot) => shot.p99;
  const rows: [string, number[], number[]][] = [
    ['category page ÷ bare node:http, throughput', of(NAMES.FIRST, rate), of(NAMES.BARE, rate)],
    ['category page ÷ bare node:http, p99', of(NAMES.FIRST, slowest), of(NAMES.BARE, slowest)],
    [
      'category page ÷ its query through pgbench, throughput',
      [spread(of(NAMES.FIRST, rate)).median],
      [spread(queries).median],
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
      `category page of ${FEW.toLocaleString('en')} products ÷ of ${products.toLocaleString('en')}, throughput`,
      (flat?.few ?? []).map(rate),
      (flat?.many ?? []).map(rate),
    ],
    ['item ÷ bare node:http with the same query', of(NAMES.ITEM, rate), of(NAMES.BARE_ITEM, rate)],
    ['booking with a key ÷ bare node:http with one insert', booked.shots.map(rate), booked.bare.map(rate)],
    ['booking ÷ its transaction through pgbench', booked.shots.map(rate), booked.limits],
    ['booking ÷ the same in four statements', booked.shots.map(rate), booked.statements],
    ['listing by one seller ÷ bare node:http with the same rows', listings.product.map(rate), listings.bare.map(rate)],
    ['others’ p99 while 50 sign in a second ÷ without', flood.flooded, flood.calm],
  ];
  return rows
    .map(([name, ones, others]) => ({ name, ratio: spread(ratiosOf(ones, others)) }))
    .filter(({ ratio }) => Number.isFinite(ratio.median))
    .map(({ name, ratio }) => [name, told(ratio)]);
}

/** Round by round; nothing where one of the two was not measured. */
function ratiosOf(ones: number[], others: number[]): number[] {
  return ones.flatMap((one, round) => one / (others[round] ?? Number.NaN)).filter(Number.isFinite);
}
