import type { Category } from '#modules/catalogue/contract.ts';
import { api } from '#platform/web/api-client.ts';
import { useLatest } from '#platform/web/use-latest.ts';
import { suggest } from '../contract.ts';

const MAX_CATEGORIES = 6;

/** Returns the categories nearest to some words; without any, those with the most products. */
export function useNearest<C extends Pick<Category, '_id' | 'count'>>(q: string, categories: readonly C[]): C[] {
  const { value } = useLatest(q || undefined, (q, signal) => api.send(suggest, { query: { q } }, { signal }));
  const nearest = categories.filter(({ _id }) => q && value?.categories.some((one) => one._id === _id));
  return nearest.length > 0 ? nearest : categories.toSorted((a, b) => b.count - a.count).slice(0, MAX_CATEGORIES);
}
