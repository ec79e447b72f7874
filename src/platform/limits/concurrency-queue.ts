import { Problem } from '#platform/contract/problem.ts';
import { patiently } from '#platform/database/request-deadline.ts';

export interface QueueLimits {
  /** How many run at a time. */
  atOnce: number;
  /** How many may wait for their turn. */
  waiting: number;
  /** How long, in milliseconds. Without it, as long as a request may wait for the database: its turn is part of that. */
  patience?: number;
  /** What is everybody's trouble: who waits is told the same at once, and does not run into it as well. */
  everybodys?: (error: unknown) => boolean;
}

interface Waiting {
  next: () => void;
  leave: (error: unknown) => void;
}

/** Runs what it is given, in the order in which it came. */
export type Queue = <T>(run: () => Promise<T>) => Promise<T>;

/** Makes a queue for what would take too much of the machine at once. @throws Problem (503) where too many wait, or too long. */
export function createQueue({ atOnce, waiting, patience, everybodys }: QueueLimits): Queue {
  const line = new Set<Waiting>();
  let running = 0;

  async function turn(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (line.size >= waiting) throw tooBusy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // At once and not when it is heard: nobody gets a turn twice, or one that they no longer wait for.
    const out = (tell: () => void) => {
      clearTimeout(late);
      line.delete(one);
      tell();
    };
    const one: Waiting = { next: () => out(resolve), leave: (error) => out(() => reject(error)) };
    const giveUp = () => one.leave(tooBusy());
    const late = patience === undefined ? undefined : setTimeout(giveUp, patience);
    line.add(one);
    await (patience === undefined ? patiently(promise, giveUp) : promise);
  }

  return async (run) => {
    await turn();
    try {
      return await run();
    } catch (error) {
      if (everybodys?.(error)) for (const one of line) one.leave(error);
      throw error;
    } finally {
      // The turn is handed on; nobody can come in between.
      const [one] = line;
      if (one) one.next();
      else running -= 1;
    }
  };
}

function tooBusy(): Problem {
  return new Problem('unavailable', 'too-busy', 'error.unavailable').retryAfter(5);
}
