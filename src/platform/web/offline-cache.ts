import { isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from 'react-router';
import { SAVED, SAVED_AT_ATTRIBUTE, savedAddress, type WorkerMessage } from '#platform/contract/saved-pages.ts';
import { toast } from '#ui/toast.tsx';
import { pageTranslator } from './translator.tsx';

/** The data of the page on screen, for when it cannot be loaded again. The service worker saves earlier pages. */
let shown: { place: string; search: string; value: unknown; requestedAt: number } | undefined;

/** The server was reached and cannot answer, so the session is unknown. */
export class ServerUnavailable extends Error {}

/** Whether the server was not reached, or is unavailable. */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof ServerUnavailable || isUnreached(error);
}

/** Browsers have different messages for it. */
function isUnreached(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed|connection/i.test(error.message);
}

/** Returns the message for a request of the browser that has no answer: the network's failure, or the server's. */
export function failureMessage(error: unknown): 'error.unreached' | 'error.unavailable' {
  return isUnreached(error) ? 'error.unreached' : 'error.unavailable';
}

/** For `catch`: returns null when the server was not reached. @throws any other error. */
export function nullIfOffline(error: unknown): null {
  if (isNetworkFailure(error)) return null;
  throw error;
}

let isInBackground = false;

/** Loads a page's list again without a user's request: the session is not read again, and a failure keeps the old list. */
export async function revalidateInBackground(load: () => Promise<void>): Promise<void> {
  isInBackground = true;
  await load().finally(() => {
    isInBackground = false;
  });
}

/** Ends the background mode, before a page loads again because another user may be signed in. */
export function endBackground(): void {
  isInBackground = false;
}

/**
 * `shouldRevalidate` of the routes around a list. Returns false while the list loads again in the background, unless the load
 * leads to another page.
 */
export function unlessInBackground({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate && !(isInBackground && currentUrl.href === nextUrl.href);
}

const isTemporary = (error: unknown) =>
  isNetworkFailure(error) || (isInBackground && isRouteErrorResponse(error) && error.status >= 500);

type Address = Parameters<typeof savedAddress>[0];

/** Returns the path and the filters of an address. The number of pages shows more of the same rows. */
const placeOf = (address: Address) => savedAddress(address).replace(/[?&]pages=\d+/, '');

/**
 * Loads a page's data and keeps it. While the network is unavailable, returns the data on screen, if it is that of the same path and
 * filters. When the address asks for more rows, a toast says that they did not load. `requestedAt` is by `performance.now()`.
 */
export async function staleIfOffline<T>(
  address: Address,
  load: () => Promise<T>,
  requestedAt = performance.now(),
): Promise<T> {
  const place = placeOf(address);
  const { search } = address;
  try {
    const value = await load();
    shown = { place, search, value, requestedAt };
    liveAt = Date.now();
    return value;
  } catch (error) {
    if (shown?.place !== place || !isTemporary(error)) throw error;
    if (shown.search !== search && search.includes('pages=')) toast.error(pageTranslator().t('common.moreFailed'));
    // The toast appears once.
    shown.search = search;
    return shown.value as T;
  }
}

/** Returns how long ago the data of an address was requested, in milliseconds. */
export function ageOf(address: Address): number {
  return performance.now() - (shown?.place === placeOf(address) ? shown.requestedAt : 0);
}

let unreachable: boolean | undefined;
const listeners = new Set<() => void>();

function setUnreachable(next: boolean): void {
  unreachable = next;
  for (const listener of listeners) listener();
}

/** Whether the network is unavailable, or the document on screen is a saved one. */
export function isUnreachable(): boolean {
  unreachable ??= !navigator.onLine || savedAt() !== undefined;
  return unreachable;
}

/** Calls `listener` when `isUnreachable` changes. Returns a function that stops it. */
export function subscribeUnreachable(listener: () => void): () => void {
  const onOffline = () => setUnreachable(true);
  // The event may have come before there was a listener.
  if (navigator.onLine === false) unreachable = true;
  listeners.add(listener);
  addEventListener('offline', onOffline);
  return () => {
    listeners.delete(listener);
    removeEventListener('offline', onOffline);
  };
}

/** Returns when the document on screen was saved, in milliseconds; undefined for one that the server has just sent. */
export function savedAt(): number | undefined {
  const value = document.documentElement.getAttribute(SAVED_AT_ATTRIBUTE);
  return value === null ? undefined : Number(value);
}

const REACH_TIMEOUT_MS = 5000;

/** Asks the server whether it answers. The browser's `online` event comes before the network works. */
export async function reachServer(): Promise<boolean> {
  const signal = AbortSignal.timeout(REACH_TIMEOUT_MS);
  return fetch('/healthz', { cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}

let liveAt = Date.now();

/** Returns the time at which the server sent the data on screen, in milliseconds since 1970. */
export function sentAt(): number {
  return savedAt() ?? liveAt;
}

/** Marks the page as one that the server has just sent. */
export function markLive(): void {
  liveAt = Date.now();
  document.documentElement.removeAttribute(SAVED_AT_ATTRIBUTE);
  if (isUnreachable()) setUnreachable(false);
}

/** Sends a message to the service worker, if there is one. */
export function sendToWorker(message: WorkerMessage): void {
  navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(message));
}

/** The key in local storage of the person whose pages are saved. */
const OWNER_KEY = 'savedPagesOf';

/** Deletes the saved pages of another person. A visitor's pages stay when they sign in. */
export function assignSavedPages(personId = ''): void {
  const owner = localStorage.getItem(OWNER_KEY);
  if (owner === personId || (owner === null && !personId)) return;
  if (owner) deleteSavedPages();
  localStorage.setItem(OWNER_KEY, personId);
}

/** Deletes all saved pages and the data of the page on screen, when a session ends. */
export function deleteSavedPages(): void {
  shown = undefined;
  if (!('caches' in globalThis)) return;
  void caches.delete(SAVED.pages);
  sendToWorker({ forget: true });
}
