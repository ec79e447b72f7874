import { QUALITIES, type Quality } from '#modules/catalogue/rules.ts';
import { isId, isLine, readPrice } from '#platform/contract/typed-input.ts';
import type { SearchQueryInput } from '../contract.ts';
import { AREA_MAX_CHARS, areaOf, type Filter, MAX_AREAS, QUERY_MAX_CHARS, SORTS, type Sort, YEARS } from '../rules.ts';

/** Words, filters and sort order of a search. Serializes to and parses from the address of the page. */
export interface SearchParams {
  q: string;
  category: string | undefined;
  condition: Quality[];
  /** Tk. */
  min: number | undefined;
  max: number | undefined;
  /** As `areaOf` writes them. */
  area: string[];
  years: number | undefined;
  verified: boolean;
  free: boolean;
  sort: Sort;
}

/** A filter that is set, or one of its options. */
export interface AppliedFilter {
  filter: Filter;
  value?: string | undefined;
}

/** Parses an address and ignores invalid values. `category` is set on the page of a category. */
export function readSearchParams(address: URLSearchParams, category?: string): SearchParams {
  const valueIn = (name: string) => address.get(name) ?? '';
  const listIn = (name: string) =>
    valueIn(name)
      .split(',')
      .map((value) => value.trim());
  const priceIn = (name: string) => {
    const { tk, fault } = readPrice(valueIn(name));
    return fault ? undefined : tk;
  };
  const typed = [...valueIn('q').replace(/\s+/g, ' ').trim()].slice(0, QUERY_MAX_CHARS).join('');
  const q = isLine(typed, QUERY_MAX_CHARS) ? typed : '';
  const areas = listIn('area')
    .map(areaOf)
    .filter((area) => isLine(area, AREA_MAX_CHARS));
  return {
    q,
    category: category ?? (isId(valueIn('category')) ? valueIn('category') : undefined),
    condition: QUALITIES.filter((quality) => listIn('condition').includes(quality)),
    ...inOrder(priceIn('min'), priceIn('max')),
    area: [...new Set(areas)].slice(0, MAX_AREAS),
    years: YEARS.find((years) => String(years) === valueIn('years')),
    verified: valueIn('verified') === 'true',
    free: valueIn('free') === 'true',
    sort: sortsOf(q).find((sort) => sort === valueIn('sort')) ?? defaultSort(q),
  };
}

/** Returns two bounds of a price, the lower one first. */
export function inOrder(min: number | undefined, max: number | undefined): Pick<SearchParams, 'min' | 'max'> {
  return min !== undefined && max !== undefined && min > max ? { min: max, max: min } : { min, max };
}

/** 'best' needs words. */
export function sortsOf(q: string): readonly Sort[] {
  return q ? SORTS : SORTS.filter((sort) => sort !== 'best');
}

const defaultSort = (q: string): Sort => (q ? 'best' : 'newest');

/** Returns the query of the search calls. */
export function toQuery({
  q,
  category,
  condition,
  min,
  max,
  area,
  years,
  verified,
  free,
}: SearchParams): SearchQueryInput {
  const query = {
    q,
    category,
    condition: condition.join(','),
    min: min?.toString(),
    max: max?.toString(),
    area: area.join(','),
    years: years?.toString() as SearchQueryInput['years'],
    verified: verified ? ('true' as const) : undefined,
    free: free ? ('true' as const) : undefined,
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value));
}

/** Returns the query part of the page's address. The path of a category's page names the category. */
export function toAddress(params: SearchParams, inCategory: boolean): string {
  const { category, ...query } = toQuery(params);
  const address = new URLSearchParams(query as Record<string, string>);
  if (category && !inCategory) address.set('category', category);
  if (params.sort !== defaultSort(params.q)) address.set('sort', params.sort);
  return address.toString().replaceAll('%2C', ',');
}

/** Returns the filters that are set, in the order of the screen. */
export function appliedFilters(params: SearchParams, inCategory: boolean): AppliedFilter[] {
  const { category, condition, min, max, area, years, verified, free } = params;
  const valuesOf: [Filter, readonly (string | undefined)[]][] = [
    ['category', category && !inCategory ? [category] : []],
    ['condition', condition],
    ['price', min !== undefined || max !== undefined ? [undefined] : []],
    ['years', years === undefined ? [] : [String(years)]],
    ['area', area],
    ['verified', verified ? [undefined] : []],
    ['free', free ? [undefined] : []],
  ];
  return valuesOf.flatMap(([filter, values]) => values.map((value) => (value ? { filter, value } : { filter })));
}

/** Removes a filter, or one option of it. */
export function without(params: SearchParams, { filter, value }: AppliedFilter): SearchParams {
  if (filter === 'price') return { ...params, min: undefined, max: undefined };
  if (filter === 'verified' || filter === 'free') return { ...params, [filter]: false };
  if (filter === 'category' || filter === 'years') return { ...params, [filter]: undefined };
  return { ...params, [filter]: value === undefined ? [] : params[filter].filter((one) => one !== value) };
}

/** Removes all filters. Words and sort order stay. */
export function withoutFilters(params: SearchParams, inCategory: boolean): SearchParams {
  return appliedFilters(params, inCategory).reduce(without, params);
}

/** Adds an option to a list, or removes it. */
export function toggled<T>(options: readonly T[], option: T): T[] {
  return options.includes(option) ? options.filter((one) => one !== option) : [...options, option];
}
