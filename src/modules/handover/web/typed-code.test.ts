import { expect, test } from 'vitest';
import { codeInUrl, typedCode } from './typed-code.ts';

test('a code may be typed with Bangla digits, spaces and hyphens', () => {
  expect(typedCode('408 216')).toBe('408216');
  expect(typedCode('৪০৮-২১৬')).toBe('408216');
  expect(typedCode('4082167')).toBe('408216');
  expect(typedCode('code 40')).toBe('40');
});

test('the address of a QR code has the code of its own booking only', () => {
  const address = 'https://dolna.example/dashboard/mybuyers/0190-ab#code=408216';
  expect(codeInUrl(address, '0190-ab')).toBe('408216');
  expect(codeInUrl(address, '0190-cd')).toBeUndefined();
  expect(codeInUrl('https://dolna.example/dashboard/mybuyers/0190-ab', '0190-ab')).toBeUndefined();
  expect(codeInUrl('408216', '0190-ab')).toBeUndefined();
});
