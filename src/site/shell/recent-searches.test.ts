import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { clearRecentSearches, keepSearch, readRecentSearches } from './recent-searches.ts';

const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
};
vi.stubGlobal('localStorage', storage);
afterAll(() => vi.unstubAllGlobals());
afterEach(() => stored.clear());

test('a device keeps the last five searches of each person, newest first and each once', () => {
  for (const text of ['cot', 'pram', '  story   books ', 'Cot', '   ']) keepSearch('one', text);
  expect(readRecentSearches('one')).toEqual(['Cot', 'story books', 'pram']);
  for (const text of ['a', 'b', 'c']) keepSearch('one', text);
  expect(readRecentSearches('one')).toEqual(['c', 'b', 'a', 'Cot', 'story books']);
  expect(readRecentSearches('another')).toEqual([]);
  expect(readRecentSearches(undefined)).toEqual([]);
});

test('recent searches are cleared for their person alone', () => {
  keepSearch('one', 'cot');
  keepSearch(undefined, 'pram');
  clearRecentSearches('one');
  expect([readRecentSearches('one'), readRecentSearches(undefined)]).toEqual([[], ['pram']]);
});

test('a stored value that is no list of texts is ignored', () => {
  for (const value of ['{', '"cot"', '[1, "pram", null]']) {
    stored.set('searches:one', value);
    expect(readRecentSearches('one')).toEqual(value.startsWith('[') ? ['pram'] : []);
  }
});
