import { expect, test } from 'vitest';
import { message, readMessage } from './message-reference.ts';

test('a message reference carries numbers as numbers, and texts of digits as texts', () => {
  const values = { n: 9, item: '2019', reason: '01712345678', quoted: "'5", name: 'A&B=C', none: '' };
  expect(readMessage(message('book.phoneError', values))).toEqual({ key: 'book.phoneError', values });
  expect(message('book.phoneError', { n: 9 })).toBe('book.phoneError?n=9');
});
