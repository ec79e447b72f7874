import { setTimeout as pause } from 'node:timers/promises';

export interface Running {
  /** Resolves when the process ends, for any reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** A process that ran longer counts as healthy, and the restart delay starts again at the minimum. */
const HEALTHY_AFTER_MS = 3000;
const RESTART_MIN_DELAY_MS = 100;
const RESTART_MAX_DELAY_MS = 10_000;

/** Returns the delay before the next start, in milliseconds. It doubles with each failure in a row. */
export function restartDelayMs(failures: number): number {
  return Math.min(RESTART_MIN_DELAY_MS * 2 ** failures, RESTART_MAX_DELAY_MS);
}

/** Restarts a process whenever it ends, with increasing delays, until it is stopped. `name` is for the log. */
export function supervise(
  name: string,
  first: Running,
  relaunch: () => Promise<Running>,
  log: (line: string) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let current = first;
  let startedAt = Date.now();
  let failures = 0;

  async function watch(): Promise<void> {
    for (;;) {
      await current.ended;
      if (stopping.signal.aborted) return;
      log(`${name} ended unexpectedly and is started again.`);
      if (Date.now() - startedAt > HEALTHY_AFTER_MS) failures = 0;
      const next = await restart();
      if (!next) return;
      current = next;
      startedAt = Date.now();
      if (stopping.signal.aborted) return next.stop();
    }
  }

  async function restart(): Promise<Running | undefined> {
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
