import { expect, test } from 'vitest';
import { findDistrict } from './districts.ts';

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
  expect(findDistrict(typed)?.en).toBe(district);
});

test('a place is in the town after its comma, when its own name is unknown', () => {
  expect(findDistrict('Block C', 'Chattogram')?.en).toBe('Chattogram');
  expect(findDistrict('Block C', 'block c')).toBeUndefined();
});

test.each(['', 'Nowhere', 'Companiganj', 'the school gate'])('%j has no district', (typed) => {
  expect(findDistrict(typed)).toBeUndefined();
});
