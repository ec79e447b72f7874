/** What pages were made of before, by path: better than nothing while the network is away. */
const earlier = new Map<string, unknown>();
const KEPT = 30;

/** The server was reached, and cannot answer for the moment: what it would say of anybody is not known. */
export class ServerAway extends Error {}

/** The server was not reached, or is away itself. Each browser has words of its own for the first. */
export function isNetworkFailure(error: unknown): boolean {
  if (error instanceof ServerAway) return true;
  return error instanceof TypeError && /fetch|network|load failed|connection/i.test(error.message);
}

/** For `catch`: nothing, when the server was not reached. */
export function unlessOffline(error: unknown): null {
  if (isNetworkFailure(error)) return null;
  throw error;
}

/** Loads something; while the network is away, gives what was had at this place before, if anything was. */
export async function orEarlier<T>(place: string, load: () => Promise<T>): Promise<T> {
  try {
    const value = await load();
    earlier.delete(place);
    earlier.set(place, value);
    for (const oldest of earlier.keys()) if (earlier.size > KEPT) earlier.delete(oldest);
    return value;
  } catch (error) {
    if (isNetworkFailure(error) && earlier.has(place)) return earlier.get(place) as T;
    throw error;
  }
}

/** What one person saw is nothing for the next. */
export function forgetEarlier(): void {
  earlier.clear();
}
