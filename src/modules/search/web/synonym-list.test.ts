import { expect, test } from 'vitest';
import { readWords, typedGroup } from './synonym-list.ts';

test('words are on lines or between commas, and each counts once', () => {
  expect(readWords('খাট\n khat , cot;crib\n\ncot')).toEqual(['খাট', 'khat', 'cot', 'crib']);
});

test('a group needs two words, each with a letter or a digit', () => {
  const fault = (words: string) => typedGroup.safeParse({ words }).error?.issues[0]?.message;
  expect(fault('cot, crib')).toBeUndefined();
  expect(fault('cot')).toBe('search.twoWords');
  expect(fault('cot, !!')).toBe('search.noWord');
  expect(fault('')).toBe('error.required');
});
