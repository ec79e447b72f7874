import type pg from 'pg';
import { calmly } from './calm.ts';
import { type Aim, type Shot, shoot, warmUp } from './load.ts';
import type { Machine } from './machines.ts';
import { signedIn, type Visitor } from './people.ts';

/** The servers under measurement, and how many rounds they are measured. */
export interface Reading {
  product: Machine;
  bare: Machine;
  /** Who reads, in turn; the first of them has orders. */
  buyers: Visitor[];
  rounds: number;
  shots: Map<string, Shot[]>;
}

const FIRST = 'category, first page';
const LATE = 'category, page 500';
const BARE = 'the same query, bare node:http';
const ITEM = 'item';
const BARE_ITEM = 'the query of an item, bare node:http';
const SEARCH = 'search for a common word';
const BARE_SEARCH = 'a plain tsvector query, bare node:http';
const SYNONYMS = 'search for a word with 12 synonyms';
const BARE_SYNONYMS = 'a plain tsvector query of the same words, bare node:http';
/** The words that a search for a pram finds. */
const PRAM = "'pram' | 'stroller' | 'প্র্জাম' | 'শ্ট্রলার' | 'বাচ্চার' <-> 'গাড়ি' | 'বেবি' <-> 'শ্ট্রলার'";
export const NAMES = { FIRST, LATE, BARE, ITEM, BARE_ITEM, SEARCH, BARE_SEARCH, SYNONYMS, BARE_SYNONYMS };
/** As Chrome and Firefox send. */
const HTML = { 'accept-encoding': 'gzip, deflate, br, zstd', accept: 'text/html' };
const PAGE = 24;
/** The page of which a list is said to be as quick as of its first. */
const LATE_PAGE = 500;

/** Fires at everything that is read, each in its turn and then all over again, so that a slow moment strikes all. */
export async function measureLists(
  db: pg.Client,
  { product, bare, buyers, rounds, shots }: Reading,
  only?: readonly string[],
): Promise<void> {
  const category = await largestCategory(db);
  const late = await cursorAt(db, category, PAGE * (LATE_PAGE - 1));
  const item = await newestOf(db, category);
  const list = `/api/products/category/${category}`;
  const [{ email = '', headers = {}, cookie = '' } = {}] = buyers;
  const all: [name: string, at: Machine, aim: Aim][] = [
    [BARE, bare, { path: `/offers/${category}` }],
    [FIRST, product, signedIn(list, buyers)],
    ...(late ? [[LATE, product, signedIn(`${list}?cursor=${late}`, buyers)] as [string, Machine, Aim]] : []),
    [BARE_ITEM, bare, { path: `/items/${item}` }],
    [ITEM, product, { path: `/api/items/${item}` }],
    [BARE_SEARCH, bare, { path: '/search/babi' }],
    [SEARCH, product, signedIn('/api/search?q=baby', buyers)],
    [BARE_SYNONYMS, bare, { path: `/search/${encodeURIComponent(PRAM)}` }],
    [SYNONYMS, product, signedIn('/api/search?q=pram', buyers)],
    ['advertised', product, { path: '/api/products/advertise' }],
    ['categories', product, { path: '/api/categories' }],
    ['my orders', product, { path: `/api/bookings?email=${encodeURIComponent(email)}`, headers }],
    ['home page, HTML', product, { path: '/', headers: HTML }],
    ['home page, rendered for each, not compressed', product, { path: '/?lang=en', headers: { accept: 'text/html' } }],
    ['home page of a buyer', product, { path: '/', headers: { ...HTML, cookie } }],
    ['product picture', product, { path: '/demo/01-pram-gada-mint-800.webp' }],
  ];
  const aims = all.filter(([name]) => !only || only.includes(name));
  for (const [, at, aim] of aims) await warmUp(at, aim);
  for (let round = 0; round < rounds; round += 1)
    for (const [name, at, aim] of aims)
      shots.set(name, [...(shots.get(name) ?? []), await calmly(() => shoot(at, aim))]);
}

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

/** The cursor behind so many things of a category; undefined when there are not as many. */
async function cursorAt(db: pg.Client, category: string, things: number): Promise<string | undefined> {
  const { rows } = await db.query(
    `select created_at::text as at, id from products where category_id = $1 and status = 'unsold'
     order by created_at desc, id desc offset $2 limit 1`,
    [category, things - 1],
  );
  return rows[0] && Buffer.from(JSON.stringify([rows[0].at, rows[0].id])).toString('base64url');
}
