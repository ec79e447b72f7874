/**
 * Keeps what was loaded for so many milliseconds, so that many who ask at once cost as much as one. A failure is shared by
 * who waited for it, and is not kept. The keys are ours and few: nothing is ever thrown out.
 */
export function cacheFor<T>(ms: number): (key: string, load: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, { value: Promise<T>; from: number }>();
  return (key, load) => {
    const known = kept.get(key);
    if (known && performance.now() - known.from < ms) return known.value;
    // From when it is asked for: what changes from now on may not be in it.
    const loading = { value: load(), from: performance.now() };
    kept.set(key, loading);
    loading.value.catch(() => {
      if (kept.get(key) === loading) kept.delete(key);
    });
    return loading.value;
  };
}
