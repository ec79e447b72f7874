import { api, asAdmin } from '#platform/web/api-client.ts';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { type Deed, listDeeds } from '../contract.ts';

export interface Deeds {
  items: Deed[];
  pages: number;
  more: boolean;
}

/** As much of the log as an address asks for. */
export function loadDeeds(request: Request): Promise<Deeds> {
  return asAdmin(request, async () => {
    const pages = pagesOf(new URL(request.url).searchParams);
    return { pages, ...(await loadPages(pages, (cursor) => api.send(listDeeds, { query: { cursor } }))) };
  });
}
