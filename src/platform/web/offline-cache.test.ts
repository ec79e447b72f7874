import { expect, test } from 'vitest';
import { clearOfflineCache, nullIfOffline, staleIfOffline } from './offline-cache.ts';

const unreached = () => Promise.reject(new TypeError('Failed to fetch'));

test('while the network is away, what was there before is given again', async () => {
  expect(await staleIfOffline('/a', async () => 1)).toBe(1);
  expect(await staleIfOffline('/a', unreached)).toBe(1);
  await expect(staleIfOffline('/b', unreached)).rejects.toThrow('Failed to fetch');
});

test('other failures are told, and what is forgotten is gone', async () => {
  await staleIfOffline('/a', async () => 1);
  await expect(staleIfOffline('/a', () => Promise.reject(new TypeError('x is not a function')))).rejects.toThrow(
    'function',
  );
  expect(() => nullIfOffline(new Error('500'))).toThrow('500');
  clearOfflineCache();
  await expect(staleIfOffline('/a', unreached)).rejects.toThrow('Failed to fetch');
});
