/**
 * Caches each key's promise for `ms` milliseconds. Concurrent callers share one load. Rejections are not cached. Entries are
 * never evicted: use it for a small, fixed set of keys.
 */
export function cacheFor<T>(ms: number): (key: string, load: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, { value: Promise<T>; from: number }>();
  return (key, load) => {
    const known = kept.get(key);
    if (known && performance.now() - known.from < ms) return known.value;
    // The age counts from the start of the load: later changes may be missing.
    const loading = { value: load(), from: performance.now() };
    kept.set(key, loading);
    loading.value.catch(() => {
      if (kept.get(key) === loading) kept.delete(key);
    });
    return loading.value;
  };
}
