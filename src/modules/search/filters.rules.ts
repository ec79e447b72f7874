/** 'best' puts matches in the name before matches in the description. Without words it is the same as 'newest'. */
export const SORTS = ['best', 'newest', 'cheap', 'dear'] as const;
export type Sort = (typeof SORTS)[number];

/** The choices of "at most n years of use"; 0 means less than one year. */
export const YEARS = [0, 1, 2, 5] as const;

export const FILTERS = ['category', 'condition', 'price', 'area', 'years', 'verified', 'free'] as const;
export type Filter = (typeof FILTERS)[number];

/** A filter that is set, or one of its options. */
export interface AppliedFilter {
  filter: Filter;
  value?: string | undefined;
}

/** Returns the filters that are set, in the order of their chips. Each option of a list is one entry. */
export function appliedFilters(params: { [P in Exclude<Filter, 'price'> | 'min' | 'max']?: unknown }): AppliedFilter[] {
  return FILTERS.flatMap((filter): AppliedFilter[] => {
    if (filter === 'price') return (params.min ?? params.max) === undefined ? [] : [{ filter }];
    if (filter === 'verified' || filter === 'free') return params[filter] ? [{ filter }] : [];
    return [params[filter] ?? []].flat().map((value) => ({ filter, value: String(value) }));
  });
}
