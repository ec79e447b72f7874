import { expect, test } from 'vitest';
import { place, years } from './values.ts';

const faultOf = (schema: typeof years | ReturnType<typeof place>, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

test('years of use are kept as they were typed, to a tenth', () => {
  for (const [typed, kept] of [
    ['0', 0],
    ['২.৫', 2.5],
    [0.1, 0.1],
    [29.9, 29.9],
    [30, 30],
  ] as const)
    expect(years.parse(typed)).toBe(kept);
});

test('years with more decimals are refused, not rounded', () => {
  for (const typed of ['1.25', '১.২৫', 0.15, 29.99]) expect(faultOf(years, typed)).toBe('error.yearsDecimals');
  expect(faultOf(years, '30.01')).toBe('error.yearsRange');
});

test('a pick-up point names a place, in either script', () => {
  const point = place(120, 'book.pointError');
  for (const typed of ['Road 27, Dhanmondi', 'উত্তরা', 'ঢাকা', 'C-12', '  TSC '])
    expect(faultOf(point, typed)).toBeUndefined();
  for (const typed of ['x', '..........', '1 a', '--x--']) expect(faultOf(point, typed)).toBe('error.placeShort');
  expect(faultOf(point, ' ')).toBe('book.pointError');
});
