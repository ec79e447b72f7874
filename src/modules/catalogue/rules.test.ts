import { expect, test } from 'vitest';
import { mayAdvertise, mayEdit, mayRemove, mayReprice, maySell, mayUnsell } from './listing.rules.ts';
import { saving } from './rules.ts';

const unsold = { status: 'unsold', paid: false } as const;
const sold = { status: 'sold', paid: false } as const;
const paid = { status: 'sold', paid: true } as const;
const removed = { status: 'removed', paid: false } as const;
const all = [unsold, sold, paid, removed];

test('a product is sold once', () => expect(all.filter(maySell)).toEqual([unsold]));

test('SOLD can be undone unless the product was paid for here', () => expect(all.filter(mayUnsell)).toEqual([sold]));

test('only an unsold product can be advertised and edited', () => {
  expect(all.filter(mayAdvertise)).toEqual([unsold]);
  expect(all.filter(mayEdit)).toEqual([unsold]);
});

test('a paid product is not deleted, and a removed one is not deleted again', () => {
  expect(all.filter(mayRemove)).toEqual([unsold, sold]);
});

test('a buyer pays the price that they saw when they booked', () => {
  expect(mayReprice({ ...unsold, booked: false })).toBe(true);
  expect(mayReprice({ ...unsold, booked: true })).toBe(false);
  expect(mayReprice({ ...sold, booked: false })).toBe(false);
});

test('a resale price above the original one is no saving and no error', () => {
  expect(saving(12_000, 6500)).toBe(5500);
  expect(saving(6500, 12_000)).toBe(0);
});
