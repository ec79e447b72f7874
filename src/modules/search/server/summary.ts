import { QUALITIES } from '#modules/catalogue/rules.ts';
import type { Db } from '#platform/database/database.ts';
import type { SearchQuery, SearchSummary } from '../contract.ts';
import { type Filter, MAX_AREAS, OPTION_MAX_COUNT, TOTAL_MAX_COUNT, YEARS } from '../rules.ts';
import { criteriaOf, isFiltered } from './find-products.ts';
import {
  CHECKED,
  type Criteria,
  type FilterRow,
  givenNames,
  scanInOrder,
  searchIndex,
} from './product-search.store.ts';
import type { ParsedText } from './text-query.ts';
import { selectCategoryNames } from './words.store.ts';

const SCAN_MAX_ROWS = 2000;
const SAMPLE_MAX_ROWS = 300;
const COUNTED_MAX_ROWS = 10_000;

/** Some matches, and how many there are at least. */
interface Sample extends Count {
  rows: FilterRow[];
}

type Count = SearchSummary['total'];

/**
 * Counts the matches of a search, and those of each option with the other filters unchanged. Counts all matches up to a limit. With more
 * matches each count is a lower bound.
 */
export async function summarize(db: Db, text: ParsedText | undefined, query: SearchQuery): Promise<SearchSummary> {
  const take = async (without?: Filter): Promise<Sample> =>
    text?.isEmpty ? { rows: [], count: 0, more: false } : takeSample(db, criteriaOf(text, query, without), !without);
  const all = await take();
  const samples = new Map<Filter, Sample>();
  const applied = appliedFilters(query);
  for (const { filter } of applied) samples.set(filter, await take(filter));
  const sampleOf = (filter: Filter) => samples.get(filter) ?? all;
  const isNothing = all.count === 0 && !all.more;
  const categories = await selectCategoryNames(db);
  return {
    total: { count: all.count, more: all.more },
    ...(text?.corrected === undefined ? {} : { corrected: text.corrected }),
    categories: categories.map(({ id }) => ({
      _id: id,
      ...countOf(sampleOf('category'), (row) => row.category_id === id),
    })),
    conditions: QUALITIES.map((value) => ({
      value,
      ...countOf(sampleOf('condition'), (row) => row.quality === value),
    })),
    areas: countAreas(sampleOf('area'), query.area ?? []),
    years: YEARS.map((years) => ({
      value: String(years),
      ...countOf(sampleOf('years'), (row) => (years === 0 ? row.years_used < 1 : row.years_used <= years)),
    })),
    verified: countOf(sampleOf('verified'), (row) => row.verified),
    free: countOf(sampleOf('free'), (row) => !row.booked),
    drop: (isNothing ? applied : [])
      .map((one) => ({ ...one, ...countOf(sampleOf(one.filter), () => true) }))
      .filter(({ count }) => count > 0)
      .sort((one, other) => other.count - one.count),
  };
}

/** Reads the newest matches if they are common, and some matches from the index if not. */
async function takeSample(db: Db, criteria: Criteria, isTotal: boolean): Promise<Sample> {
  const scan = { columns: 'filters', sort: 'newest', limit: SAMPLE_MAX_ROWS } as const;
  const newest = await scanInOrder<FilterRow>(db, criteria, { ...scan, maxRows: SCAN_MAX_ROWS });
  const isCommon = newest.length === SAMPLE_MAX_ROWS;
  if (isCommon && !isTotal) return { rows: newest, count: newest.length, more: true };
  if (isCommon || !isFiltered(criteria, 'newest')) {
    const counting = { ...scan, columns: 'sortKey', maxRows: COUNTED_MAX_ROWS, limit: TOTAL_MAX_COUNT + 1 } as const;
    const { length } = isCommon ? await scanInOrder(db, criteria, counting) : newest;
    const more = length > TOTAL_MAX_COUNT;
    if (more || !isFiltered(criteria, 'newest'))
      return { rows: newest, count: Math.min(length, TOTAL_MAX_COUNT), more };
  }
  const isChecked = givenNames(criteria).some((name) => CHECKED.includes(name));
  const maxRows = isChecked ? SCAN_MAX_ROWS : TOTAL_MAX_COUNT;
  const { rows, candidates } = await searchIndex<FilterRow>(db, criteria, { ...scan, maxRows });
  const more = candidates > maxRows || (isChecked && rows.length === SAMPLE_MAX_ROWS);
  const sample = isCommon || (more && newest.length > rows.length) ? newest : rows;
  return { rows: sample, count: isChecked ? sample.length : Math.min(candidates, TOTAL_MAX_COUNT), more };
}

function countOf({ rows, count, more }: Sample, matches: (row: FilterRow) => boolean): Count {
  const found = rows.filter(matches).length;
  return { count: Math.min(found, OPTION_MAX_COUNT), more: more || count > rows.length || found > OPTION_MAX_COUNT };
}

/** Counts the requested areas and the most frequent ones. */
function countAreas(sample: Sample, requested: readonly string[]): SearchSummary['areas'] {
  const byArea = Map.groupBy(sample.rows, ({ area }) => area);
  const frequent = [...byArea].sort(([, one], [, other]) => other.length - one.length).slice(0, MAX_AREAS);
  return [...new Set([...requested, ...frequent.map(([area]) => area)])].slice(0, MAX_AREAS).map((value) => ({
    value,
    label: byArea.get(value)?.[0]?.label ?? value,
    ...countOf(sample, (row) => row.area === value),
  }));
}

/** Returns the filters of a search, each with its option if it has exactly one. */
function appliedFilters(query: SearchQuery): { filter: Filter; value?: string }[] {
  const { category, condition, min, max, area, years, verified, free } = query;
  const options: Record<Filter, readonly string[] | undefined> = {
    category: category === undefined ? undefined : [category],
    condition,
    price: min === undefined && max === undefined ? undefined : [],
    area,
    years: years === undefined ? undefined : [String(years)],
    verified: verified && [],
    free: free && [],
  };
  return Object.entries(options).flatMap(([filter, values]) => {
    const [value] = values ?? [];
    return values ? [{ filter: filter as Filter, ...(value && values.length === 1 ? { value } : {}) }] : [];
  });
}
