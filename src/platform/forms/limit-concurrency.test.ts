import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

test('no more tasks run at once than may, and the others follow in their order', async () => {
  const inTurn = limitConcurrency(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string) =>
    inTurn(() => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const tasks = ['a', 'b', 'c', 'd'].map(run);
  await Promise.resolve();
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')?.();
  await tasks[1];
  await Promise.resolve();
  expect(begun).toEqual(['a', 'b', 'c']);
  ends.get('a')?.();
  ends.get('c')?.();
  await Promise.all([tasks[0], tasks[2]]);
  await Promise.resolve();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

test('a task that fails makes room all the same', async () => {
  const inTurn = limitConcurrency(1);
  await expect(inTurn(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(await inTurn(async () => 'next')).toBe('next');
});
