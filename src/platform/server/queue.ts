import { Problem } from '#platform/contract/problem.ts';

export interface QueueLimits {
  /** How many run at a time. */
  atOnce: number;
  /** How many may wait for their turn, and for how long, in milliseconds. */
  waiting: number;
  patience: number;
}

/** Runs what it is given, in the order in which it came. */
export type Queue = <T>(run: () => Promise<T>) => Promise<T>;

/** Makes a queue for what would take too much of the machine at once. @throws Problem (503) where too many wait, or too long. */
export function createQueue({ atOnce, waiting, patience }: QueueLimits): Queue {
  const line = new Set<() => void>();
  let running = 0;

  async function turn(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (line.size >= waiting) throw tooBusy();
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        line.delete(next);
        reject(tooBusy());
      }, patience);
      function next() {
        clearTimeout(late);
        line.delete(next);
        resolve();
      }
      line.add(next);
    });
  }

  return async (run) => {
    await turn();
    try {
      return await run();
    } finally {
      // The turn is handed on; nobody can come in between.
      const [next] = line;
      if (next) next();
      else running -= 1;
    }
  };
}

function tooBusy(): Problem {
  return new Problem('unavailable', 'too-busy', 'error.unavailable').retryAfter(5);
}
