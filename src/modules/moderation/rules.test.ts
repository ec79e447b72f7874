import { expect, test } from 'vitest';
import { decisionsFor, outcomeOf } from './rules.ts';

test('a report’s outcome says whether the product was kept', () => {
  expect(outcomeOf(null)).toBe('open');
  expect(outcomeOf('keep')).toBe('kept');
  expect(outcomeOf('remove')).toBe('removed');
});

test('a removed product cannot be kept', () => {
  expect(decisionsFor('unsold')).toEqual(['keep', 'remove']);
  expect(decisionsFor('sold')).toEqual(['keep', 'remove']);
  expect(decisionsFor('removed')).toEqual(['remove']);
});
