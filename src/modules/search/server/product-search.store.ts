import { CompiledQuery } from 'kysely';
import { QUALITIES } from '#modules/catalogue/rules.ts';
import { OFFER_VIEW } from '#modules/catalogue/server/service.ts';
import { toPoisha } from '#platform/contract/values.ts';
import type { Db } from '#platform/database/database.ts';
import { runPrepared } from '#platform/database/prepared.ts';
import type { SearchQuery } from '../contract.ts';
import type { Sort } from '../filters.rules.ts';
import { CHEAP_MAX_TK } from '../rules.ts';

/** The conditions of a search. Several values of one filter are alternatives. */
export interface Criteria extends Omit<SearchQuery, 'q'> {
  /** A tsquery that the index answers. */
  words?: string | undefined;
  /** A tsquery that needs the positions of words, which the index does not have. */
  phrases?: string | undefined;
  /** Only products that follow this one. Its price matters in an order by price. */
  after?: SortKey | undefined;
}

export interface SortKey {
  id: string;
  /** Time of listing, in microseconds since 1970. */
  micros: number;
  price_poisha: number;
}

export type FoundOffer = Parameters<typeof OFFER_VIEW.present>[0] & SortKey;

/** The columns of a product by which the options of the filters are counted. */
export interface FilterRow {
  id: string;
  category_id: string;
  quality: string;
  area: string;
  label: string;
  /** The text after the last comma of the pick-up point. */
  town: string;
  years_used: number;
  verified: boolean;
  booked: boolean;
}

export interface Scan {
  columns: string;
  sort: Sort;
  maxRows: number;
  limit: number;
}

export const SORT_KEY_COLUMNS = 'p.id, p.price_poisha, (extract(epoch from p.created_at) * 1000000)::bigint as micros';
export const FOUND_COLUMNS = `${OFFER_VIEW.columns}, (extract(epoch from p.created_at) * 1000000)::bigint as micros`;
export const FILTER_COLUMNS = `p.id, p.category_id, p.quality, p.area, btrim(split_part(p.location, ',', 1)) as label,
  split_part(p.location, ',', -1) as town,
  p.years_used, p.seller_verified as verified, ${OFFER_VIEW.booked} as booked`;

const TIME_ORDER = 'p.created_at desc, p.id desc';
const ORDERS: Record<Sort, string> = {
  best: TIME_ORDER,
  newest: TIME_ORDER,
  cheap: `p.price_poisha, ${TIME_ORDER}`,
  dear: `p.price_poisha desc, ${TIME_ORDER}`,
};
type Name = keyof Criteria;
type Parameter = (value: unknown, type: string) => string;
/** Whether the condition of a criterion belongs into this clause. */
type NamePredicate = (name: Name) => boolean;

const isByPrice = (sort: Sort) => sort === 'cheap' || sort === 'dear';

/** A condition for each criterion that can be set. */
const CONDITIONS: { [N in Name]-?: (value: NonNullable<Criteria[N]>, parameter: Parameter, sort: Sort) => string } = {
  after({ id, micros, price_poisha }, parameter, sort) {
    const later = `(p.created_at, p.id) <
      (timestamptz 'epoch' + ${parameter(micros, 'bigint')} * interval '1 microsecond', ${parameter(id, 'uuid')})`;
    if (!isByPrice(sort)) return later;
    const [price, beyond] = [parameter(price_poisha, 'bigint'), sort === 'cheap' ? '>' : '<'];
    return `p.price_poisha ${beyond}= ${price} and (p.price_poisha <> ${price} or ${later})`;
  },
  min: (tk, parameter) => `p.price_poisha >= ${parameter(toPoisha(tk), 'bigint')}`,
  // A constant, so that the planner finds the index of the cheap products.
  max: (tk, parameter) => `p.price_poisha <= ${tk === CHEAP_MAX_TK ? toPoisha(tk) : parameter(toPoisha(tk), 'bigint')}`,
  category: (id, parameter) => `p.category_id = ${parameter(id, 'uuid')}`,
  // Several conditions match most products, so only a single one uses the index.
  condition: ([quality, ...more], parameter) =>
    more.length === 0
      ? `p.quality = ${parameter(quality, 'text')}`
      : `p.quality <> all (${parameter(
          QUALITIES.filter((one) => one !== quality && !more.includes(one)),
          'text[]',
        )})`,
  area: (areas, parameter) => `p.area = any (${parameter(areas, 'text[]')})`,
  // Years have one decimal.
  years: (years, parameter) => `p.years_used <= ${parameter(years === 0 ? 0.9 : years, 'numeric')}`,
  verified: () => 'p.seller_verified',
  free: () => `not ${OFFER_VIEW.booked}`,
  words: (tsquery, parameter) => `p.document @@ ${parameter(tsquery, 'tsquery')}`,
  phrases: (tsquery, parameter) => `p.document @@ ${parameter(tsquery, 'tsquery')}`,
};

/** Returns the names of the criteria that are set. */
function givenNames(criteria: Criteria): Name[] {
  return (Object.keys(CONDITIONS) as Name[]).filter((name) => criteria[name] !== undefined);
}

/** Whether the index of a sort order satisfies a criterion, so that a scan skips no row for it. Booked products are few. */
function isScanBound(name: Name, { max, category }: Criteria, sort: Sort): boolean {
  if (name === 'after' || name === 'free') return true;
  if (isByPrice(sort)) return name === 'min' || name === 'max';
  return name === 'category' || (name === 'max' && max === CHEAP_MAX_TK && category === undefined);
}

/** Whether a scan may skip products. */
export function isFiltered(criteria: Criteria, sort: Sort): boolean {
  return givenNames(criteria).some((name) => !isScanBound(name, criteria, sort));
}

const PLANNED_ONCE: readonly Name[] = ['words', 'category', 'after'];

/**
 * Runs a statement. The most frequent ones are prepared and planned once: a subselect hides their values from the
 * planner. The others are planned for their values.
 */
async function run<Row>(
  db: Db,
  criteria: Criteria,
  sort: Sort,
  build: (where: (isPicked: NamePredicate) => string) => string,
) {
  const names = givenNames(criteria);
  const isFrequent = !isByPrice(sort) && names.every((name) => PLANNED_ONCE.includes(name));
  const values: unknown[] = [];
  const parameter: Parameter = (value, type) =>
    isFrequent ? `(select $${values.push(value)}::${type})` : `$${values.push(value)}::${type}`;
  const condition = (name: Name) => CONDITIONS[name](criteria[name] as never, parameter, sort);
  const text = build((isPicked) => ['true', ...names.filter(isPicked).map(condition)].join(' and '));
  if (!isFrequent) return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
  return runPrepared<Row>(db, { text, instantsAsText: true }, values);
}

/** Returns matches among the first products of an order, in that order. */
export function scanInOrder<Row>(db: Db, criteria: Criteria, scan: Scan): Promise<Row[]> {
  const { columns, sort, maxRows, limit } = scan;
  return run<Row>(
    db,
    criteria,
    sort,
    (where) => `select ${columns} from (
      select p.* from products p where p.status = 'unsold' and ${where((name) => isScanBound(name, criteria, sort))}
      order by ${ORDERS[sort]} limit ${maxRows}) as p
    where ${where((name) => !isScanBound(name, criteria, sort))} order by ${ORDERS[sort]} limit ${limit}`,
  );
}

/** Returns the last product that a scan reads; undefined when there are fewer. */
export async function findScanEnd(db: Db, criteria: Criteria, { sort, maxRows }: Scan): Promise<SortKey | undefined> {
  const [end] = await run<SortKey>(
    db,
    criteria,
    sort,
    (where) => `select ${SORT_KEY_COLUMNS} from products p
      where p.status = 'unsold' and ${where((name) => isScanBound(name, criteria, sort))}
      order by ${ORDERS[sort]} limit 1 offset ${maxRows - 1}`,
  );
  return end;
}

/** Criteria that are checked after the index, among a bounded number of candidates. */
const CHECKED: readonly Name[] = ['years', 'free', 'phrases'];

/** Whether the candidates that the index gives are more than the matches. */
export function isChecked(criteria: Criteria): boolean {
  return CHECKED.some((name) => criteria[name] !== undefined);
}

/**
 * Returns matches among at most `maxRows` candidates that the index gives. With more candidates the result is
 * incomplete. The CTEs are materialized, or the planner would scan an order for the limit.
 */
export async function searchIndex<Row extends { id: string }>(
  db: Db,
  criteria: Criteria,
  { columns, sort, maxRows, limit }: Scan,
): Promise<{ rows: Row[]; candidates: number }> {
  const rows = await run<Row & { candidates: number }>(
    db,
    criteria,
    sort,
    (where) => `with hits as materialized (
      select p.id, p.created_at, p.price_poisha, p.years_used, p.held_until${criteria.phrases ? ', p.document' : ''}
      from products p where p.status = 'unsold' and ${where((name) => !CHECKED.includes(name))}),
    candidates as materialized (select * from hits limit ${maxRows + 1}),
    found as materialized (
      select p.id from candidates p where ${where((name) => CHECKED.includes(name))} order by ${ORDERS[sort]} limit ${limit})
    select counted.candidates, ${columns} from (select count(*)::int as candidates from candidates) as counted
      left join (found join products p using (id)) on true order by ${ORDERS[sort]}`,
  );
  return { rows: rows.filter(({ id }) => id !== null), candidates: rows[0]?.candidates ?? 0 };
}
