import { redirect } from 'react-router';
import { CallError } from '#platform/contract/client.ts';
import { api, asSignedIn, loginPath } from '#platform/web/client.ts';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { currentUser } from '#platform/web/session.ts';
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

/** The people that an address asks for. Who is no admin (any more) goes to the login page, which says why. */
export function loadPeople(request: Request, type: PeopleType): Promise<People> {
  return asSignedIn(request, async () => {
    const { pathname, search: query, searchParams: search } = new URL(request.url);
    const login = () => redirect(loginPath(pathname + query));
    if ((await currentUser())?.role !== 'admin') throw login();
    const pages = pagesOf(search);
    const q = (search.get('q') ?? '').trim().slice(0, SEARCH_MAX);
    try {
      const { items: people, more } = await loadPages(pages, (cursor) =>
        api.send(listUsers, { params: { type }, query: { cursor, q: q || undefined } }),
      );
      return { people, pages, more, q };
    } catch (error) {
      if (error instanceof CallError && error.status === 403) throw login();
      throw error;
    }
  });
}
