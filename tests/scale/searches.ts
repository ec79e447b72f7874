import type pg from 'pg';
import { expect } from 'vitest';
import type { Finding } from '#modules/search/contract.ts';
import { SORTS } from '#modules/search/rules.ts';
import { find } from '#modules/search/server/finding.ts';
import { findSimilar } from '#modules/search/server/similar.ts';
import { suggestFor } from '#modules/search/server/suggestions.ts';
import { summarise } from '#modules/search/server/summary.ts';
import { createDatabase } from '#platform/database/database.ts';
import type { OLD } from './fill.ts';
import { explain, listening } from './plans.ts';

export interface Search {
  name: string;
  ask(pool: pg.Pool): Promise<unknown>;
  /** How many rows of products, and how many of the database's pages, all statements together may look at. */
  rows: number;
  buffers: number;
}

export interface Numbers {
  name: string;
  statements: number;
  rows: number;
  buffers: number;
  /** Milliseconds, from the question to the answer. */
  time: number;
}

const SIZE = 24;
/** A page: a few hundred rows, of a million. Where what is booked or said otherwise is in between, up to its limit. */
const PAGE = { rows: 3000, buffers: 25_000 };
const TIRED = { rows: 25_000, buffers: 40_000 };
// Of each thing that is counted it is looked up whether it is booked; of many more where only the others are.
const SUMMARY = { rows: 50_000, buffers: 40_000 };
const TIRED_SUMMARY = { rows: 50_000, buffers: 65_000 };

/** Every kind of search that the screens can ask: no words and words of all kinds, each filter alone and all together. */
export function searchesOf(old: typeof OLD): Search[] {
  const words: Record<string, string> = {
    'a common word': 'pram',
    'two words': 'wooden cot',
    Bangla: 'খাট',
    'an old word': old.word,
    'an old word of descriptions': old.said,
    'a word of most descriptions': 'used',
    'a word of names and one of descriptions': 'wheels pram',
    'words that are on nothing together': `${old.word} stroller banani`,
    nonsense: 'zzzzqq',
    'a slip of the pen': 'stroler',
    'a beginning': 'mode',
    'a quotation': '"squeak a little"',
    'a word without another': 'cot -wooden',
    'without a word': '-wooden',
  };
  const filters: Record<string, (categories: string[]) => Finding> = {
    'no filter': () => ({}),
    'a category': ([first]) => ({ category: first }),
    'an old category': (categories) => ({ category: categories.at(-1) }),
    'a condition': () => ({ condition: ['Good'] }),
    'an old condition': () => ({ condition: ['Fair'] }),
    'two conditions': () => ({ condition: ['Good', 'Excellent'] }),
    'a range of prices': () => ({ min: 500, max: 1500 }),
    'a narrow range of prices': () => ({ min: 501, max: 503 }),
    'a least price': () => ({ min: 1000 }),
    'a highest price': () => ({ max: 300 }),
    'an old price': () => ({ min: old.dear }),
    'a price that nothing has': () => ({ min: 40_000, max: 50_000 }),
    'an area': () => ({ area: ['mirpur 10'] }),
    'an old area': () => ({ area: [old.area] }),
    'areas, one of which is nowhere': () => ({ area: ['banani', 'nowhere'] }),
    unused: () => ({ years: 0 }),
    'used for five years at most': () => ({ years: 5 }),
    'verified sellers': () => ({ verified: 'true' }),
    'old and elsewhere': () => ({ condition: ['Fair'], area: ['banani'], verified: 'true' }),
  };
  const booked = (): Finding => ({ free: 'true' });
  const all = ([first]: string[]): Finding => ({
    q: 'pram',
    category: first,
    condition: ['Good', 'Excellent'],
    min: 100,
    max: 9000,
    area: ['mirpur 10', 'dhanmondi'],
    years: 5,
    verified: 'true',
    free: 'true',
  });
  const allOld = (categories: string[]): Finding => ({
    q: old.word,
    category: categories.at(-1),
    condition: ['Fair'],
    min: old.dear,
    area: [old.area],
    years: 5,
    free: 'true',
  });
  const asked: [string, (categories: string[]) => Finding, Limits?][] = [
    ...Object.entries(words).map(([name, q]): [string, () => Finding] => [name, () => ({ q })]),
    ['a quotation of words that never follow each other', () => ({ q: '"little squeak"' }), TIRED],
    ...Object.entries(filters),
    ['nothing that is booked', booked, TIRED],
    ['everything at once', all, TIRED],
    ['everything at once, old', allOld],
    ['a word in an old area', () => ({ q: 'pram', area: [old.area] })],
    ['a word that an area has not', () => ({ q: old.word, area: ['banani'] })],
  ];
  return [
    ...asked.flatMap(([name, finding, limits = PAGE]) => [
      ...SORTS.map((sort) => ({ name: `${name}, ${sort}`, ...limits, ask: pages(finding, sort) })),
      {
        name: `${name}, counted`,
        ...(limits === TIRED ? TIRED_SUMMARY : SUMMARY),
        ask: async (pool: pg.Pool) => summarise(createDatabase(pool), finding(await ids(pool))),
      },
    ]),
    ...['p', 'pra', 'wooden c', 'mode', 'zzz', 'খ'].map((q) => ({
      name: `suggestions for ${q}`,
      ...PAGE,
      ask: (pool: pg.Pool) => suggestFor(createDatabase(pool), q),
    })),
    ...['asc', 'desc'].map((order) => ({
      name: `what is like the ${order === 'asc' ? 'oldest' : 'newest'}`,
      ...PAGE,
      ask: async (pool: pg.Pool) => {
        const { rows } = await pool.query(`select id from products where status = 'unsold' and category_id =
          (select id from categories order by position ${order} limit 1) order by created_at ${order} limit 1`);
        return findSimilar(createDatabase(pool), rows[0].id);
      },
    })),
  ];
}

type Limits = Pick<Search, 'rows' | 'buffers'>;

async function ids(pool: pg.Pool): Promise<string[]> {
  return (await pool.query('select id from categories order by position')).rows.map(({ id }) => id);
}

/** Asks for the first page, and for one further on; of both, what is asked last is what counts. */
function pages(finding: (categories: string[]) => Finding, sort: (typeof SORTS)[number]) {
  return async (pool: pg.Pool, cursor?: string) =>
    find(createDatabase(pool), finding(await ids(pool)), { sort, cursor, size: SIZE });
}

/** How far on a page is that is asked for besides the first. */
const DEEP = 8;

/** Asks, and reads the plans of all that was asked of the database for it, for these values and for any. */
export async function expectFewTouched(pool: pg.Pool, search: Search): Promise<Numbers[]> {
  const first = await measure(pool, search, search.name, undefined);
  let next = first.next;
  for (let page = 2; page < DEEP && next; page += 1) next = (await askFor(search, pool, next)).next;
  if (!next) return [first.numbers];
  return [first.numbers, (await measure(pool, search, `${search.name}, further on`, next)).numbers];
}

async function askFor({ ask }: Search, pool: pg.Pool, cursor: string | undefined): Promise<{ next?: string }> {
  return (await (ask as (pool: pg.Pool, cursor?: string) => Promise<{ next?: string }>)(pool, cursor)) ?? {};
}

async function measure(pool: pg.Pool, search: Search, name: string, cursor: string | undefined) {
  const ear = listening(pool);
  const began = performance.now();
  const { next } = await askFor(search, ear.pool, cursor);
  const numbers: Numbers = { name, statements: 0, rows: 0, buffers: 0, time: performance.now() - began };
  for (const statement of ear.heard.filter(({ name }) => name !== '')) {
    numbers.statements += 1;
    for (const generic of [true, false]) {
      const plan = await explain(pool, statement, generic);
      expect([name, statement.name, plan.wrongWays]).toEqual([name, statement.name, []]);
      if (generic) continue;
      numbers.rows += plan.rows;
      numbers.buffers += plan.buffers;
    }
  }
  expect([name, numbers.rows <= search.rows ? 'few rows' : numbers.rows]).toEqual([name, 'few rows']);
  expect([name, numbers.buffers <= search.buffers ? 'few pages' : numbers.buffers]).toEqual([name, 'few pages']);
  return { numbers, next };
}
