import { expect, test } from 'vitest';
import { returnPageName, withFrom } from './return-page.ts';

test('the page to return to goes along between Login and Register, but never another site', () => {
  expect(withFrom('/signup', '/products/1?quality=Good')).toBe('/signup?from=%2Fproducts%2F1%3Fquality%3DGood');
  expect(withFrom('/signup', null)).toBe('/signup');
  expect(withFrom('/signup', '//evil.example')).toBe('/signup');
});

test('the page that asks for a login has a name', () => {
  expect(returnPageName('/products/0190')).toBe('login.pageProducts');
  expect(returnPageName('/search?q=pram')).toBe('login.pageSearch');
  expect(returnPageName('/dashboard/myorders')).toBe('dash.orders');
  expect(returnPageName('/dashboard/AllSellers')).toBe('dash.allSellers');
  expect(returnPageName('/dashboard')).toBe('nav.dashboard');
  expect(returnPageName('/elsewhere')).toBe('login.pageOther');
});
