import type pg from 'pg';
import { expect } from 'vitest';
import type { SearchQuery } from '#modules/search/contract.ts';
import { SORTS } from '#modules/search/filters.rules.ts';
import { findProducts, findSimilar } from '#modules/search/server/find-products.ts';
import { suggest } from '#modules/search/server/suggestions.ts';
import { summarize } from '#modules/search/server/summary.ts';
import { parseText } from '#modules/search/server/text-query.ts';
import { createDatabase, type Db } from '#platform/database/database.ts';
import type { OLD } from './fill.ts';
import { explain, listening } from './plans.ts';

export interface Search {
  name: string;
  ask(pool: pg.Pool): Promise<unknown>;
}

export interface Numbers {
  name: string;
  statements: number;
  rows: number;
  buffers: number;
  /** Milliseconds from the request to the response. */
  time: number;
}

const PAGE_MAX_ROWS = 24;
/** The limits of all statements of a search together. */
export interface ReadLimits {
  /** Rows of products. */
  rows: number;
  /** Pages of the database. */
  buffers: number;
}

/** Returns every kind of search that a screen sends: all kinds of words, each filter alone, and all together. */
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
    'a misspelt word': 'stroler',
    'a beginning': 'mode',
    'a quotation': '"squeak a little"',
    'a word without another': 'cot -wooden',
    'without a word': '-wooden',
  };
  const filters: Record<string, (categories: string[]) => SearchQuery> = {
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
  const booked = (): SearchQuery => ({ free: 'true' });
  const all = ([first]: string[]): SearchQuery => ({
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
  const allOld = (categories: string[]): SearchQuery => ({
    q: old.word,
    category: categories.at(-1),
    condition: ['Fair'],
    min: old.dear,
    area: [old.area],
    years: 5,
    free: 'true',
  });
  const asked: [string, (categories: string[]) => SearchQuery][] = [
    ...Object.entries(words).map(([name, q]): [string, () => SearchQuery] => [name, () => ({ q })]),
    ['a quotation of words that never follow each other', () => ({ q: '"little squeak"' })],
    ...Object.entries(filters),
    ['nothing that is booked', booked],
    ['everything at once', all],
    ['everything at once, old', allOld],
    ['a word in an old area', () => ({ q: 'pram', area: [old.area] })],
    ['a word that is not in an area', () => ({ q: old.word, area: ['banani'] })],
  ];
  return [
    ...asked.flatMap(([name, query]) => [
      ...SORTS.map((sort) => ({ name: `${name}, ${sort}`, ask: pages(query, sort) })),
      {
        name: `${name}, counted`,
        ask: async (pool: pg.Pool) => {
          const db = createDatabase(pool);
          const asked = query(await ids(pool));
          return summarize(db, await parsed(db, asked), asked);
        },
      },
    ]),
    ...['p', 'pra', 'wooden c', 'mode', 'zzz', 'খ'].map((q) => ({
      name: `suggestions for ${q}`,
      ask: (pool: pg.Pool) => suggest(createDatabase(pool), q),
    })),
    ...['asc', 'desc'].map((order) => ({
      name: `products similar to the ${order === 'asc' ? 'oldest' : 'newest'}`,
      ask: async (pool: pg.Pool) => {
        const { rows } = await pool.query(`select id from products where status = 'unsold' and category_id =
          (select id from categories order by position ${order} limit 1) order by created_at ${order} limit 1`);
        const db = createDatabase(pool);
        return findSimilar(db, db, rows[0].id);
      },
    })),
  ];
}

/** Returns the parsed text of a search, without a cache. */
async function parsed(db: Db, { q }: SearchQuery) {
  return q === undefined ? undefined : parseText(db, q);
}

async function ids(pool: pg.Pool): Promise<string[]> {
  return (await pool.query('select id from categories order by position')).rows.map(({ id }) => id);
}

/** Returns a search for one page. */
function pages(query: (categories: string[]) => SearchQuery, sort: (typeof SORTS)[number]) {
  return async (pool: pg.Pool, cursor?: string) => {
    const db = createDatabase(pool);
    const asked = query(await ids(pool));
    return findProducts(db, await parsed(db, asked), asked, { sort, cursor, size: PAGE_MAX_ROWS });
  };
}

/** The first page is measured, and this one. */
const LATER_PAGE_COUNT = 8;

/** Measures the first page and a later one. Fails for a scan of the table, and for too many rows or buffers. */
export async function expectFewTouched(pool: pg.Pool, search: Search, limits: ReadLimits): Promise<Numbers[]> {
  const first = await measure(pool, search, search.name, limits);
  let next = first.next;
  for (let page = 2; page < LATER_PAGE_COUNT && next; page += 1) next = (await askFor(search, pool, next)).next;
  if (!next) return [first.numbers];
  return [first.numbers, (await measure(pool, search, `${search.name}, further on`, limits, next)).numbers];
}

async function askFor({ ask }: Search, pool: pg.Pool, cursor: string | undefined): Promise<{ next?: string }> {
  return (await (ask as (pool: pg.Pool, cursor?: string) => Promise<{ next?: string }>)(pool, cursor)) ?? {};
}

async function measure(pool: pg.Pool, search: Search, name: string, limits: ReadLimits, cursor?: string) {
  const ear = listening(pool);
  const began = performance.now();
  const { next } = await askFor(search, ear.pool, cursor);
  const numbers: Numbers = { name, statements: 0, rows: 0, buffers: 0, time: performance.now() - began };
  for (const statement of ear.heard) {
    numbers.statements += 1;
    // PostgreSQL keeps one plan of a named statement, and plans the others for their values.
    const plan = await explain(pool, statement, statement.name !== '');
    expect([name, plan.scansTable]).toEqual([name, false]);
    numbers.rows += plan.rows;
    numbers.buffers += plan.buffers;
  }
  expect([name, numbers.rows <= limits.rows ? 'few rows' : numbers.rows]).toEqual([name, 'few rows']);
  expect([name, numbers.buffers <= limits.buffers ? 'few pages' : numbers.buffers]).toEqual([name, 'few pages']);
  return { numbers, next };
}
