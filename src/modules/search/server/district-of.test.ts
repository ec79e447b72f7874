import { expect, test } from 'vitest';
import { districtOf } from './district-of.ts';

test.each([
  ['Mirpur 10', 'Dhaka'],
  ['  DHANMONDI  27', 'Dhaka'],
  ['মিরপুর ১০', 'Dhaka'],
  ['উত্তরা', 'Dhaka'],
  ['Chittagong', 'Chattogram'],
  ['চট্টগ্রাম', 'Chattogram'],
  ['Debidwar', 'Comilla'],
  ['Sylhet', 'Sylhet'],
])('%s is in the district of %s', (typed, district) => {
  expect(districtOf(typed)?.en).toBe(district);
});

test('a place is in the town after its comma, when its own name is unknown', () => {
  expect(districtOf('Block C', 'Chattogram')?.en).toBe('Chattogram');
  expect(districtOf('Block C', 'block c')).toBeUndefined();
});

test.each(['', 'Nowhere', 'Companiganj', 'the school gate'])('%j has no district', (typed) => {
  expect(districtOf(typed)).toBeUndefined();
});
