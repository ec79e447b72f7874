import { z } from 'zod';
import type { OfferedProduct } from '#modules/catalogue/contract.ts';
import { OFFER_VIEW } from '#modules/catalogue/server/service.ts';
import type { Page } from '#platform/contract/call.ts';
import { Problem } from '#platform/contract/problem.ts';
import type { Db } from '#platform/database/database.ts';
import { readCursorAs, writeCursor } from '#platform/database/keyset.ts';
import type { SearchQuery } from '../contract.ts';
import { MAX_SIMILAR_ITEMS } from '../rules.ts';
import {
  type Criteria,
  FOUND_COLUMNS,
  type FoundOffer,
  findScanEnd,
  isFiltered,
  type Scan,
  type SortKey,
  scanInOrder,
  searchIndex,
} from './product-search.store.ts';
import type { SearchPageRequest } from './search-engine.ts';
import { anyOf, isMeaningful, type ParsedText, token } from './text-query.ts';
import { findItemWords } from './words.store.ts';

/** Rows that a scan reads. It finds common matches; the index finds rare ones. */
const SCAN_MAX_ROWS = 2000;
/** Candidates that the index may give. With more, the scan reads this number of rows, except for quotations. */
const CANDIDATES_MAX_ROWS = 20_000;
/** Words of an item's name that similar items may share, and how many items are compared. */
const NAME_MAX_WORDS = 8;
const COMPARED_MAX_ROWS = 100;

/** Where a page ends. Tier 0 has the words in the name, tier 1 in the description. */
const position = z.object({
  tier: z.literal([0, 1]),
  price_poisha: z.int().min(0),
  micros: z.int().min(0),
  id: z.uuid(),
});

/** Returns a page of products. @throws Problem (400) for a cursor of another sort order. */
export async function findProducts(
  db: Db,
  text: ParsedText | undefined,
  { q: _, ...query }: SearchQuery,
  { sort, cursor, size }: SearchPageRequest,
): Promise<Page<OfferedProduct>> {
  const start = cursor === undefined ? undefined : readCursorAs(z.tuple([z.literal(sort), position]), cursor)?.[1];
  if (text?.isEmpty) return { items: [] };
  const tiers = (sort === 'best' && text?.tiers) || [text?.words];
  const found: { row: FoundOffer; tier: number }[] = [];
  let stoppedAt: (SortKey & { tier: number }) | undefined;
  for (const [tier, words] of tiers.entries()) {
    if (tier < (start?.tier ?? 0) || found.length > size || stoppedAt) continue;
    const after = start?.tier === tier ? start : undefined;
    const criteria = { ...query, words, phrases: text?.phrases, after };
    const part = await findFirst<FoundOffer>(db, criteria, { columns: FOUND_COLUMNS, sort, limit: size + 1 });
    found.push(...part.rows.map((row) => ({ row, tier })));
    stoppedAt = part.stoppedAt && { ...part.stoppedAt, tier };
  }
  const shown = found.slice(0, size);
  const end = shown.at(-1);
  const last = found.length > size && end ? { ...end.row, tier: end.tier } : stoppedAt;
  return {
    items: shown.map(({ row }) => OFFER_VIEW.present(row)),
    next: last && writeCursor([sort, position.parse(last)]),
  };
}

/**
 * Returns similar products on offer. Those of the same category with the most common words in the name come first.
 * Then the rest of the category, then others with common words. Reads the item from the primary, because it may be
 * new.
 * @throws Problem (404) when there is no such item
 */
export async function findSimilar(db: Db, primary: Db, id: string): Promise<OfferedProduct[]> {
  const item = await findItemWords(primary, id);
  if (!item) throw new Problem('missing', 'not-found', 'error.notFound');
  const category = item.category_id;
  const meaningful = item.words.filter(({ word }) => isMeaningful(word) && /\D/.test(word));
  const tokens = [...new Set(meaningful.map(({ lexeme }) => token(`/${lexeme}`)))].slice(0, NAME_MAX_WORDS);
  const columns = `${FOUND_COLUMNS}, p.document::text as document`;
  async function newest(criteria: Criteria, limit: number) {
    const { rows } = await findFirst<FoundOffer & { document: string }>(db, criteria, {
      columns,
      sort: 'newest',
      limit,
    });
    return rows.map((row) => ({ ...row, common: tokens.filter((one) => row.document.includes(one)).length }));
  }
  async function withCommonWords(within: { category?: string }) {
    if (tokens.length === 0) return [];
    const rows = await newest({ ...within, words: anyOf(tokens) }, COMPARED_MAX_ROWS);
    return rows.sort((one, other) => other.common - one.common);
  }
  const lists = [
    () => withCommonWords({ category }),
    () => newest({ category }, 2 * MAX_SIMILAR_ITEMS),
    () => withCommonWords({}),
  ];
  const found = new Map<string, FoundOffer>();
  for (const list of lists) {
    if (found.size < MAX_SIMILAR_ITEMS) for (const row of await list()) if (row.id !== id) found.set(row.id, row);
  }
  return [...found.values()].slice(0, MAX_SIMILAR_ITEMS).map(OFFER_VIEW.present);
}

/**
 * Returns the first matches in an order. A scan finds common ones, the index rare ones. `stoppedAt` is where the search
 * gave up: its page is not full, and the next one continues there.
 */
async function findFirst<Row extends { id: string }>(
  db: Db,
  criteria: Criteria,
  scan: Omit<Scan, 'maxRows'>,
): Promise<{ rows: Row[]; stoppedAt?: SortKey | undefined }> {
  const rows = await scanInOrder<Row>(db, criteria, { ...scan, maxRows: SCAN_MAX_ROWS });
  if (rows.length === scan.limit || !isFiltered(criteria, scan.sort)) return { rows };
  const further = { ...scan, maxRows: criteria.phrases ? SCAN_MAX_ROWS : CANDIDATES_MAX_ROWS };
  const indexed = await searchIndex<Row>(db, criteria, further);
  if (indexed.candidates <= further.maxRows) return indexed;
  const more = criteria.phrases ? rows : await scanInOrder<Row>(db, criteria, further);
  return { rows: more, stoppedAt: more.length < scan.limit ? await findScanEnd(db, criteria, further) : undefined };
}
