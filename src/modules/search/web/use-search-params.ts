import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { readSearchParams, type SearchParams, toAddress } from './search-params.ts';

/**
 * Returns the search of the page's address and a function to change it. A change is in `params` at once, and in `listed` when its list
 * is loaded. Each change adds an entry to the history.
 */
export function useSearch(category?: string): {
  params: SearchParams;
  /** The search whose list is on the screen. */
  listed: SearchParams;
  change(next: SearchParams): void;
} {
  const { key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [pending, setPending] = useState<{ at: string; params: SearchParams }>();
  const listed = useMemo(() => readSearchParams(new URLSearchParams(search), category), [search, category]);
  // A pending change ends with any navigation, also with a failed one.
  if (pending && pending.at !== key) setPending(undefined);
  const params = pending?.at === key ? pending.params : listed;
  const inCategory = category !== undefined;

  function change(next: SearchParams) {
    const address = toAddress(next, inCategory);
    if (address === toAddress(params, inCategory)) return;
    setPending({ at: key, params: next });
    navigate({ pathname, search: address }, { preventScrollReset: true });
  }
  return { params, listed, change };
}

/** Scrolls to the first result after a change of the filters. Back keeps its scroll position. */
export function useResultsInSight(params: SearchParams, results: RefObject<HTMLElement | null>): void {
  const address = toAddress(params, false);
  const type = useNavigationType();
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    const list = results.current;
    if (type === 'PUSH' && list && list.getBoundingClientRect().top < 0) list.scrollIntoView();
  }, [address, type, results]);
}
