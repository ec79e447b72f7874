import { expect, type Page } from '@playwright/test';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '../../src/routes.ts';
import {
  type CallerKind,
  openSweepUsers,
  type SweepUsers,
  type SweptPage,
  sweep,
  type Translate,
} from './sweep-pages.ts';
import { test } from './visit.ts';

/** The person who opens a page. Visitors open the others, which are not in the dashboard. */
const WHOSE: Record<string, CallerKind> = {
  'products/:categoryId': 'buyer',
  'items/:id': 'buyer',
  'sellers/:id': 'buyer',
  search: 'buyer',
  dashboard: 'seller',
  'dashboard/addproduct': 'seller',
  'dashboard/myproduct': 'seller',
  'dashboard/myproduct/:id/edit': 'seller',
  'dashboard/mybuyers': 'seller',
  'dashboard/myearnings': 'seller',
  'dashboard/myearnings/statement': 'seller',
  'dashboard/receipt/:id': 'buyer',
  'dashboard/payouts': 'admin',
  'dashboard/overview': 'admin',
  'dashboard/allsellers': 'admin',
  'dashboard/allbuyers': 'admin',
  'dashboard/reporteditems': 'admin',
  'dashboard/messages': 'admin',
  'dashboard/words': 'admin',
  'dashboard/audit': 'admin',
  'dashboard/payments': 'admin',
  'dashboard/account': 'buyer',
  'dashboard/myreports': 'buyer',
  'dashboard/mybuyers/:id': 'seller',
  'dashboard/myorders': 'buyer',
  'dashboard/myorders/:id': 'buyer',
  'dashboard/myorders/:id/dispute': 'buyer',
  'dashboard/disputes': 'admin',
  'dashboard/disputes/:id': 'seller',
  'dashboard/mywishlist': 'buyer',
  'dashboard/payment/:id': 'buyer',
};

interface Opened extends Pick<SweptPage, 'only' | 'open' | 'missing'> {
  path: string;
  who?: CallerKind;
}

/** States of a page that open after a click: the path of the page, and the click. */
const OPENED: Record<string, Opened> = {
  'the booking dialog': { path: 'products/:categoryId', open: pressing('products.book', 'dialog') },
  'the report dialog': {
    path: 'products/:categoryId',
    open: (page) => opening(page, page.locator('.offer-actions .icon-button').first(), 'dialog'),
  },
  'photos on the full screen': {
    path: 'items/:id',
    open: (page) => opening(page, page.locator('.gallery-track button').first(), 'dialog'),
  },
  'a product for a visitor': { path: 'items/:id', who: 'visitor', open: async () => undefined },
  'the question before a product is sold': {
    path: 'dashboard/myproduct',
    open: (page) => opening(page, page.locator('.mine-unsold').first(), 'alertdialog'),
  },
  'the question before a product is deleted': {
    path: 'dashboard/myproduct',
    open: (page) => opening(page, page.locator('.mine-action button').first(), 'alertdialog'),
  },
  'the question before a booking is cancelled': {
    path: 'dashboard/myorders',
    open: pressing('orders.cancel', 'alertdialog'),
  },
  'the question before a person is deleted': {
    path: 'dashboard/allbuyers',
    open: pressing('act.delete', 'alertdialog'),
  },
  'the question before a listing is removed': {
    path: 'dashboard/reporteditems',
    open: pressing('reports.remove', 'alertdialog'),
  },
  'the menu of a tablet': { path: '', who: 'buyer', only: 'tablets', open: pressing('nav.menu', 'banner') },
  'the dashboard’s drawer on a tablet': {
    path: 'dashboard/mybuyers',
    only: 'tablets',
    open: pressing('nav.toggleDrawer', 'dialog'),
  },
  'the filters on a sheet': {
    path: 'products/:categoryId',
    only: 'phones',
    open: (page) => opening(page, page.locator('.filter-open'), 'dialog'),
  },
  'a product that was removed': { path: 'removed', who: 'buyer', missing: true },
  'a search without results': { path: 'noresults', who: 'buyer', open: nothingFound },
  'the search of a tablet': { path: '', who: 'buyer', only: 'tablets', open: pressing('search.label', 'search') },
  'the words of an admin': { path: 'dashboard/words', open: pressing('synonyms.add', 'dialog') },
  'a login with faults': { path: 'login', open: submitting },
  'a registration with faults': { path: 'signup', open: submitting },
  'a product with faults': { path: 'dashboard/addproduct', open: submitting },
};

type Role = 'dialog' | 'alertdialog' | 'banner' | 'search';

function pressing(key: Parameters<Translate>[0], role: Role): SweptPage['open'] {
  return (page, say) => opening(page, page.getByRole('button', { name: say(key) }).first(), role);
}

async function opening(page: Page, button: ReturnType<Page['locator']>, role: Role): Promise<void> {
  await button.click();
  await expect(page.getByRole(role).first()).toBeVisible();
}

async function nothingFound(page: Page): Promise<void> {
  await expect(page.locator('.no-match button').first()).toBeVisible();
}

async function submitting(page: Page): Promise<void> {
  await page.locator('main form button[type="submit"]').last().click();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
}

/** Returns the paths of all pages. */
function pathsOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const here = [above, path].filter(Boolean).join('/');
    return children ? pathsOf(children, here) : path || index ? [here] : [];
  });
}
const paths = pathsOf(routes);

// Two workers share the pages: no other file takes as long.
test.describe.configure({ mode: 'parallel' });
// A trace would take longer than the steps.
if (process.env.PWTRACE === 'on') test.use({ trace: 'off' });

let people: SweepUsers;
test.beforeAll(async ({ browser }) => {
  people = await openSweepUsers(browser);
});

test('every page of the dashboard is in the sweep', () => {
  const missed = paths.filter((path) => path.startsWith('dashboard') && !(path in WHOSE));
  expect(missed).toEqual([]);
  expect(paths).toEqual(expect.arrayContaining(Object.keys(WHOSE)));
  expect(paths.length).toBeGreaterThan(25);
});

const HOLDS = 'has one heading, a title and no fault in both themes, both languages and at every width';

for (const path of paths)
  test(`/${path} ${HOLDS}`, async () => {
    const address = people.addresses[path] ?? `/${path}`;
    await sweep(people.people[WHOSE[path] ?? 'visitor'], { address, missing: path === '*' });
  });

for (const [name, { path, who, ...target }] of Object.entries(OPENED))
  test(`${name}: its page ${HOLDS}`, async () => {
    const address = people.addresses[path] ?? `/${path}`;
    await sweep(people.people[who ?? WHOSE[path] ?? 'visitor'], { address, ...target });
  });
