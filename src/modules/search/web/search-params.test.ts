import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchQuery } from '../contract.ts';
import { appliedFilters } from '../filters.rules.ts';
import {
  readSearchParams,
  sortsOf,
  toggled,
  toQuery,
  toQueryString,
  without,
  withoutFilters,
} from './search-params.ts';

const CATEGORY = '01a1ff6f-7900-7b2b-8724-a0fe521c2cc9';
const read = (address: string, category?: string) => readSearchParams(new URLSearchParams(address), category);

test('an address holds the whole search, and is written as it was read', () => {
  const address = `q=red pram&condition=Excellent,Fair&min=400&max=10000&area=mirpur 10,banani&years=2&verified=true&free=true&category=${CATEGORY}&sort=dear`;
  const params = read(address);
  expect(params).toEqual({
    q: 'red pram',
    category: CATEGORY,
    condition: ['Excellent', 'Fair'],
    min: 400,
    max: 10_000,
    area: ['mirpur 10', 'banani'],
    years: 2,
    verified: true,
    free: true,
    sort: 'dear',
  });
  expect(toQueryString(params)).toBe(address.replaceAll(' ', '+'));
});

test('unknown and invalid values of an address are ignored', () => {
  const plain = read('');
  for (const address of [
    'q=',
    'q=%00',
    'category=prams',
    'condition=Broken',
    'min=cheap',
    'min=-5',
    'max=0',
    'max=1e99',
    'years=3',
    'verified=yes',
    'free=1',
    'sort=sideways',
    'sort=best',
    'area=,,',
    'colour=red',
  ])
    expect(read(address), address).toEqual(plain);
  expect(read('condition=Fair,Broken').condition).toEqual(['Fair']);
  expect([...read(`q=${'প'.repeat(200)}`).q]).toHaveLength(100);
  expect(read(`area=${Array.from({ length: 20 }, (_, n) => `road ${n}`).join(',')}`).area).toHaveLength(12);
});

test('the call accepts the search of every address', () => {
  const names = fc.constantFrom(
    'q',
    'category',
    'condition',
    'min',
    'max',
    'area',
    'years',
    'verified',
    'free',
    'sort',
  );
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[+-]?[0-9০-৯ ,.]{0,12}$/),
    fc.constantFrom(CATEGORY, 'Good,Fair', 'true', '2', '\u202e', 'a\nb', '1.005', '9999999.99', '10000000.01'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(names, typed)), (address) => {
      const asked = searchQuery.safeParse(toQuery(readSearchParams(new URLSearchParams(address))));
      expect(asked.error).toBeUndefined();
    }),
    { numRuns: 50 },
  );
});

test('an address ignores exactly the prices and categories that the call refuses', () => {
  const prices = fc.oneof(
    fc.stringMatching(/^[+-]?[0-9০-৯ ,.]{0,12}$/),
    fc.float().map(String),
    fc.integer({ min: 0, max: 2_000_000_000 }).map((poisha) => String(poisha / 100)),
    fc.string(),
  );
  fc.assert(
    fc.property(prices, (max) => {
      expect(readSearchParams(new URLSearchParams({ max })).max).toBe(searchQuery.safeParse({ max }).data?.max);
    }),
  );
  fc.assert(
    fc.property(fc.oneof(fc.uuid(), fc.string()), (category) => {
      const taken = searchQuery.safeParse({ category }).data?.category;
      expect(readSearchParams(new URLSearchParams({ category })).category).toBe(taken);
    }),
  );
});

test('a price may have Bangla digits, and the bounds may be in the wrong order', () => {
  expect(read('min=৫০০&max=২০০')).toMatchObject({ min: 200, max: 500 });
});

test('only a search by words has the order best match', () => {
  expect(read('q=pram').sort).toBe('best');
  expect(read('').sort).toBe('newest');
  expect(sortsOf('')).not.toContain('best');
  expect(toQueryString(read('q=pram&sort=best'))).toBe('q=pram');
  expect(toQueryString(read('q=pram&sort=newest'))).toBe('q=pram&sort=newest');
});

test("on a category's own page the category is not a filter", () => {
  const params = read('condition=Good', CATEGORY);
  expect(toQuery(params)).toEqual({ category: CATEGORY, condition: 'Good' });
  expect(toQueryString(params)).toBe('condition=Good');
  expect(appliedFilters(params)).toEqual([{ filter: 'condition', value: 'Good' }]);
  expect(withoutFilters(params).pageCategory).toBe(CATEGORY);
});

test('each filter can be removed alone, and all together; words and order stay', () => {
  const params = read(`q=pram&condition=Good,Fair&min=1&area=banani&years=0&free=true&category=${CATEGORY}&sort=cheap`);
  const applied = appliedFilters(params);
  expect(applied.map(({ filter }) => filter)).toEqual([
    'category',
    'condition',
    'condition',
    'price',
    'area',
    'years',
    'free',
  ]);
  for (const one of applied)
    expect(appliedFilters(without(params, one))).toEqual(applied.filter((other) => other !== one));
  expect(without(params, { filter: 'condition' }).condition).toEqual([]);
  expect(toQueryString(withoutFilters(params))).toBe('q=pram&sort=cheap');
});

test('an option is added, and removed again', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
  expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
});
