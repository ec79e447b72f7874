import { QUALITIES, type Quality } from '#modules/catalogue/rules.ts';
import { isId, isSingleLine, readPrice } from '#platform/contract/typed-input.ts';
import type { SearchQueryInput } from '../contract.ts';
import { type AppliedFilter, appliedFilters, SORTS, type Sort, YEARS } from '../filters.rules.ts';
import { AREA_MAX_CHARS, CHEAP_MAX_TK, MAX_AREAS, QUERY_MAX_CHARS } from '../rules.ts';
import { areaOf } from '../words.rules.ts';

/** Words, filters and sort order of a search. Serializes to and parses from the page's URL. */
export interface SearchParams {
  q: string;
  condition: Quality[];
  /** Tk. */
  min: number | undefined;
  max: number | undefined;
  /** As `areaOf` writes them. */
  area: string[];
  years: number | undefined;
  verified: boolean;
  free: boolean;
  /** A filter, except on the page of a category, which `pageCategory` names. */
  category: string | undefined;
  pageCategory: string | undefined;
  sort: Sort;
}

/** Parses a query string and ignores invalid values. */
export function readSearchParams(address: URLSearchParams, pageCategory?: string): SearchParams {
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
  const q = isSingleLine(typed, QUERY_MAX_CHARS) ? typed : '';
  const areas = listIn('area')
    .map(areaOf)
    .filter((area) => isSingleLine(area, AREA_MAX_CHARS));
  return {
    q,
    condition: QUALITIES.filter((quality) => listIn('condition').includes(quality)),
    ...inOrder(priceIn('min'), priceIn('max')),
    area: [...new Set(areas)].slice(0, MAX_AREAS),
    years: YEARS.find((years) => String(years) === valueIn('years')),
    verified: valueIn('verified') === 'true',
    free: valueIn('free') === 'true',
    category: !pageCategory && isId(valueIn('category')) ? valueIn('category') : undefined,
    pageCategory,
    sort: sortsOf(q).find((sort) => sort === valueIn('sort')) ?? defaultSort(q),
  };
}

/** Whether the price filter is the one of its button in the filter bar. */
export function isCheapOnly({ min, max }: Pick<SearchParams, 'min' | 'max'>): boolean {
  return min === undefined && max === CHEAP_MAX_TK;
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
export function toQuery({ sort: _, pageCategory, ...filters }: SearchParams): SearchQueryInput {
  const params = { ...filters, category: pageCategory ?? filters.category };
  const given = Object.entries(params).filter(([, value]) => value !== false && String(value ?? '') !== '');
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** Returns the query string of the page's URL. The path of a category's page names the category. */
export function toQueryString(params: SearchParams): string {
  const address = new URLSearchParams(toQuery({ ...params, pageCategory: undefined }) as Record<string, string>);
  if (params.sort !== defaultSort(params.q)) address.set('sort', params.sort);
  return address.toString().replaceAll('%2C', ',');
}

/** Removes a filter, or one option of it. */
export function without(params: SearchParams, { filter, value }: AppliedFilter): SearchParams {
  if (filter === 'price') return { ...params, min: undefined, max: undefined };
  if (filter === 'verified' || filter === 'free') return { ...params, [filter]: false };
  if (filter === 'category' || filter === 'years') return { ...params, [filter]: undefined };
  return { ...params, [filter]: value === undefined ? [] : toggled<string>(params[filter], value) };
}

/** Removes all filters. Words and sort order stay. */
export function withoutFilters(params: SearchParams): SearchParams {
  return appliedFilters(params).reduce(without, params);
}

/** Adds an option to a list, or removes it. */
export function toggled<T>(options: readonly T[], option: T): T[] {
  return options.includes(option) ? options.filter((one) => one !== option) : [...options, option];
}
