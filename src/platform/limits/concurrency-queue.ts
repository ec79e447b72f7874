import { Problem } from '#platform/contract/problem.ts';
import { withinDeadline } from '#platform/database/request-deadline.ts';

export interface QueueLimits {
  concurrency: number;
  maxWaiting: number;
  /** How long a task may wait. Without it, as long as its request may wait for the database. */
  waitTimeoutMs?: number;
  /** Whether an error of one task would be the error of every task: tasks that wait are rejected with it. */
  rejectsAll?: (error: unknown) => boolean;
}

interface Waiting {
  start: () => void;
  reject: (error: unknown) => void;
}

/** Runs tasks in the order of the calls. */
export type Queue = <T>(run: () => Promise<T>) => Promise<T>;

/** Creates a queue that bounds how many tasks run at a time. @throws Problem (503) when too many tasks wait, or one waits too long. */
export function createQueue({ concurrency, maxWaiting, waitTimeoutMs, rejectsAll }: QueueLimits): Queue {
  const waiting = new Set<Waiting>();
  let running = 0;

  async function waitForSlot(): Promise<void> {
    if (running < concurrency) {
      running += 1;
      return;
    }
    if (waiting.size >= maxWaiting) throw tooBusy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Removed before the promise settles, so that an abandoned task does not start.
    const remove = (settle: () => void) => {
      clearTimeout(timer);
      waiting.delete(task);
      settle();
    };
    const task: Waiting = { start: () => remove(resolve), reject: (error) => remove(() => reject(error)) };
    const rejectBusy = () => {
      const error = tooBusy();
      task.reject(error);
      return error;
    };
    const timer = waitTimeoutMs === undefined ? undefined : setTimeout(rejectBusy, waitTimeoutMs);
    waiting.add(task);
    await (waitTimeoutMs === undefined ? withinDeadline(promise, rejectBusy) : promise);
  }

  return async (run) => {
    await waitForSlot();
    try {
      return await run();
    } catch (error) {
      if (rejectsAll?.(error)) for (const task of waiting) task.reject(error);
      throw error;
    } finally {
      // The slot passes to the next waiting task directly, so that a later task cannot take it.
      const [next] = waiting;
      if (next) next.start();
      else running -= 1;
    }
  };
}

function tooBusy(): Problem {
  return new Problem('unavailable', 'too-busy', 'error.unavailable').retryAfter(5);
}
