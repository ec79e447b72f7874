import { expect, test } from 'vitest';
import { limitConcurrency } from './upload.ts';

test('at most the given number of tasks runs at once, and the others follow in order', async () => {
  const limited = limitConcurrency(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string) =>
    limited(() => {
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

test('a failed task frees its place', async () => {
  const limited = limitConcurrency(1);
  await expect(limited(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(await limited(async () => 'next')).toBe('next');
});
