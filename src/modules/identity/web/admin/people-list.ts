import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import type { UserRequest } from '#platform/web/authenticated-loader.ts';
import { type ListedUser, listUsers } from '../../contract.ts';

export type PeopleType = 'Buyer' | 'Seller';

export interface People {
  people: ListedUser[];
  more: boolean;
  /** The search; empty for everybody. */
  q: string;
}

const SEARCH_MAX_CHARS = 100;

/** Returns the people that the page's URL requests. */
export async function loadPeople({ api, url }: UserRequest, type: PeopleType): Promise<People> {
  const q = (url.searchParams.get('q') ?? '').trim().slice(0, SEARCH_MAX_CHARS);
  const { items: people, more } = await loadPages(pagesOf(url.searchParams), (cursor) =>
    api.send(listUsers, { params: { type }, query: { cursor, q: q || undefined } }),
  );
  return { people, more, q };
}
