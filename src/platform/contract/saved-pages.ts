/** Pages that the browser saves for use without a network. The service worker saves them, and pages list them. */

/** Names of the caches (Cache API): saved pages, the offline page in each language, and built files of both. */
export const SAVED = { pages: 'pages', offline: 'offline', files: 'files' } as const;

export const OFFLINE_PATH = '/offline';
/** Beyond this number the oldest saved page is deleted. */
export const SAVED_MAX_PAGES = 30;

/** The attribute of the root element of a saved document: the time of the save, in milliseconds since 1970. */
export const SAVED_AT_ATTRIBUTE = 'data-saved-at';

/** A message of a page to the service worker: save a page, or delete all saved pages. */
export type WorkerMessage = { keep: string } | { forget: true };

const SAVED_PATHS =
  /^\/(search|blog|about|(products|items|sellers)\/[^/]+|dashboard\/my((orders|buyers)\/)?[^/]*)?\/?$/i;

/** Whether a page is saved. Pages that change data or have a token in their URL are not. */
export function isSavedPage(path: string): boolean {
  return SAVED_PATHS.test(path);
}

/** Whether a saved page is out of date soon, such as an order: it is saved at each view. */
export function isPersonalPage(path: string): boolean {
  return path.startsWith('/dashboard');
}

/** Returns the URL under which a page is saved: without the language and without an open dialog. */
export function savedAddress(address: Pick<URL, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(address.search);
  query.delete('lang');
  query.delete('book');
  return address.pathname + (query.size ? `?${query}` : '');
}

/** Returns the URL of the offline page, which leads to the requested page when the server answers again. */
export function offlineAddress(requested: URL): string {
  return `${OFFLINE_PATH}?${new URLSearchParams({ to: requested.pathname + requested.search })}`;
}

/** Returns the requested page of an offline page's URL: a path of this site. */
export function requestedAddress(offline: URL): string {
  const to = offline.searchParams.get('to') ?? '/';
  return new URL(to, offline.origin).origin === offline.origin && to.startsWith('/') ? to : '/';
}
