import { setTimeout as pause } from 'node:timers/promises';
import type { Postmaster } from './postmaster.ts';

/** After this long, in milliseconds, a server counts as healthy and the waits begin anew. */
const STEADY = 3000;
const FIRST_WAIT = 100;
const LONGEST_WAIT = 10_000;

/** Starts the server again whenever it ends by itself, with waits that grow, until it is stopped. */
export function supervise(
  first: Postmaster,
  relaunch: () => Promise<Postmaster>,
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
      log('PostgreSQL ended unexpectedly and is started again.');
      if (Date.now() - since > STEADY) failures = 0;
      const next = await again();
      if (!next) return;
      current = next;
      since = Date.now();
      if (stopping.signal.aborted) return next.stop();
    }
  }

  async function again(): Promise<Postmaster | undefined> {
    for (;;) {
      const wait = Math.min(FIRST_WAIT * 2 ** failures, LONGEST_WAIT);
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
