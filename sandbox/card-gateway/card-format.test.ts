import { expect, test } from 'vitest';
// @ts-expect-error The browser's files are plain JavaScript.
import * as format from './browser/field/card-format.js';

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['424242', '4242 42'],
  ['42424242424242429', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['30569309025904', '3056 930902 5904'],
  ['', ''],
])('the number %s is shown as "%s"', (digits, shown) => {
  expect(format.formatNumber(digits)).toBe(shown);
});

test('Bangla digits count as digits', () => {
  expect(format.digitsOf('৪২৪২ ০৯ x 5')).toBe('4242095');
});

test.each([
  ['4242', 'incomplete_number'],
  ['4242424242424241', 'invalid_number'],
  ['4242424242424242', undefined],
  ['378282246310005', undefined],
])('the number %s: %s', (digits, error) => {
  expect(format.checkNumber(digits)).toMatchObject({ complete: error === undefined });
  expect(format.checkNumber(digits).error).toBe(error);
});

test.each([
  ['5', '05'],
  ['13', '013'],
  ['1230', '1230'],
  ['122030', '1230'],
  ['12309', '1230'],
])('the date typed as %s is %s', (typed, digits) => {
  expect(format.expiryDigits(typed)).toBe(digits);
});

test.each([
  ['123', 'incomplete_expiry'],
  ['0030', 'invalid_expiry_month'],
  ['1225', 'invalid_expiry_year_past'],
  ['0526', 'invalid_expiry_month_past'],
  ['0626', undefined],
  ['1299', 'invalid_expiry_year'],
])('in June 2026 the date %s: %s', (digits, error) => {
  expect(format.checkExpiry(digits, new Date(2026, 5, 15)).error).toBe(error);
});

test('American Express has codes of four digits', () => {
  expect(format.codeLength('378282246310005')).toBe(4);
  expect(format.checkCode('12', '4242').error).toBe('incomplete_cvc');
  expect(format.checkCode('123', '4242').complete).toBe(true);
});
