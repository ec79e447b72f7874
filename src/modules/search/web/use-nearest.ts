import { useEffect, useState } from 'react';
import type { Category } from '#modules/catalogue/contract.ts';
import { api } from '#platform/web/api-client.ts';
import { suggest } from '../contract.ts';

/** So many are named where none is near. */
const FULLEST = 6;

/** The categories that come closest to some words; where none does, those with the most in them. */
export function useNearest<C extends Pick<Category, '_id' | 'count'>>(q: string, categories: readonly C[]): C[] {
  const [near, setNear] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!q) return setNear([]);
    const controller = new AbortController();
    const { signal } = controller;
    api
      .send(suggest, { query: { q } }, { signal })
      .then((suggested) => !signal.aborted && setNear(suggested.categories.map(({ _id }) => _id)))
      .catch((error: unknown) => signal.aborted || console.error(error));
    return () => controller.abort();
  }, [q]);
  const nearest = categories.filter(({ _id }) => near.includes(_id));
  return nearest.length > 0 ? nearest : categories.toSorted((a, b) => b.count - a.count).slice(0, FULLEST);
}
