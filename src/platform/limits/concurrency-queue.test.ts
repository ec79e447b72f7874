import { expect, test } from 'vitest';
import { createQueue } from './concurrency-queue.ts';

/** Tasks that end on a call of `end`. */
function controlledTasks(count: number) {
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const runs = Array.from({ length: count }, (_, n) => () => {
    begun.push(n);
    return new Promise<number>((resolve) => {
      ends[n] = () => resolve(n);
    });
  });
  return { runs, begun, end: (n: number) => ends[n]?.() };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

test('runs a limited number of tasks at once and the others in order', async () => {
  const inTurn = createQueue({ concurrency: 2, maxWaiting: 10, waitTimeoutMs: 5000 });
  const { runs, begun, end } = controlledTasks(4);
  const all = Promise.all(runs.map((run) => inTurn(run)));
  await soon();
  expect(begun).toEqual([0, 1]);
  end(1);
  await soon();
  expect(begun).toEqual([0, 1, 2]);
  end(0);
  await soon();
  end(2);
  end(3);
  expect(await all).toEqual([0, 1, 2, 3]);
});

test('refuses tasks beyond the queue’s limit, and continues after a failed task', async () => {
  const inTurn = createQueue({ concurrency: 1, maxWaiting: 1, waitTimeoutMs: 5000 });
  const { runs, end } = controlledTasks(1);
  const first = inTurn(async () => {
    await runs[0]?.();
    throw new Error('broken');
  });
  const second = inTurn(async () => 'second');
  await expect(inTurn(async () => 'third')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
  end(0);
  await expect(first).rejects.toThrow('broken');
  expect(await second).toBe('second');
  expect(await inTurn(async () => 'fourth')).toBe('fourth');
});

test('refuses a task after its maximum wait, and does not run it later', async () => {
  const inTurn = createQueue({ concurrency: 1, maxWaiting: 5, waitTimeoutMs: 20 });
  const { runs, end } = controlledTasks(1);
  const first = inTurn(runs[0] ?? (async () => 0));
  let ran = false;
  await expect(
    inTurn(async () => {
      ran = true;
    }),
  ).rejects.toMatchObject({ status: 503 });
  end(0);
  await first;
  expect(ran).toBe(false);
  expect(await inTurn(async () => 'next')).toBe('next');
});

test('an error for all tasks rejects all waiting ones, and a later task runs', async () => {
  const outage = new Error('outage');
  const inTurn = createQueue({
    concurrency: 1,
    maxWaiting: 5,
    waitTimeoutMs: 5000,
    rejectsAll: (error) => error === outage,
  });
  const { runs, begun, end } = controlledTasks(2);
  const first = inTurn(async () => {
    await runs[0]?.();
    throw outage;
  });
  const waiting = Promise.allSettled([inTurn(async () => 'second'), inTurn(async () => 'third')]);
  await soon();
  end(0);
  await expect(first).rejects.toBe(outage);
  expect((await waiting).map((one) => (one as PromiseRejectedResult).reason)).toEqual([outage, outage]);
  const next = inTurn(runs[1] ?? (async () => 0));
  await soon();
  expect(begun).toEqual([0, 1]);
  end(1);
  expect(await next).toBe(1);
});
