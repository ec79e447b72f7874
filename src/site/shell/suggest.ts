import { type Count, suggest } from '#modules/search/contract.ts';
import { api } from '#platform/web/api-client.ts';
import { readRecentSearches } from './recent-searches.ts';

export interface Suggestion {
  kind: 'category' | 'item' | 'word' | 'recent';
  label: string;
  to: string;
  /** Products on offer in a category. */
  count?: Count;
  /** Tk. */
  price?: number;
  picture?: string;
}

/** Loads the suggestions for a query: categories, then items. Corrected words stand in for items where there are none. */
export async function loadSuggestions(
  q: string,
  page: { language: 'en' | 'bn'; categoryPath(id: string): string },
  signal: AbortSignal,
): Promise<Suggestion[]> {
  const { categories, items, words } = await api.send(suggest, { query: { q } }, { signal });
  return [
    ...categories.map(({ _id, names, count, more }) => ({
      kind: 'category' as const,
      label: names[page.language],
      to: page.categoryPath(_id),
      count: { count, more },
    })),
    ...items.map(({ _id, productName, imageURL, resalePrice }) => ({
      kind: 'item' as const,
      label: productName,
      to: `/items/${_id}`,
      price: resalePrice,
      picture: imageURL,
    })),
    ...(items.length > 0 ? [] : words.map((word) => searchFor(word, 'word'))),
  ];
}

/** Returns the recent searches of a person that contain the typed text. */
export function recentSuggestions(userId: string | undefined, typed: string): Suggestion[] {
  const text = typed.toLowerCase();
  return readRecentSearches(userId)
    .filter((one) => one.toLowerCase().includes(text) && one.toLowerCase() !== text)
    .map((one) => searchFor(one, 'recent'));
}

function searchFor(words: string, kind: 'word' | 'recent'): Suggestion {
  return { kind, label: words, to: `/search?${new URLSearchParams({ q: words })}` };
}
