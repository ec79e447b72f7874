const MOST = 10_000;

/** Remembers what was found good: 10,000 of a kind, each until its time (milliseconds since 1970). The oldest goes first. */
export function createSessionCache<T>() {
  // A map keeps the order in which things came.
  const known = new Map<string, { value: T; until: number }>();
  return {
    get(key: string): T | undefined {
      const found = known.get(key);
      if (found && found.until > Date.now()) return found.value;
      known.delete(key);
      return undefined;
    },
    set(key: string, value: T, until: number): void {
      known.delete(key);
      const [oldest] = known.keys();
      if (known.size >= MOST && oldest !== undefined) known.delete(oldest);
      known.set(key, { value, until });
    },
  };
}
