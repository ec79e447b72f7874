/** The source of time, which tests replace. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `run` after a delay. Returns a function that cancels the call. */
  schedule(delayMs: number, run: () => void): () => void;
}

const TIMER_MAX_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, run) {
    const timer = setTimeout(run, Math.min(delayMs, TIMER_MAX_MS));
    // A webhook's retry must not keep the process alive.
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Returns whole seconds since 1970, as Stripe's timestamps. */
export function seconds(clock: Clock): number {
  return Math.floor(clock.now() / 1000);
}
