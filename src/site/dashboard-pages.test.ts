import { expect, test } from 'vitest';
import { TASKS } from '#modules/overview/contract.ts';
import { ACCOUNT_PAGE, SELL_PAGE } from '#platform/contract/dashboard-paths.ts';
import type { Role } from '#platform/contract/roles.ts';
import { DASHBOARD_PAGES, dashboardPageAt, lacksAdminRole, menuOf, startOf } from './dashboard-pages.ts';
import { listAbove } from './missing-page.tsx';
import { pageLabel } from './requested-page.ts';

const roleAt = (path: string) => dashboardPageAt(path)?.role;

test('a dashboard page has at most one role, in any case and encoding of its path', () => {
  expect(roleAt('/dashboard/allsellers?q=a')).toBe('admin');
  expect(roleAt('/Dashboard/AllBuyers')).toBe('admin');
  expect(roleAt('/dashboard/reporteditems')).toBe('admin');
  expect(roleAt('/dashboard/%61llsellers')).toBe('admin');
  expect(roleAt('/dashboard/audit?pages=2')).toBe('admin');
  expect(roleAt('/dashboard/payments')).toBe('admin');
  expect(roleAt('/dashboard/payouts')).toBe('admin');
  expect(roleAt('/dashboard/overview')).toBe('admin');
  expect(roleAt('/dashboard/myearnings/statement?month=2026-11')).toBe('seller');
  expect(roleAt('/dashboard/myproduct/0190/edit')).toBe('seller');
  expect(roleAt('/dashboard/payment/0190')).toBe('buyer');
  for (const path of [
    '/',
    '/dashboard',
    '/dashboard/account',
    '/dashboard/myreports',
    '/dashboard/receipt/0190',
    '/products/0190',
    '/dashboard/allsellersandmore',
    '/dashboard/%',
  ])
    expect(dashboardPageAt(path)?.role, path).toBeUndefined();
});

test('the pages that lower modules link to are pages of the dashboard', () => {
  expect(dashboardPageAt(ACCOUNT_PAGE)?.path).toBe('account');
  expect(dashboardPageAt(SELL_PAGE)?.path).toBe('addproduct');
});

test('on the payment page My Orders is the current link of the menu', () => {
  expect(dashboardPageAt('/dashboard/payment/0190')?.under).toBe('myorders');
});

test.each([
  ['/dashboard/myearnings/statement?month=2026-13', 'seller', 'myearnings'],
  ['/dashboard/myproduct/0190/edit', 'seller', 'myproduct'],
  ['/dashboard/payment/0190', 'buyer', 'myorders'],
  ['/dashboard/receipt/0190', 'buyer', 'myorders'],
  ['/dashboard/receipt/0190', 'seller', 'mybuyers'],
  ['/dashboard/audit?cursor=x', 'admin', 'audit'],
  ['/dashboard/receipt/0190', 'admin', undefined],
] as const)('%s of a %s is opened from %s', (path, role, list) => {
  expect(listAbove(path, [role])?.path).toBe(list);
});

test('an admin’s pages keep everybody else out', () => {
  for (const roles of [['buyer'], ['buyer', 'seller'], [], undefined] satisfies (Role[] | undefined)[])
    expect(lacksAdminRole(roles, '/dashboard/allsellers')).toBe(true);
  expect(lacksAdminRole(['admin'], '/dashboard/allsellers')).toBe(false);
  expect(lacksAdminRole(['buyer'], '/dashboard/addproduct')).toBe(false);
});

const linksOf = (roles: Role[]) =>
  menuOf(roles).map(({ links }) => links.map(({ to }) => to.slice('/dashboard/'.length)));
const [BUYING, SELLING] = [
  ['myorders', 'mywishlist'],
  ['addproduct', 'myproduct', 'mybuyers', 'myearnings'],
];

test('one menu has the groups Buying and Selling, with a link to start where a role is missing [6.3 6.5 6.12]', () => {
  const own = ['myreports', 'disputes', 'account'];
  expect(linksOf(['buyer', 'seller'])).toEqual([BUYING, SELLING, own]);
  expect(linksOf(['buyer'])).toEqual([BUYING, ['addproduct'], own]);
  expect(linksOf(['seller'])).toEqual([['myorders'], SELLING, own]);
  const headings = (roles: Role[]) => menuOf(roles).map(({ heading }) => heading);
  expect(headings(['buyer'])).toEqual(['shell.buying', 'shell.selling', 'shell.account']);
  expect(menuOf(['buyer'])[1]?.links[0]?.label).toBe('sell.start');
  expect(menuOf(['seller'])[0]?.links[0]?.label).toBe('buy.start');
});

test('an admin’s menu has their pages, with the disputes after the reports, and the account', () => {
  const [links, own] = linksOf(['admin']);
  const pages = DASHBOARD_PAGES.filter(({ role, icon }) => role === 'admin' && icon).map(({ path }) => path);
  expect(links?.slice(0, 4)).toEqual(['allsellers', 'allbuyers', 'reporteditems', 'disputes']);
  expect(links?.filter((path) => path !== 'disputes')).toEqual(pages);
  expect(own).toEqual(['account']);
});

test('an admin’s menu counts each kind of work that waits, once', () => {
  const tasks = menuOf(['admin']).flatMap(({ links }) => links.flatMap(({ task }) => task ?? []));
  expect(tasks.sort()).toEqual([...TASKS].sort());
});

test('the dashboard begins with a page of the menu', () => {
  for (const roles of [['buyer'], ['seller'], ['buyer', 'seller'], ['admin']] satisfies Role[][])
    expect(linksOf(roles).flat()).toContain(startOf(roles).slice('/dashboard/'.length));
});

test('every page that requires a login has a name', () => {
  expect(pageLabel('/products/0190')).toBe('login.pageProducts');
  expect(pageLabel('/dashboard/myorders')).toBe('dash.orders');
  expect(pageLabel('/dashboard/AllSellers')).toBe('dash.allSellers');
  expect(pageLabel('/dashboard')).toBe('nav.dashboard');
  expect(pageLabel('/elsewhere')).toBe('login.pageOther');
});
