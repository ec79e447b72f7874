/**
 * Caches each key's promise for `ttlMs`. Concurrent callers share one load. Rejections are not cached. Entries are
 * never evicted: use it for a small, fixed set of keys.
 */
export function cacheFor<T>(ttlMs: number): (key: string, load: () => Promise<T>) => Promise<T> {
  const entries = new Map<string, { value: Promise<T>; loadedAt: number }>();
  return (key, load) => {
    const entry = entries.get(key);
    if (entry && performance.now() - entry.loadedAt < ttlMs) return entry.value;
    // The age counts from the start of the load: later changes may be missing.
    const loading = { value: load(), loadedAt: performance.now() };
    entries.set(key, loading);
    loading.value.catch(() => {
      if (entries.get(key) === loading) entries.delete(key);
    });
    return loading.value;
  };
}

const VALUES_MAX_COUNT = 10_000;

/** Creates a cache of 10,000 values. `expiresAt` is in milliseconds since 1970; the oldest value is evicted first. */
export function createExpiringCache<T>() {
  // A map keeps the order of insertion.
  const values = new Map<string, { value: T; expiresAt: number }>();
  return {
    get(key: string): T | undefined {
      const found = values.get(key);
      if (found && found.expiresAt > Date.now()) return found.value;
      values.delete(key);
      return undefined;
    },
    set(key: string, value: T, expiresAt: number): void {
      values.delete(key);
      const [oldest] = values.keys();
      if (values.size >= VALUES_MAX_COUNT && oldest !== undefined) values.delete(oldest);
      values.set(key, { value, expiresAt });
    },
  };
}
