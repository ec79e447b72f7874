const MAX_RECENT_SEARCHES = 5;

/** People who share a device do not see each other's searches. Erasing an account deletes the keys with its id. */
const keyOf = (userId: string | undefined) => `searches:${userId ?? 'visitor'}`;

/** Returns the last searches of a person on this device, newest first. They are never sent to the server. */
export function readRecentSearches(userId: string | undefined): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string').slice(0, MAX_RECENT_SEARCHES) : [];
  } catch {
    return [];
  }
}

/** Keeps a search on this device. Without storage nothing is kept. */
export function keepSearch(userId: string | undefined, typed: string): void {
  const text = typed.replace(/\s+/g, ' ').trim();
  if (!text) return;
  const others = readRecentSearches(userId).filter((one) => one.toLowerCase() !== text.toLowerCase());
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([text, ...others].slice(0, MAX_RECENT_SEARCHES)));
  } catch {
    // The search itself goes on.
  }
}

/** Deletes the recent searches of this device. */
export function clearRecentSearches(userId: string | undefined): void {
  localStorage.removeItem(keyOf(userId));
}
