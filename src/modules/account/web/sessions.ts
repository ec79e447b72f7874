import { listSessions } from '#modules/identity/sessions.contract.ts';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import type { UserRequest } from '#platform/web/authenticated-loader.ts';

export type SessionsIntent = 'end-session' | 'end-others' | 'end-all';

/** Returns the user's sessions, as many pages as the page's URL requests. */
export async function loadSessions({ api, url }: UserRequest) {
  const { items: sessions, more } = await loadPages(pagesOf(url.searchParams), (cursor) =>
    api.send(listSessions, { query: { cursor } }),
  );
  return { sessions, more };
}
