import { expect, test } from 'vitest';
import { tabAt, tabsOf, waitingAt } from './bottom-tabs.ts';

const paths = (...roles: Parameters<typeof tabsOf>) => tabsOf(...roles).map(({ to }) => to);

test('a visitor’s Sell leads to the registration as a seller, everybody else’s to Add a Product', () => {
  expect(paths(undefined)).toEqual(['/', '/search', '/signup?as=seller', '/dashboard/myorders', '/dashboard/account']);
  expect(paths(['buyer'])).toContain('/dashboard/addproduct');
  expect(paths(['seller'])).toContain('/dashboard/addproduct');
});

test('Orders opens My Orders, and My Buyers for a person who only sells', () => {
  expect(paths(['buyer'])).toContain('/dashboard/myorders');
  expect(paths(['buyer', 'seller'])).toContain('/dashboard/myorders');
  expect(paths(['seller'])).toContain('/dashboard/mybuyers');
});

test('an admin has Home, Search and Me', () => {
  expect(paths(['admin'])).toEqual(['/', '/search', '/dashboard/account']);
});

test.each([
  ['/', 'home'],
  ['/search', 'search'],
  ['/Search/', 'search'],
  ['/dashboard/addproduct', 'sell'],
  ['/dashboard/mybuyers', 'orders'],
  ['/dashboard/payment/1', 'orders'],
  ['/dashboard/account', 'me'],
  ['/dashboard/myproduct/1/edit', 'me'],
  ['/blog', undefined],
])('the page %s belongs to the tab %s', (path, tab) => {
  expect(tabAt(path)).toBe(tab);
});

test('bookings to pay for wait under Orders', () => {
  expect(waitingAt('orders', { orders: 2 })).toBe(2);
  expect(waitingAt('me', { orders: 2 })).toBe(0);
  expect(waitingAt('orders', null)).toBe(0);
});
