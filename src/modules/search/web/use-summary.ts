import { api } from '#platform/web/api-client.ts';
import { useLatest } from '#platform/web/use-latest.ts';
import { type SearchSummary, searchSummary } from '../contract.ts';
import { type SearchParams, toQuery } from './search-params.ts';

export type Summary = SearchSummary;
export type Count = Summary['total'];

/** Returns the counts of a search. They load after the list. Until then the last ones stay, and `current` is false. */
export function useSummary(params: SearchParams | undefined): { summary: Summary | undefined; current: boolean } {
  const { value, isCurrent } = useLatest(params && JSON.stringify(toQuery(params)), (query, signal) =>
    api.send(searchSummary, { query: JSON.parse(query) }, { signal }),
  );
  return { summary: value, current: isCurrent };
}
