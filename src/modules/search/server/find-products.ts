import { z } from 'zod';
import type { Page } from '#platform/contract/call.ts';
import { toPoisha } from '#platform/contract/values.ts';
import type { Db } from '#platform/database/database.ts';
import { readCursorAs, writeCursor } from '#platform/database/keyset.ts';
import type { SearchQuery } from '../contract.ts';
import { type Filter, SORTS, type Sort } from '../rules.ts';
import {
  type Criteria,
  givenNames,
  isScanBound,
  type SortKey,
  scanInOrder,
  searchIndex,
} from './product-search.store.ts';
import type { ParsedText } from './text-query.ts';

/** Common matches are among so many products of an order; the index finds rare ones. */
const SCAN_MAX_ROWS = 2000;
/** The index may give more candidates than can be sorted. Then the scan goes on to here. */
const CANDIDATES_MAX_ROWS = 20_000;
const QUOTATION_MAX_ROWS = 5000;
const PRICE_MAX_POISHA = 1_000_000_000;

export interface PageRequest {
  sort: Sort;
  cursor: string | undefined;
  size: number;
}

/** Returns the criteria of a search, if wanted without one filter. */
export function criteriaOf(text: ParsedText | undefined, query: SearchQuery, without?: Filter): Criteria {
  const { category, condition, area, years, min = 0, max, verified, free } = query;
  const isPriced = query.min !== undefined || max !== undefined;
  const criteria = {
    category,
    condition,
    area,
    years,
    verified: verified && true,
    free: free && true,
    price: isPriced ? { low: toPoisha(min), high: max === undefined ? PRICE_MAX_POISHA : toPoisha(max) } : undefined,
  };
  return { ...criteria, ...(without ? { [without]: undefined } : {}), words: text?.words, phrases: text?.phrases };
}

/** Returns the ids of a page of products. @throws Problem (400) for a cursor of another search. */
export async function findPage(
  db: Db,
  text: ParsedText | undefined,
  query: SearchQuery,
  { sort, cursor, size }: PageRequest,
): Promise<Page<string>> {
  const start = readPosition(sort, cursor);
  if (text?.isEmpty) return { items: [] };
  const criteria = criteriaOf(text, query);
  const tiers = (sort === 'best' && text?.tiers) || [text?.words];
  const found: Position[] = [];
  let stoppedAt: Position | undefined;
  for (const [tier, words] of tiers.entries()) {
    if (tier < (start?.tier ?? 0) || found.length > size || stoppedAt) continue;
    const rest = start?.tier === tier ? after(start, criteria, sort) : criteria;
    const part = await findFirst(db, { ...rest, words }, sort, size + 1);
    found.push(...part.rows.map((row) => ({ tier, ...row })));
    stoppedAt = part.stoppedAt && { tier, ...part.stoppedAt };
  }
  const shown = found.slice(0, size);
  const last = found.length > size ? shown.at(-1) : stoppedAt;
  return {
    items: shown.map(({ id }) => id),
    ...(last ? { next: writeCursor([sort, last.tier, last.price, last.micros, last.id]) } : {}),
  };
}

/** Returns the ids of the newest products with these criteria. */
export async function findNewest(db: Db, criteria: Criteria, limit: number): Promise<string[]> {
  return (await findFirst(db, criteria, 'newest', limit)).rows.map(({ id }) => id);
}

/**
 * Returns the first matches in an order. A scan finds common ones, the index rare ones. `stoppedAt` is where the search gave up: its
 * page is not full, and the next one continues there.
 */
async function findFirst(
  db: Db,
  criteria: Criteria,
  sort: Sort,
  limit: number,
): Promise<{ rows: SortKey[]; stoppedAt?: SortKey | undefined }> {
  const scan = { columns: 'sortKey', sort, limit } as const;
  const rows = await scanInOrder<SortKey>(db, criteria, { ...scan, maxRows: SCAN_MAX_ROWS });
  if (rows.length === limit || !isFiltered(criteria, sort)) return { rows };
  const maxRows = criteria.phrases ? QUOTATION_MAX_ROWS : CANDIDATES_MAX_ROWS;
  const indexed = await searchIndex<SortKey>(db, criteria, { ...scan, maxRows });
  if (indexed.candidates <= maxRows) return indexed;
  const more = await scanInOrder<SortKey>(db, criteria, { ...scan, maxRows });
  if (more.length === limit) return { rows: more };
  const bounds = Object.fromEntries(
    Object.entries(criteria).filter(([name]) => isScanBound(name as keyof Criteria, sort)),
  );
  const [stoppedAt] = await scanInOrder<SortKey>(db, bounds, { ...scan, maxRows, limit: 1, skip: maxRows - 1 });
  return { rows: more, stoppedAt };
}

/** Whether a scan may pass products without returning them. */
export function isFiltered(criteria: Criteria, sort: Sort): boolean {
  return givenNames(criteria).some((name) => !isScanBound(name, sort));
}

/** Where a page ends. Tier 0 has the words in the name, tier 1 in the description. */
interface Position extends SortKey {
  tier: number;
}

const positionShape = z.tuple([
  z.enum(SORTS),
  z.union([z.literal(0), z.literal(1)]),
  z.int().min(0).max(PRICE_MAX_POISHA),
  z.int().min(0),
  z.uuid(),
]);

function readPosition(sort: Sort, cursor: string | undefined): Position | undefined {
  const shape = positionShape.refine(([ownSort]) => ownSort === sort);
  const position = readCursorAs(shape, cursor);
  if (!position) return undefined;
  const [, tier, price, micros, id] = position;
  return { tier, price, micros, id };
}

/** Adds that products follow a position. By price, the index skips to its price. */
function after(start: Position, criteria: Criteria, sort: Sort): Criteria {
  const { low, high } = criteria.price ?? { low: 0, high: PRICE_MAX_POISHA };
  if (sort === 'cheap') return { ...criteria, after: start, price: { low: Math.max(low, start.price), high } };
  if (sort === 'dear') return { ...criteria, after: start, price: { low, high: Math.min(high, start.price) } };
  return { ...criteria, after: start };
}
