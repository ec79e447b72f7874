import { suggest } from '#modules/search/contract.ts';
import { api } from '#platform/web/api-client.ts';

export interface Suggestion {
  label: string;
  to: string;
  /** True for a link to a category, false for a search. */
  category: boolean;
}

/** Loads the suggestions for a query, categories first. */
export async function loadSuggestions(
  q: string,
  page: { language: 'en' | 'bn'; categoryPath(id: string): string },
  signal: AbortSignal,
): Promise<Suggestion[]> {
  const { categories, words } = await api.send(suggest, { query: { q } }, { signal });
  return [
    ...categories.map(({ _id, names }) => ({
      label: names[page.language],
      to: page.categoryPath(_id),
      category: true,
    })),
    ...words.map((word) => ({ label: word, to: `/search?${new URLSearchParams({ q: word })}`, category: false })),
  ];
}
