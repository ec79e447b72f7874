import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type { Quality } from '#modules/catalogue/rules.ts';
import type { Db } from '#platform/database/database.ts';
import { runPrepared } from '#platform/database/prepared.ts';
import type { Sort } from '../rules.ts';

/** What a search asks of a product on offer. Several values of one filter are alternatives. */
export interface Criteria {
  /** A tsquery that the index answers. */
  words?: string | undefined;
  /** A tsquery that needs the positions of words, which the index does not have. */
  phrases?: string | undefined;
  category?: string | undefined;
  condition?: readonly string[] | undefined;
  area?: readonly string[] | undefined;
  /** At most; 0 means less than one year. */
  years?: number | undefined;
  verified?: boolean | undefined;
  /** Without booked products. */
  free?: boolean | undefined;
  /** Poisha, both bounds included. */
  price?: { low: number; high: number } | undefined;
  /** Only products that follow this one. Its price matters in an order by price. */
  after?: SortKey | undefined;
}

export interface SortKey {
  id: string;
  /** Time of listing, in microseconds since 1970. */
  micros: number;
  price: number;
}

/** What the options of the filters are counted by. */
export interface FilterRow {
  category_id: string;
  quality: Quality;
  area: string;
  label: string;
  years_used: number;
  verified: boolean;
  booked: boolean;
}

interface Scan {
  columns: keyof typeof COLUMNS;
  sort: Sort;
  /** How many products are read at most. */
  maxRows: number;
  /** How many matches are returned at most. */
  limit: number;
  /** How many matches are skipped. */
  skip?: number;
}

const BOOKED = '(p.held_until > now()) is true';
const COLUMNS = {
  sortKey: 'p.id, (extract(epoch from p.created_at) * 1000000)::bigint as micros, p.price_poisha as price',
  filters: `p.category_id, p.quality, p.area, btrim(split_part(p.location, ',', 1)) as label, p.years_used,
    p.seller_verified as verified, ${BOOKED} as booked`,
};
const TIME_ORDER = 'p.created_at desc, p.id desc';
const ORDERS: Record<Sort, string> = {
  best: TIME_ORDER,
  newest: TIME_ORDER,
  cheap: `p.price_poisha, ${TIME_ORDER}`,
  dear: `p.price_poisha desc, ${TIME_ORDER}`,
};
type Name = keyof Criteria;
type Conditions = Partial<Record<Name, string>>;
type Parameter = (value: unknown, type: string) => string;

function conditionsOf(criteria: Criteria, sort: Sort, parameter: Parameter): Conditions {
  const { words, phrases, category, condition, area, years, verified, free, price, after } = criteria;
  const isAfter = (key: SortKey) => `(p.created_at, p.id) <
    (timestamptz 'epoch' + ${parameter(key.micros, 'bigint')} * interval '1 microsecond', ${parameter(key.id, 'uuid')})`;
  return {
    ...(after && !isByPrice(sort) && { after: isAfter(after) }),
    ...(after &&
      isByPrice(sort) && { after: `(p.price_poisha <> ${parameter(after.price, 'bigint')} or ${isAfter(after)})` }),
    ...(price && {
      price: `p.price_poisha between ${parameter(price.low, 'bigint')} and ${parameter(price.high, 'bigint')}`,
    }),
    ...(category && { category: `p.category_id = ${parameter(category, 'uuid')}` }),
    ...(condition && { condition: `p.quality = any (${parameter(condition, 'text[]')})` }),
    ...(area && { area: `p.area = any (${parameter(area, 'text[]')})` }),
    // Years have one decimal.
    ...(years !== undefined && { years: `p.years_used <= ${parameter(years === 0 ? 0.9 : years, 'numeric')}` }),
    ...(verified && { verified: 'p.seller_verified' }),
    ...(free && { free: `not ${BOOKED}` }),
    ...(words && { words: `p.document @@ ${parameter(words, 'tsquery')}` }),
    ...(phrases && { phrases: `p.document @@ ${parameter(phrases, 'tsquery')}` }),
  };
}

const isByPrice = (sort: Sort) => sort === 'cheap' || sort === 'dear';
const PLANNED_ONCE: readonly string[] = ['words', 'category', 'after'];

/**
 * Runs a statement. The most frequent ones are prepared and planned once: a subselect hides their values from the planner. The others
 * are planned for their values.
 */
async function run<Row>(
  db: Db,
  criteria: Criteria,
  sort: Sort,
  build: (where: (isPicked: (name: Name) => boolean) => string) => string,
) {
  const isFrequent = !isByPrice(sort) && givenNames(criteria).every((name) => PLANNED_ONCE.includes(name));
  const values: unknown[] = [];
  const conditions = conditionsOf(criteria, sort, (value, type) => {
    const parameter = `$${values.push(value)}::${type}`;
    return isFrequent ? `(select ${parameter})` : parameter;
  });
  const names = Object.keys(conditions) as Name[];
  const where = (isPicked: (name: Name) => boolean) =>
    ["where p.status = 'unsold'", ...names.filter(isPicked).map((name) => conditions[name])].join(' and ');
  const text = build(where);
  if (!isFrequent) return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
  return runPrepared<Row>(db, { name: `search-${createHash('md5').update(text).digest('hex')}`, text }, values);
}

/** Returns the names of the criteria that are set. */
export function givenNames(criteria: Criteria): Name[] {
  return (Object.keys(criteria) as Name[]).filter((name) => criteria[name] !== undefined);
}

/** Whether the index of an order answers a criterion, so that a scan passes no product for it. Booked products are few. */
export function isScanBound(name: Name, sort: Sort): boolean {
  return name === 'after' || name === 'free' || name === (isByPrice(sort) ? 'price' : 'category');
}

/** Returns matches among the first products of an order, in that order. */
export async function scanInOrder<Row extends object>(
  db: Db,
  criteria: Criteria,
  { columns, sort, maxRows, limit, skip = 0 }: Scan,
): Promise<Row[]> {
  return run<Row>(
    db,
    criteria,
    sort,
    (where) => `select ${COLUMNS[columns]} from (
      select p.* from products p ${where((name) => isScanBound(name, sort))} order by ${ORDERS[sort]} limit ${maxRows}) as p
    ${where((name) => !isScanBound(name, sort))} order by ${ORDERS[sort]} limit ${limit} offset ${skip}`,
  );
}

/** The index does not answer these. */
export const CHECKED: readonly string[] = ['years', 'free', 'phrases'];
const CANDIDATE = `p.id, p.status, p.created_at, p.price_poisha, p.category_id, p.quality, p.area, p.location, p.years_used,
  p.seller_verified, p.held_until`;

/**
 * Returns matches among at most `maxRows` candidates that the index gives. With more candidates the result is incomplete. The CTE is
 * materialized, or the planner would scan an order for the limit.
 */
export async function searchIndex<Row extends object>(
  db: Db,
  criteria: Criteria,
  { columns, sort, maxRows, limit }: Scan,
): Promise<{ rows: Row[]; candidates: number }> {
  const [row] = await run<{ candidates: number; rows: Row[] }>(
    db,
    criteria,
    sort,
    (where) => `with hits as materialized (
      select ${CANDIDATE}${criteria.phrases ? ', p.document' : ''} from products p ${where((name) => !CHECKED.includes(name))}),
    candidates as materialized (select * from hits limit ${maxRows + 1})
    select (select count(*)::int from candidates) as candidates, array(select to_jsonb(r) from (
      select ${COLUMNS[columns]} from candidates p ${where((name) => CHECKED.includes(name))}
      order by ${ORDERS[sort]} limit ${limit}) as r) as rows`,
  );
  return row ?? { rows: [], candidates: 0 };
}
