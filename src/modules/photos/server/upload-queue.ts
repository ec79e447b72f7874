import { message } from '#platform/contract/message-reference.ts';
import { Problem } from '#platform/contract/problem.ts';

/** Uploads that one seller may have under way at a time; the form sends two. */
export const SELLER_MAX_UPLOADS = 6;
const UPLOAD_RETRY_S = 5;

const uploadsUnderWay = new Map<string, number>();

/**
 * Counts an upload of a seller, in this process only. Returns the function that ends it.
 * @throws Problem 429 when the seller has `SELLER_MAX_UPLOADS` uploads under way.
 */
export function beginUpload(sellerId: string): () => void {
  const count = uploadsUnderWay.get(sellerId) ?? 0;
  if (count >= SELLER_MAX_UPLOADS)
    throw new Problem(
      'tooMany',
      'too-many-at-once',
      message('error.photosAtOnce', { n: SELLER_MAX_UPLOADS }),
    ).retryAfter(UPLOAD_RETRY_S);
  uploadsUnderWay.set(sellerId, count + 1);
  return () => {
    const left = (uploadsUnderWay.get(sellerId) ?? 1) - 1;
    if (left > 0) uploadsUnderWay.set(sellerId, left);
    else uploadsUnderWay.delete(sellerId);
  };
}

/** Returns a function that runs one task at a time. Owners take turns, so one owner's tasks do not delay all others. */
export function createFairQueue(): <T>(owner: string, task: () => Promise<T>) => Promise<T> {
  /** The tasks of each owner; the owner whose turn is next comes first. */
  const queues = new Map<string, (() => Promise<unknown>)[]>();
  let isRunning = false;

  async function runAll(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (const [owner, tasks] of queues) {
      const task = tasks.shift();
      queues.delete(owner);
      if (tasks.length > 0) queues.set(owner, tasks);
      await task?.();
    }
    isRunning = false;
  }

  return (owner, task) =>
    new Promise((resolve, reject) => {
      const tasks = queues.get(owner) ?? [];
      tasks.push(() => task().then(resolve, reject));
      queues.set(owner, tasks);
      void runAll();
    });
}
