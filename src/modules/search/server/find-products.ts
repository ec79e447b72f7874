import { z } from 'zod';
import type { OfferedProduct } from '#modules/catalogue/contract.ts';
import { OFFER_VIEW } from '#modules/catalogue/server/service.ts';
import type { Page } from '#platform/contract/call.ts';
import type { Db } from '#platform/database/database.ts';
import { readCursorAs, writeCursor } from '#platform/database/keyset.ts';
import type { SearchQuery } from '../contract.ts';
import { SORTS, type Sort } from '../rules.ts';
import {
  type Criteria,
  FOUND_COLUMNS,
  type FoundOffer,
  givenNames,
  isScanBound,
  SORT_KEY_COLUMNS,
  type SortKey,
  scanInOrder,
  searchIndex,
} from './product-search.store.ts';
import type { ParsedText } from './text-query.ts';

/** Common matches are among this number of products; the index finds rare ones. */
const SCAN_MAX_ROWS = 2000;
/** The index may give more candidates than can be sorted. Then the scan goes on to here. */
const CANDIDATES_MAX_ROWS = 20_000;
const QUOTATION_MAX_ROWS = 5000;

export interface PageRequest {
  sort: Sort;
  cursor: string | undefined;
  size: number;
}

/** Returns a page of products. @throws Problem (400) for a cursor of another search. */
export async function findPage(
  db: Db,
  text: ParsedText | undefined,
  { q: _, ...query }: SearchQuery,
  { sort, cursor, size }: PageRequest,
): Promise<Page<OfferedProduct>> {
  const start = readPosition(sort, cursor);
  if (text?.isEmpty) return { items: [] };
  const tiers = (sort === 'best' && text?.tiers) || [text?.words];
  const found: (FoundOffer & Position)[] = [];
  let stoppedAt: Position | undefined;
  for (const [tier, words] of tiers.entries()) {
    if (tier < (start?.tier ?? 0) || found.length > size || stoppedAt) continue;
    const after = start?.tier === tier ? start : undefined;
    const part = await findFirst(db, { ...query, words, phrases: text?.phrases, after }, sort, size + 1);
    found.push(...part.rows.map((row) => ({ tier, ...row })));
    stoppedAt = part.stoppedAt && { tier, ...part.stoppedAt };
  }
  const shown = found.slice(0, size);
  const last = found.length > size ? shown.at(-1) : stoppedAt;
  return {
    items: shown.map(OFFER_VIEW.present),
    ...(last ? { next: writeCursor([sort, last.tier, last.price_poisha, last.micros, last.id]) } : {}),
  };
}

/** Returns the newest products with these criteria. */
export async function findNewest<Row extends { id: string } = FoundOffer>(
  db: Db,
  criteria: Criteria,
  limit: number,
  columns = FOUND_COLUMNS,
): Promise<Row[]> {
  return (await findFirst<Row>(db, criteria, 'newest', limit, columns)).rows;
}

/**
 * Returns the first matches in an order. A scan finds common ones, the index rare ones. `stoppedAt` is where the search gave up: its
 * page is not full, and the next one continues there.
 */
async function findFirst<Row extends { id: string } = FoundOffer>(
  db: Db,
  criteria: Criteria,
  sort: Sort,
  limit: number,
  columns = FOUND_COLUMNS,
): Promise<{ rows: Row[]; stoppedAt?: SortKey | undefined }> {
  const scan = { columns, sort, limit };
  const rows = await scanInOrder<Row>(db, criteria, { ...scan, maxRows: SCAN_MAX_ROWS });
  if (rows.length === limit || !isFiltered(criteria, sort)) return { rows };
  const maxRows = criteria.phrases ? QUOTATION_MAX_ROWS : CANDIDATES_MAX_ROWS;
  const indexed = await searchIndex<Row>(db, criteria, { ...scan, maxRows });
  if (indexed.candidates <= maxRows) return indexed;
  const more = await scanInOrder<Row>(db, criteria, { ...scan, maxRows });
  if (more.length === limit) return { rows: more };
  const bounds = Object.fromEntries(
    givenNames(criteria)
      .filter((name) => isScanBound(name, sort))
      .map((name) => [name, criteria[name]]),
  );
  const last = { columns: SORT_KEY_COLUMNS, sort, maxRows, limit: 1, skip: maxRows - 1 };
  const [stoppedAt] = await scanInOrder<SortKey>(db, bounds, last);
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
  z.int().min(0),
  z.int().min(0),
  z.uuid(),
]);

function readPosition(sort: Sort, cursor: string | undefined): Position | undefined {
  const position = readCursorAs(
    positionShape.refine(([ownSort]) => ownSort === sort),
    cursor,
  );
  if (!position) return undefined;
  const [, tier, price_poisha, micros, id] = position;
  return { tier, price_poisha, micros, id };
}
