import { expect, test } from 'vitest';
import { tabAt, tabsOf } from './bottom-tabs.ts';

const paths = (roles: Parameters<typeof tabsOf>[0]) => tabsOf(roles, null).map(({ to }) => to);

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
  ['/dashboard/disputes/1', 'orders'],
  ['/dashboard/account', 'me'],
  ['/dashboard/myproduct/1/edit', 'me'],
  ['/blog', undefined],
])('the page %s belongs to the tab %s', (path, tab) => {
  expect(tabAt(path, ['buyer'])).toBe(tab);
});

test('all pages of the dashboard are under Me for an admin', () => {
  expect(tabAt('/dashboard/disputes', ['admin'])).toBe('me');
});

test.each([
  [['buyer', 'seller'], { myorders: 2, mybuyers: 1, disputes: 1, all: 4 }, '/dashboard/myorders', 4],
  [['buyer', 'seller'], { myorders: 0, mybuyers: 1, disputes: 1, all: 2 }, '/dashboard/mybuyers', 2],
  [['buyer'], { myorders: 0, mybuyers: 0, disputes: 1, all: 1 }, '/dashboard/disputes', 1],
  [['seller'], { myorders: 0, mybuyers: 0, disputes: 0, all: 0 }, '/dashboard/mybuyers', 0],
  [['seller'], null, '/dashboard/mybuyers', 0],
] as const)('Orders of %j with %j opens %s', (roles, todo, to, waiting) => {
  expect(tabsOf(roles, todo).find(({ name }) => name === 'orders')).toEqual({ name: 'orders', to, waiting });
});

test('the work of an admin waits under Me', () => {
  expect(tabsOf(['admin'], { disputes: 1, payouts: 2, all: 3 }).at(-1)).toMatchObject({ name: 'me', waiting: 3 });
});
