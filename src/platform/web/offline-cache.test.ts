import { expect, test } from 'vitest';
import { forgetEarlier, orEarlier, unlessOffline } from './offline-cache.ts';

const unreached = () => Promise.reject(new TypeError('Failed to fetch'));

test('while the network is away, what was there before is given again', async () => {
  expect(await orEarlier('/a', async () => 1)).toBe(1);
  expect(await orEarlier('/a', unreached)).toBe(1);
  await expect(orEarlier('/b', unreached)).rejects.toThrow('Failed to fetch');
});

test('other failures are told, and what is forgotten is gone', async () => {
  await orEarlier('/a', async () => 1);
  await expect(orEarlier('/a', () => Promise.reject(new TypeError('x is not a function')))).rejects.toThrow('function');
  expect(() => unlessOffline(new Error('500'))).toThrow('500');
  forgetEarlier();
  await expect(orEarlier('/a', unreached)).rejects.toThrow('Failed to fetch');
});
