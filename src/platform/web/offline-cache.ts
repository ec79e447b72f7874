import { isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from 'react-router';

interface Entry {
  value: unknown;
  /** When it was requested, by `performance.now()`. */
  requestedAt: number;
}

/** The last data of each page, shown while the network is away. */
const cache = new Map<string, Entry>();
const CACHE_MAX_ENTRIES = 30;

/** The server was reached and cannot answer, so the session is unknown. */
export class ServerUnavailable extends Error {}

/** Whether the server was not reached, or is unavailable. Each browser words the first in its own way. */
export function isNetworkFailure(error: unknown): boolean {
  if (error instanceof ServerUnavailable) return true;
  return error instanceof TypeError && /fetch|network|load failed|connection/i.test(error.message);
}

/** For `catch`: returns null when the server was not reached. @throws any other error. */
export function nullIfOffline(error: unknown): null {
  if (isNetworkFailure(error)) return null;
  throw error;
}

let inBackground = false;

/** Loads a page's list again without a user's request: the session is not read again, and a failure keeps the old list. */
export async function revalidateInBackground(load: () => Promise<void>): Promise<void> {
  inBackground = true;
  await load().finally(() => {
    inBackground = false;
  });
}

/** Ends the background mode, before a page loads again because another user may be signed in. */
export function endBackground(): void {
  inBackground = false;
}

/**
 * `shouldRevalidate` for the routes around a list: no, when the list loads again in the background. Where the list leads to
 * another page, the routes load as for any navigation.
 */
export function unlessInBackground({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate && !(inBackground && currentUrl.href === nextUrl.href);
}

const isTemporary = (error: unknown) =>
  isNetworkFailure(error) || (inBackground && isRouteErrorResponse(error) && error.status >= 500);

/**
 * Loads a page's data and keeps it by `place`. While the network is away, returns what was kept there. `requestedAt` is by
 * `performance.now()`.
 */
export async function staleIfOffline<T>(
  place: string,
  load: () => Promise<T>,
  requestedAt = performance.now(),
): Promise<T> {
  try {
    const value = await load();
    cache.delete(place);
    cache.set(place, { value, requestedAt });
    for (const oldest of cache.keys()) if (cache.size > CACHE_MAX_ENTRIES) cache.delete(oldest);
    return value;
  } catch (error) {
    const kept = cache.get(place);
    if (kept && isTemporary(error)) return kept.value as T;
    throw error;
  }
}

/** Returns how long ago the data of a place was requested, in milliseconds. */
export function ageOf(place: string): number {
  return performance.now() - (cache.get(place)?.requestedAt ?? 0);
}

/** Clears the cache, when the user changes. */
export function clearOfflineCache(): void {
  cache.clear();
}
