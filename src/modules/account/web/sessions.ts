import { listSessions } from '#modules/identity/sessions.contract.ts';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import type { UserRequest } from '#platform/web/authenticated-loader.ts';

export type SessionsIntent = 'end-session' | 'end-others' | 'end-all';

/** Returns as many of the visitor's sessions as the page's address asks for. */
export async function loadSessions({ api, url }: UserRequest) {
  const { items: sessions, more } = await loadPages(pagesOf(url.searchParams), (cursor) =>
    api.send(listSessions, { query: { cursor } }),
  );
  return { sessions, more };
}
