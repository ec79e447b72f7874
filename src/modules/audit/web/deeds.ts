import { redirect } from 'react-router';
import { CallError } from '#platform/contract/client.ts';
import { api, asSignedIn, loginPath } from '#platform/web/client.ts';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { currentUser } from '#platform/web/session.ts';
import { type Deed, listDeeds } from '../contract.ts';

export interface Deeds {
  items: Deed[];
  pages: number;
  more: boolean;
}

/** As much of the log as an address asks for. Who is no admin (any more) goes to the login page. */
export function loadDeeds(request: Request): Promise<Deeds> {
  return asSignedIn(request, async () => {
    const { pathname, search, searchParams } = new URL(request.url);
    const login = () => redirect(loginPath(pathname + search));
    if ((await currentUser())?.role !== 'admin') throw login();
    const pages = pagesOf(searchParams);
    try {
      return { pages, ...(await loadPages(pages, (cursor) => api.send(listDeeds, { query: { cursor } }))) };
    } catch (error) {
      if (error instanceof CallError && error.status === 403) throw login();
      throw error;
    }
  });
}
