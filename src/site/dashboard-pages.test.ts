import { expect, test } from 'vitest';
import { DASHBOARD_PAGES, dashboardPageAt, isKeptOut, menuOf, startOf } from './dashboard-pages.ts';
import { pageLabel } from './requested-page.ts';

const ROLES = ['buyer', 'seller', 'admin'] as const;
const roleAt = (path: string) => dashboardPageAt(path)?.role;

test('a dashboard page has at most one role, in any case and encoding of its path', () => {
  expect(roleAt('/dashboard/allsellers?q=a')).toBe('admin');
  expect(roleAt('/Dashboard/AllBuyers')).toBe('admin');
  expect(roleAt('/dashboard/reporteditems')).toBe('admin');
  expect(roleAt('/dashboard/%61llsellers')).toBe('admin');
  expect(roleAt('/dashboard/audit?pages=2')).toBe('admin');
  expect(roleAt('/dashboard/payments')).toBe('admin');
  expect(roleAt('/dashboard/myproduct/0190/edit')).toBe('seller');
  expect(roleAt('/dashboard/payment/0190')).toBe('buyer');
  for (const path of [
    '/',
    '/dashboard',
    '/dashboard/account',
    '/dashboard/myreports',
    '/products/0190',
    '/dashboard/allsellersandmore',
    '/dashboard/%',
  ])
    expect(dashboardPageAt(path)?.role, path).toBeUndefined();
});

test('other roles have no access to an admin’s pages', () => {
  for (const role of ['buyer', 'seller', null, undefined] as const)
    expect(isKeptOut(role, '/dashboard/allsellers')).toBe(true);
  expect(isKeptOut('admin', '/dashboard/allsellers')).toBe(false);
  expect(isKeptOut('buyer', '/dashboard/addproduct')).toBe(false);
});

test('a menu links to the pages of its role, and to the first page of the dashboard', () => {
  for (const role of ROLES) {
    const links = menuOf(role).map(({ to }) => to);
    expect(links).toContain(startOf(role));
    expect(links.at(-1)).toBe('/dashboard/account');
    for (const to of links) expect([role, undefined], to).toContain(roleAt(to));
  }
  for (const { path, role, icon } of DASHBOARD_PAGES)
    if (role) expect(menuOf(role).some(({ to }) => to === `/dashboard/${path}`)).toBe(icon !== undefined);
});

test('every page that requires a login has a name', () => {
  expect(pageLabel('/products/0190')).toBe('login.pageProducts');
  expect(pageLabel('/search?q=pram')).toBe('login.pageSearch');
  expect(pageLabel('/dashboard/myorders')).toBe('dash.orders');
  expect(pageLabel('/dashboard/AllSellers')).toBe('dash.allSellers');
  expect(pageLabel('/dashboard')).toBe('nav.dashboard');
  expect(pageLabel('/elsewhere')).toBe('login.pageOther');
});
