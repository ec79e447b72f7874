import { isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from 'react-router';

interface Earlier {
  value: unknown;
  /** When it was asked for, as `performance.now()` has it. */
  at: number;
}

/** What pages were made of before, by path: better than nothing while the network is away. */
const earlier = new Map<string, Earlier>();
const KEPT = 30;

/** The server was reached, and cannot answer for the moment: what it would say of anybody is not known. */
export class ServerUnavailable extends Error {}

/** The server was not reached, or is away itself. Each browser has words of its own for the first. */
export function isNetworkFailure(error: unknown): boolean {
  if (error instanceof ServerUnavailable) return true;
  return error instanceof TypeError && /fetch|network|load failed|connection/i.test(error.message);
}

/** For `catch`: nothing, when the server was not reached. */
export function nullIfOffline(error: unknown): null {
  if (isNetworkFailure(error)) return null;
  throw error;
}

let unasked = false;

/** Loads a page's list again though nobody asked: who somebody is stays as it was, and what fails takes nothing away. */
export async function revalidateInBackground(load: () => Promise<void>): Promise<void> {
  unasked = true;
  await load().finally(() => {
    unasked = false;
  });
}

/** To be called before a page is loaded again because somebody else may be signed in now. */
export function askedFor(): void {
  unasked = false;
}

/**
 * For the routes around a list, which have nothing to do with it: whether they are loaded again, too. Where the list leads
 * somebody to another page, that is one like any other.
 */
export function unlessUnasked({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate && !(unasked && currentUrl.href === nextUrl.href);
}

const isTemporary = (error: unknown) =>
  isNetworkFailure(error) || (unasked && isRouteErrorResponse(error) && error.status >= 500);

/**
 * Loads something; while the network is away, gives what was had at this place before, if anything was. `at` is when it was
 * asked for, if that was not now.
 */
export async function staleIfOffline<T>(place: string, load: () => Promise<T>, at = performance.now()): Promise<T> {
  try {
    const value = await load();
    earlier.delete(place);
    earlier.set(place, { value, at });
    for (const oldest of earlier.keys()) if (earlier.size > KEPT) earlier.delete(oldest);
    return value;
  } catch (error) {
    const before = earlier.get(place);
    if (before && isTemporary(error)) return before.value as T;
    throw error;
  }
}

/** How long ago what a place shows was asked for, in milliseconds. */
export function ageOf(place: string): number {
  return performance.now() - (earlier.get(place)?.at ?? 0);
}

/** What one person saw is nothing for the next. */
export function clearOfflineCache(): void {
  earlier.clear();
}
