const MINUTE_MS = 60_000;

/** Counts a key in the current minute of this process. Returns the count, and the seconds until the next minute. */
export type CountPerMinute = (key: string) => { times: number; secondsLeft: number };

/** Creates a counter of keys. It is reset each minute. */
export function createMinuteCounter(): CountPerMinute {
  let counts = new Map<string, number>();
  let endsAt = 0;
  return (key) => {
    const now = Date.now();
    if (now >= endsAt) {
      counts = new Map();
      endsAt = now + MINUTE_MS;
    }
    const times = (counts.get(key) ?? 0) + 1;
    counts.set(key, times);
    return { times, secondsLeft: Math.ceil((endsAt - now) / 1000) };
  };
}
