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
