import { setTimeout as pause } from 'node:timers/promises';

/** A process that runs. */
export interface Running {
  /** Settles when it has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** After this long, in milliseconds, a process counts as healthy and the waits begin anew. */
const STEADY = 3000;
const FIRST_WAIT = 100;
const LONGEST_WAIT = 10_000;

/** How long to wait before a process is started again, after so many failures in a row. */
export function restartDelayMs(failures: number): number {
  return Math.min(FIRST_WAIT * 2 ** failures, LONGEST_WAIT);
}

/** Starts a process again whenever it ends by itself, with waits that grow, until it is stopped. `name` is what it is called. */
export function supervise(
  name: string,
  first: Running,
  relaunch: () => Promise<Running>,
  log: (line: string) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let current = first;
  let since = Date.now();
  let failures = 0;

  async function watch(): Promise<void> {
    for (;;) {
      await current.ended;
      if (stopping.signal.aborted) return;
      log(`${name} ended unexpectedly and is started again.`);
      if (Date.now() - since > STEADY) failures = 0;
      const next = await again();
      if (!next) return;
      current = next;
      since = Date.now();
      if (stopping.signal.aborted) return next.stop();
    }
  }

  async function again(): Promise<Running | undefined> {
    for (;;) {
      const wait = restartDelayMs(failures);
      failures += 1;
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return undefined;
      try {
        return await relaunch();
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
      }
    }
  }

  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await current.stop();
      await watching;
    },
  };
}
