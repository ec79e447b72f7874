import { api, asAdmin } from '#platform/web/api-client.ts';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { type ListedUser, listUsers } from '../../contract.ts';

export type PeopleType = 'Buyer' | 'Seller';

export interface People {
  people: ListedUser[];
  pages: number;
  more: boolean;
  /** What was searched for; empty for everybody. */
  q: string;
}

/** Longer than any name; the server takes no more. */
const SEARCH_MAX = 100;

/** The people that an address asks for. */
export function loadPeople(request: Request, type: PeopleType): Promise<People> {
  return asAdmin(request, async () => {
    const search = new URL(request.url).searchParams;
    const pages = pagesOf(search);
    const q = (search.get('q') ?? '').trim().slice(0, SEARCH_MAX);
    const { items: people, more } = await loadPages(pages, (cursor) =>
      api.send(listUsers, { params: { type }, query: { cursor, q: q || undefined } }),
    );
    return { people, pages, more, q };
  });
}
