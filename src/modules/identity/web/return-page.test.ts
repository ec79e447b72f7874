import { expect, test } from 'vitest';
import { withFrom } from './return-page.ts';

test('Login and Register pass on the page to return to, but never another site', () => {
  expect(withFrom('/signup', '/products/1?quality=Good')).toBe('/signup?from=%2Fproducts%2F1%3Fquality%3DGood');
  expect(withFrom('/signup', null)).toBe('/signup');
  expect(withFrom('/signup', '//evil.example')).toBe('/signup');
});
