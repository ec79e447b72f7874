const SESSIONS_MAX_COUNT = 10_000;

/** Creates a cache of 10,000 values. `expiresAt` is in milliseconds since 1970; the oldest value is evicted first. */
export function createSessionCache<T>() {
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
      if (values.size >= SESSIONS_MAX_COUNT && oldest !== undefined) values.delete(oldest);
      values.set(key, { value, expiresAt });
    },
  };
}
