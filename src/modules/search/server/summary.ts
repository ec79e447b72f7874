import { QUALITIES } from '#modules/catalogue/rules.ts';
import type { Db } from '#platform/database/database.ts';
import type { Count, SearchQuery, SearchSummary } from '../contract.ts';
import { appliedFilters, FILTERS, type Filter, YEARS } from '../filters.rules.ts';
import { MAX_AREAS, OPTION_MAX_COUNT, TOTAL_MAX_COUNT } from '../rules.ts';
import { findDistrict } from './districts.ts';
import {
  type Criteria,
  FILTER_COLUMNS,
  type FilterRow,
  isChecked,
  isFiltered,
  SORT_KEY_COLUMNS,
  scanInOrder,
  searchIndex,
} from './product-search.store.ts';
import type { ParsedText } from './text-query.ts';
import { selectCategoryIds, selectCommonQueries } from './words.store.ts';

const SCAN_MAX_ROWS = 2000;
const SAMPLE_MAX_ROWS = 300;
const COUNTED_MAX_ROWS = 10_000;

/** Some matches, and how many there are at least. */
interface Sample extends Count {
  rows: FilterRow[];
}

/**
 * Counts the matches of a search, and those of each option with the other filters unchanged. Counts all matches up to a limit. With more
 * matches each count is a lower bound.
 */
export async function summarize(db: Db, text: ParsedText | undefined, query: SearchQuery): Promise<SearchSummary> {
  const { q: _, ...criteria } = { ...query, words: text?.words, phrases: text?.phrases };
  const take = (changes: Partial<Criteria>, isTotal: boolean): Promise<Sample> | Sample =>
    text?.isEmpty ? { rows: [], count: 0, more: false } : takeSample(db, { ...criteria, ...changes }, isTotal);
  const all = await take({}, true);
  const isNothing = all.count === 0 && !all.more;
  const options = Map.groupBy(appliedFilters(query), ({ filter }) => filter);
  const samples = new Map<Filter, Sample>();
  for (const filter of options.keys())
    if (isNothing || HAS_OPTIONS.includes(filter))
      samples.set(
        filter,
        await take(filter === 'price' ? { min: undefined, max: undefined } : { [filter]: undefined }, false),
      );
  const countIn = (filter: Filter, matches: (row: FilterRow) => boolean) =>
    countOf(samples.get(filter) ?? all, matches);
  const categories = await selectCategoryIds(db);
  const fewer = isNothing && options.size === 0 && text ? await findFewerWords(db, text) : undefined;
  return {
    total: { count: all.count, more: all.more },
    ...(text?.corrected === undefined ? {} : { corrected: text.corrected }),
    ...(fewer ? { fewer } : {}),
    categories: categories.map((id) => ({ _id: id, ...countIn('category', (row) => row.category_id === id) })),
    conditions: QUALITIES.map((value) => ({ value, ...countIn('condition', (row) => row.quality === value) })),
    areas: countAreas(samples.get('area') ?? all, query.area ?? []),
    years: YEARS.map((years) => ({
      value: String(years),
      ...countIn('years', (row) => (years === 0 ? row.years_used < 1 : row.years_used <= years)),
    })),
    verified: countIn('verified', (row) => row.verified),
    free: countIn('free', (row) => !row.booked),
    drop: FILTERS.flatMap((filter) => {
      const [only, ...more] = options.get(filter) ?? [];
      return only && isNothing ? [{ ...(more.length > 0 ? { filter } : only), ...countIn(filter, () => true) }] : [];
    })
      .filter(({ count }) => count > 0)
      .sort((one, other) => other.count - one.count),
  };
}

/** Splits the words of a search that finds nothing: those that products have together, and the others. */
async function findFewerWords(db: Db, { parts }: ParsedText): Promise<SearchSummary['fewer']> {
  const included = parts.flatMap(({ text, query }) => (query ? [{ text, query }] : []));
  if (included.length < 2) return;
  const places = await selectCommonQueries(
    db,
    included.map(({ query }) => query),
  );
  const left = included.filter((_, place) => !places.includes(place)).map(({ text }) => text);
  if (places.length === 0 || left.length === 0) return;
  const kept = parts.filter(({ text }) => !left.includes(text)).map(({ text }) => text);
  return { kept: kept.join(' '), left };
}

/** The filters whose other options are counted. */
const HAS_OPTIONS: readonly Filter[] = ['category', 'condition', 'area', 'years'];

/** Reads the newest matches if they are common, and some matches from the index if not. */
async function takeSample(db: Db, criteria: Criteria, isTotal: boolean): Promise<Sample> {
  const scan = { columns: FILTER_COLUMNS, sort: 'newest', limit: SAMPLE_MAX_ROWS } as const;
  const newest = await scanInOrder<FilterRow>(db, criteria, { ...scan, maxRows: SCAN_MAX_ROWS });
  const isCommon = newest.length === SAMPLE_MAX_ROWS;
  if (isCommon && !isTotal) return { rows: newest, count: newest.length, more: true };
  if (isCommon || !isFiltered(criteria, 'newest')) {
    const counting = { ...scan, columns: SORT_KEY_COLUMNS, maxRows: COUNTED_MAX_ROWS, limit: TOTAL_MAX_COUNT + 1 };
    const { length } = isCommon ? await scanInOrder(db, criteria, counting) : newest;
    const more = length > TOTAL_MAX_COUNT;
    if (more || !isFiltered(criteria, 'newest'))
      return { rows: newest, count: Math.min(length, TOTAL_MAX_COUNT), more };
  }
  const maxRows = isChecked(criteria) ? SCAN_MAX_ROWS : TOTAL_MAX_COUNT;
  const { rows, candidates } = await searchIndex<FilterRow>(db, criteria, { ...scan, maxRows });
  const more = candidates > maxRows || (isChecked(criteria) && rows.length === SAMPLE_MAX_ROWS);
  const sample = isCommon || (more && newest.length > rows.length) ? newest : rows;
  return { rows: sample, count: isChecked(criteria) ? sample.length : Math.min(candidates, TOTAL_MAX_COUNT), more };
}

function countOf({ rows, count, more }: Sample, matches: (row: FilterRow) => boolean): Count {
  const found = rows.filter(matches).length;
  return { count: Math.min(found, OPTION_MAX_COUNT), more: more || count > rows.length || found > OPTION_MAX_COUNT };
}

/** Counts the requested areas and the most frequent ones. */
function countAreas(sample: Sample, requested: readonly string[]): SearchSummary['areas'] {
  const byArea = Map.groupBy(sample.rows, ({ area }) => area);
  const frequent = [...byArea].sort(([, one], [, other]) => other.length - one.length).slice(0, MAX_AREAS);
  return [...new Set([...requested, ...frequent.map(([area]) => area)])].slice(0, MAX_AREAS).map((value) => {
    const first = byArea.get(value)?.[0];
    const district = findDistrict(value, first?.town);
    return {
      value,
      label: first?.label ?? value,
      ...(district ? { district } : {}),
      ...countOf(sample, (row) => row.area === value),
    };
  });
}
