import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cacheFor } from './ttl-cache.ts';

describe('a value that is cached for a second', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is loaded once for all calls within that time, and again for a later call', async () => {
    const load = vi.fn(async () => load.mock.calls.length);
    const kept = cacheFor<number>(1000);
    expect(await Promise.all([kept('a', load), kept('a', load)])).toEqual([1, 1]);
    vi.advanceTimersByTime(999);
    expect(await kept('a', load)).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await kept('a', load)).toBe(2);
  });

  test('is loaded separately for each key', async () => {
    const kept = cacheFor<string>(1000);
    expect(await kept('a', async () => 'one')).toBe('one');
    expect(await kept('b', async () => 'other')).toBe('other');
  });

  test('is not cached after a failure: the next call loads it again', async () => {
    const kept = cacheFor<string>(1000);
    const failing = async () => {
      throw new Error('outage');
    };
    await expect(kept('a', failing)).rejects.toThrow('outage');
    expect(await kept('a', async () => 'back')).toBe('back');
  });
});
