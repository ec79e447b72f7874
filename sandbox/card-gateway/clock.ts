/** Where the gateway gets its time, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something later; gives back how to call it off. */
  schedule(delay: number, run: () => void): () => void;
}

const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(delay, run) {
    const timer = setTimeout(run, Math.min(delay, LONGEST_TIMER));
    // An open page or server keeps the process alive, a webhook's retry does not.
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Stripe counts time in whole seconds. */
export function seconds(clock: Clock): number {
  return Math.floor(clock.now() / 1000);
}
