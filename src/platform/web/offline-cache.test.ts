import { afterEach, expect, test, vi } from 'vitest';
import { deleteSavedPages, markLive, nullIfOffline, sentAt, staleIfOffline } from './offline-cache.ts';

const addressOf = (path: string) => new URL(path, 'http://localhost');
const A = addressOf('/a');
const failNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('without a network the last value is returned', async () => {
  expect(await staleIfOffline(A, async () => 1)).toBe(1);
  expect(await staleIfOffline(A, failNetwork)).toBe(1);
  await expect(staleIfOffline(addressOf('/b'), failNetwork)).rejects.toThrow('Failed to fetch');
});

test('other errors are thrown, and a cleared cache returns nothing', async () => {
  await staleIfOffline(A, async () => 1);
  await expect(staleIfOffline(A, () => Promise.reject(new TypeError('x is not a function')))).rejects.toThrow(
    'function',
  );
  expect(() => nullIfOffline(new Error('500'))).toThrow('500');
  deleteSavedPages();
  await expect(staleIfOffline(A, failNetwork)).rejects.toThrow('Failed to fetch');
});

test('a filter that did not load never shows the rows of another filter; the booking dialog shows the same rows', async () => {
  await staleIfOffline(addressOf('/a?state=free'), async () => ['free']);
  expect(await staleIfOffline(addressOf('/a?state=free&book=1'), failNetwork)).toEqual(['free']);
  for (const path of ['/a', '/a?state=sold', '/a?state=free&q=cot'])
    await expect(staleIfOffline(addressOf(path), failNetwork), path).rejects.toThrow('Failed to fetch');
});

test('the page on screen is as old as the last load, not as its document', async () => {
  const documentElement = { getAttribute: () => null, removeAttribute: () => undefined };
  vi.stubGlobal('document', { documentElement });
  vi.useFakeTimers();
  for (const [hour, load] of [
    [15, async () => markLive()],
    [18, () => staleIfOffline(A, async () => 1)],
  ] as const) {
    const at = new Date(2026, 10, 27, hour);
    vi.setSystemTime(at);
    await load();
    expect(sentAt()).toBe(at.getTime());
    vi.advanceTimersByTime(60_000);
    await staleIfOffline(A, failNetwork).catch(() => undefined);
    expect(sentAt()).toBe(at.getTime());
  }
});
