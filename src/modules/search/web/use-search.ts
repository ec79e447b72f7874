import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { Category } from '#modules/catalogue/contract.ts';
import { useLatest } from '#platform/lists/use-latest.ts';
import { api } from '#platform/web/api-client.ts';
import { type SearchSummary, searchSummary, suggest } from '../contract.ts';
import { readSearchParams, type SearchParams, toQuery, toQueryString } from './search-params.ts';

const MAX_NEAREST_CATEGORIES = 6;

/**
 * Returns the search of the page's URL and a function to change it. A change is in `params` at once, and in `listed`
 * when its list is loaded. Each change adds an entry to the history.
 */
export function useSearch(category?: string) {
  const { key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [pending, setPending] = useState<{ at: string; params: SearchParams }>();
  const listed = useMemo(() => readSearchParams(new URLSearchParams(search), category), [search, category]);
  // A pending change ends with any navigation, also with a failed one.
  if (pending && pending.at !== key) setPending(undefined);
  const params = pending?.at === key ? pending.params : listed;

  function change(next: SearchParams) {
    const address = toQueryString(next);
    if (address === toQueryString(params)) return;
    setPending({ at: key, params: next });
    navigate({ pathname, search: address }, { preventScrollReset: true });
  }
  return { params, listed, change };
}

/** Returns a search with other words than the URL has. A change of the search puts them into the URL. */
export function withWords(search: ReturnType<typeof useSearch>, q: string | undefined): ReturnType<typeof useSearch> {
  if (q === undefined) return search;
  const listed = { ...search.listed, q };
  return { ...search, params: search.params === search.listed ? listed : search.params, listed };
}

/** Scrolls to the first result after a change of the filters. Back keeps its scroll position. */
export function useScrollToResults(params: SearchParams, results: RefObject<HTMLElement | null>): void {
  const address = toQueryString(params);
  const type = useNavigationType();
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    const list = results.current;
    if (type === 'PUSH' && list && list.getBoundingClientRect().top < 0) list.scrollIntoView();
  }, [address, type, results]);
}

/** Returns the counts of a search. They load after the list. Until then the last ones stay, and `current` is false. */
export function useSummary(params: SearchParams | undefined): { summary: SearchSummary | undefined; current: boolean } {
  const { value, isCurrent } = useLatest(params && JSON.stringify(toQuery(params)), (query, signal) =>
    api.send(searchSummary, { query: JSON.parse(query) }, { signal }),
  );
  return { summary: value, current: isCurrent };
}

/** Returns the categories nearest to some words; without any, those with the most products. */
export function useNearestCategories<C extends Pick<Category, '_id' | 'count'>>(
  q: string,
  categories: readonly C[],
): C[] {
  const { value } = useLatest(q || undefined, (q, signal) => api.send(suggest, { query: { q } }, { signal }));
  const nearest = categories.filter(({ _id }) => q && value?.categories.some((one) => one._id === _id));
  return nearest.length > 0
    ? nearest
    : categories.toSorted((a, b) => b.count - a.count).slice(0, MAX_NEAREST_CATEGORIES);
}
