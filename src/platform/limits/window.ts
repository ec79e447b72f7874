const MINUTE_MS = 60_000;

/** Counts a key within the running minute, in this process. Returns how often, and the seconds until the next minute. */
export type CountInWindow = (key: string) => { times: number; secondsLeft: number };

/** Creates a counter of keys. It is reset each minute. */
export function createWindow(): CountInWindow {
  let counts = new Map<string, number>();
  let ends = 0;
  return (key) => {
    const now = Date.now();
    if (now >= ends) {
      counts = new Map();
      ends = now + MINUTE_MS;
    }
    const times = (counts.get(key) ?? 0) + 1;
    counts.set(key, times);
    return { times, secondsLeft: Math.ceil((ends - now) / 1000) };
  };
}
