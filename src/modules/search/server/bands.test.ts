import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { around, type Band, between, ladder, PRICE, partsOf, type Scale, TIME, widthWithin } from './bands.ts';

const SMALL: Scale = { sign: '/s', widths: 3 };
const END = 8 ** SMALL.widths;
const place = fc.integer({ min: 0, max: END - 1 });
const numbersIn = ({ width, n }: Band) => Array.from({ length: 8 ** width }, (_, k) => n * 8 ** width + k);
const range = (from: number, to: number) => Array.from({ length: Math.max(to - from, 0) }, (_, k) => from + k);

describe('bands', () => {
  test('up from a place are all that follows it, in order', () => {
    fc.assert(
      fc.property(place, (from) => {
        expect(ladder(SMALL, from, false).flatMap(numbersIn)).toEqual(range(from, END));
      }),
    );
  });

  test('down from a place are all before it, in order', () => {
    const down = (band: Band) => numbersIn(band).reverse();
    fc.assert(
      fc.property(place, (from) => {
        expect(ladder(SMALL, from, true).flatMap(down)).toEqual(range(0, from + 1).reverse());
      }),
    );
  });

  test('between two places are all from one to the other, once, and few', () => {
    fc.assert(
      fc.property(place, place, (from, to) => {
        const bands = between(SMALL, from, to);
        expect(bands.flatMap(numbersIn)).toEqual(range(from, to + 1));
        expect(bands.length).toBeLessThanOrEqual(14 * SMALL.widths);
      }),
    );
    expect(between(PRICE, 1, 1_000_000_000).length).toBeLessThanOrEqual(14 * PRICE.widths);
  });

  test('no narrower than so much are all between two places, and reach beyond by less than one of them', () => {
    fc.assert(
      fc.property(place, place, fc.constantFrom(0, 1, 2), (one, other, width) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const numbers = around(SMALL, from, to, width).flatMap(numbersIn);
        const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
        expect(numbers).toEqual(range(first, last + 1));
        for (const beyond of [from - first, last - to]) {
          expect(beyond).toBeGreaterThanOrEqual(0);
          expect(beyond).toBeLessThan(8 ** width);
        }
      }),
    );
  });

  test('are no wider than so much', () => {
    for (const [much, width] of [
      [0, 0],
      [7, 0],
      [8, 1],
      [511, 2],
      [512, 3],
    ] as const)
      expect(widthWithin(much)).toBe(width);
  });

  test('fall into parts that are the whole of them', () => {
    const band = { scale: TIME, width: 2, n: 5 };
    expect(partsOf(band, false).flatMap(numbersIn)).toEqual(numbersIn(band));
    expect(partsOf({ ...band, width: 0 }, false)).toEqual([]);
  });
});
