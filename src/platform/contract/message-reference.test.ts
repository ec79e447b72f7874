import { expect, test } from 'vitest';
import { message, readMessage } from './message-reference.ts';

test('a message reference carries numbers as numbers, and texts that read as numbers as texts', () => {
  const numbers = { n: 9, left: 12.5, change: -3 };
  const texts = { item: '2019', size: '12.50', reason: '01712345678', quoted: "'5", name: 'A&B=C', none: '' };
  const values = { ...numbers, ...texts };
  expect(readMessage(message('book.phoneError', values))).toEqual({ key: 'book.phoneError', values });
  expect(message('book.phoneError', { n: 9 })).toBe('book.phoneError?n=9');
});
