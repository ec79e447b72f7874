import { expect, test } from 'vitest';
import { forgetSavedPages, nullIfOffline, staleIfOffline } from './offline-cache.ts';

const failNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

test('without a network the last value is returned', async () => {
  expect(await staleIfOffline('/a', async () => 1)).toBe(1);
  expect(await staleIfOffline('/a', failNetwork)).toBe(1);
  await expect(staleIfOffline('/b', failNetwork)).rejects.toThrow('Failed to fetch');
});

test('other errors are thrown, and a cleared cache returns nothing', async () => {
  await staleIfOffline('/a', async () => 1);
  await expect(staleIfOffline('/a', () => Promise.reject(new TypeError('x is not a function')))).rejects.toThrow(
    'function',
  );
  expect(() => nullIfOffline(new Error('500'))).toThrow('500');
  forgetSavedPages();
  await expect(staleIfOffline('/a', failNetwork)).rejects.toThrow('Failed to fetch');
});
