import { message } from '#platform/contract/message-reference.ts';
import { Problem } from '#platform/contract/problem.ts';

/** How many photos one seller may have on their way here at a time; a form sends two. */
export const AT_ONCE = 6;

const onTheirWay = new Map<string, number>();

/**
 * Lets a seller send another photo; what it gives is called when that has been dealt with. Counted in this process alone,
 * as a brake.
 * @throws Problem (429) when too many are on their way.
 */
export function beginSending(sellerId: string): () => void {
  const count = onTheirWay.get(sellerId) ?? 0;
  if (count >= AT_ONCE)
    throw new Problem('tooMany', 'too-many-at-once', message('error.photosAtOnce', { n: AT_ONCE })).retryAfter(5);
  onTheirWay.set(sellerId, count + 1);
  return () => {
    const left = (onTheirWay.get(sellerId) ?? 1) - 1;
    if (left > 0) onTheirWay.set(sellerId, left);
    else onTheirWay.delete(sellerId);
  };
}

/** Runs one thing at a time. Who has several takes turns with the others, so that nobody waits for all of somebody's. */
export function createTurns(): <T>(who: string, run: () => Promise<T>) => Promise<T> {
  /** In the order of whose turn it is. */
  const lines = new Map<string, (() => Promise<unknown>)[]>();
  let busy = false;

  async function work(): Promise<void> {
    if (busy) return;
    busy = true;
    for (const [who, line] of lines) {
      const run = line.shift();
      lines.delete(who);
      if (line.length > 0) lines.set(who, line);
      // Whoever gave it hears how it ended.
      await run?.().catch(() => undefined);
    }
    busy = false;
  }

  return (who, run) =>
    new Promise((resolve, reject) => {
      const line = lines.get(who) ?? [];
      line.push(() => run().then(resolve, reject));
      lines.set(who, line);
      void work();
    });
}
