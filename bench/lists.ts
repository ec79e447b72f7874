import type pg from 'pg';
import { repeatOnSteal } from './cpu-steal.ts';
import { type Load, type Measurement, measureLoad, warmUp } from './load.ts';
import type { BenchServer } from './servers.ts';
import { type BenchUser, register, signedInLoad } from './users.ts';

export interface ListBench {
  store: BenchServer;
  bare: BenchServer;
  /** The buyers, who read in turn. The first one has orders. */
  buyers: BenchUser[];
  rounds: number;
  measurements: Map<string, Measurement[]>;
  /** More loads, measured in the same rounds. */
  more?: NamedLoad[];
}

export type NamedLoad = [name: string, server: BenchServer, load: Load];

const FIRST = 'category, first page';
const LATE = 'category, page 500';
const BARE = 'the same query, bare node:http';
const ITEM = 'item';
const ORDERS = 'my orders';
const BARE_ORDERS = 'the query of my orders, bare node:http';
const BARE_ITEM = 'the query of an item, bare node:http';
const SEARCH = 'search for a common word';
const BARE_SEARCH = 'a plain tsvector query, bare node:http';
const SYNONYMS = 'search for a word with 12 synonyms';
const BARE_SYNONYMS = 'a plain tsvector query of the same words, bare node:http';
const BUYER_HOME = 'home page of a buyer';
const SELLER_HOME = 'home page of a seller';
const PRAM_SYNONYMS = "'pram' | 'stroller' | 'প্র্জাম' | 'শ্ট্রলার' | 'বাচ্চার' <-> 'গাড়ি' | 'বেবি' <-> 'শ্ট্রলার'";
export const NAMES = {
  FIRST,
  LATE,
  BARE,
  ITEM,
  BARE_ITEM,
  SEARCH,
  BARE_SEARCH,
  SYNONYMS,
  BARE_SYNONYMS,
  ORDERS,
  BARE_ORDERS,
  BUYER_HOME,
  SELLER_HOME,
};
/** The headers that Chrome and Firefox send. */
const BROWSER_HEADERS = { 'accept-encoding': 'gzip, deflate, br, zstd', accept: 'text/html' };
const PAGE_MAX_ROWS = 24;
const LATE_PAGE_COUNT = 500;

/** Measures all lists in rounds, so that a slow moment of the machine affects all of them alike. */
export async function measureLists(
  db: pg.Client,
  { store, bare, buyers, rounds, measurements, more = [] }: ListBench,
  only?: readonly string[],
): Promise<void> {
  const category = await largestCategory(db);
  const late = await cursorAt(db, category, PAGE_MAX_ROWS * (LATE_PAGE_COUNT - 1));
  const item = await newestOf(db, category);
  const list = `/api/products/category/${category}`;
  const [{ id = '', email = '', headers = {}, cookie = '' } = {}] = buyers;
  const seller = await register(store.address, `seller.${Date.now()}@bench.test`, 'Seller');
  const all: NamedLoad[] = [
    [BARE, bare, { path: `/offers/${category}` }],
    [FIRST, store, signedInLoad(list, buyers)],
    ...(late ? [[LATE, store, signedInLoad(`${list}?cursor=${late}`, buyers)] as NamedLoad] : []),
    [BARE_ITEM, bare, { path: `/items/${item}` }],
    [ITEM, store, { path: `/api/items/${item}` }],
    [BARE_SEARCH, bare, { path: '/search/babi' }],
    [SEARCH, store, signedInLoad('/api/search?q=baby', buyers)],
    [BARE_SYNONYMS, bare, { path: `/search/${encodeURIComponent(PRAM_SYNONYMS)}` }],
    [SYNONYMS, store, signedInLoad('/api/search?q=pram', buyers)],
    ['advertised', store, { path: '/api/products/advertise' }],
    ['categories', store, { path: '/api/categories' }],
    [BARE_ORDERS, bare, { path: `/orders/${id}` }],
    [ORDERS, store, { path: `/api/bookings?email=${encodeURIComponent(email)}`, headers }],
    ['home page, HTML', store, { path: '/', headers: BROWSER_HEADERS }],
    ['home page, not cached, not compressed', store, { path: '/?lang=en', headers: { accept: 'text/html' } }],
    [BUYER_HOME, store, { path: '/', headers: { ...BROWSER_HEADERS, cookie } }],
    [SELLER_HOME, store, { path: '/', headers: { ...BROWSER_HEADERS, cookie: seller.cookie } }],
    ['product picture', store, { path: '/demo/01-pram-gada-mint-800.webp' }],
  ];
  const loads = [...all.filter(([name]) => !only || only.includes(name)), ...more];
  for (const [, server, load] of loads) await warmUp(server, load);
  for (let round = 0; round < rounds; round += 1)
    for (const [name, server, load] of loads)
      measurements.set(name, [...(measurements.get(name) ?? []), await repeatOnSteal(() => measureLoad(server, load))]);
}

/** Returns the id of the category with the most unsold products. */
export async function largestCategory(db: pg.Client): Promise<string> {
  const { rows } = await db.query(
    `select category_id from products where status = 'unsold' group by 1 order by count(*) desc, 1 limit 1`,
  );
  return rows[0]?.category_id;
}

async function newestOf(db: pg.Client, category: string): Promise<string> {
  const { rows } = await db.query(
    `select id from products where category_id = $1 and status = 'unsold' order by created_at desc limit 1`,
    [category],
  );
  return rows[0]?.id;
}

/** Returns the cursor after `count` products of a category; undefined when it has fewer. */
async function cursorAt(db: pg.Client, category: string, count: number): Promise<string | undefined> {
  const { rows } = await db.query(
    `select created_at::text as at, id from products where category_id = $1 and status = 'unsold'
     order by created_at desc, id desc offset $2 limit 1`,
    [category, count - 1],
  );
  return rows[0] && Buffer.from(JSON.stringify([rows[0].at, rows[0].id])).toString('base64url');
}
