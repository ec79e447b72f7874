import { expect, test } from 'vitest';
import { createFairQueue } from './upload-queue.ts';

test('a user with many tasks takes turns with the others, one task at a time [T10]', async () => {
  const inTurn = createFairQueue();
  const order: string[] = [];
  let running = 0;
  const run = (name: string) => async () => {
    running += 1;
    expect(running).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(name);
    running -= 1;
    return name;
  };
  const all = [
    ...['a1', 'a2', 'a3', 'a4'].map((name) => inTurn('a', run(name))),
    ...['b1', 'b2'].map((name) => inTurn('b', run(name))),
    inTurn('c', run('c1')),
  ];
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  expect(await inTurn('a', run('a5'))).toBe('a5');
});

test('what fails is told to who gave it, and the next goes on', async () => {
  const inTurn = createFairQueue();
  const broken = inTurn('a', async () => {
    throw new Error('broken');
  });
  const next = inTurn('a', async () => 'next');
  await expect(broken).rejects.toThrow('broken');
  expect(await next).toBe('next');
});
