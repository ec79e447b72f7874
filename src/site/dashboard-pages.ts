import { matchPath } from 'react-router';
import type { MessageKey } from '#i18n/messages.ts';
import type { Visitor } from '#platform/contract/page.ts';

export type Role = NonNullable<Visitor['role']>;

interface DashboardPage {
  /** Below `/dashboard`, as a route path. */
  path: string;
  /** The route module, below `src`. */
  file: string;
  /** The only role that may open the page. Absent: every signed-in user. */
  role?: Role;
  label: MessageKey;
  /** The icon of the menu link. Absent: the menu has no link. */
  icon?: string;
  /** The roles whose menu has the link, where it is not `role` alone. */
  menuOf?: readonly Role[];
  /** Others change the list: it is loaded again on live updates. */
  live?: true;
}

/** Returns pages with the only role that may open them. */
function onlyFor<const P extends Omit<DashboardPage, 'role'>>(role: Role, pages: readonly P[]) {
  return pages.map((page) => ({ ...page, role }));
}

const PAGES = [
  ...onlyFor('seller', [
    { path: 'addproduct', file: 'modules/catalogue/web/add-product.tsx', label: 'dash.add', icon: 'Plus' },
    {
      path: 'myproduct',
      file: 'modules/catalogue/web/my-products.tsx',
      label: 'dash.mine',
      icon: 'Package',
      live: true,
    },
    { path: 'myproduct/:id/edit', file: 'modules/catalogue/web/edit-product.tsx', label: 'dash.mine' },
    { path: 'mybuyers', file: 'modules/bookings/web/my-buyers.tsx', label: 'dash.buyers', icon: 'Users', live: true },
  ]),
  ...onlyFor('admin', [
    { path: 'allsellers', file: 'site/people/all-sellers.tsx', label: 'dash.allSellers', icon: 'Store' },
    { path: 'allbuyers', file: 'site/people/all-buyers.tsx', label: 'dash.allBuyers', icon: 'Users' },
    {
      path: 'reporteditems',
      file: 'modules/moderation/web/reported-items.tsx',
      label: 'dash.reported',
      icon: 'Flag',
      live: true,
    },
    { path: 'messages', file: 'modules/support/web/messages.tsx', label: 'support.messages', icon: 'Mail', live: true },
    { path: 'payments', file: 'modules/payments/web/admin/payments.tsx', label: 'payments.title', icon: 'Banknote' },
    { path: 'words', file: 'modules/search/web/synonyms.tsx', label: 'synonyms.title', icon: 'Languages' },
    { path: 'audit', file: 'modules/audit/web/audit-log.tsx', label: 'audit.title', icon: 'ScrollText' },
  ]),
  ...onlyFor('buyer', [
    {
      path: 'myorders',
      file: 'modules/bookings/web/my-orders.tsx',
      label: 'dash.orders',
      icon: 'ShoppingBag',
      live: true,
    },
    { path: 'mywishlist', file: 'modules/wishlist/web/my-wishlist.tsx', label: 'dash.wishlist', icon: 'Heart' },
    { path: 'payment/:id', file: 'modules/payments/web/payment.tsx', label: 'login.pagePayment' },
  ]),
  {
    path: 'myreports',
    file: 'modules/moderation/web/my-reports.tsx',
    label: 'reports.mine',
    icon: 'Flag',
    menuOf: ['seller', 'buyer'],
  },
  {
    path: 'account',
    file: 'modules/account/web/account.tsx',
    label: 'account.title',
    icon: 'UserRound',
    menuOf: ['seller', 'buyer', 'admin'],
  },
] as const;

export type PageIcon = Extract<(typeof PAGES)[number], { icon: string }>['icon'];

/** The pages of the dashboard, in menu order. Routes, menu, role guard, login page and live updates derive from them. */
export const DASHBOARD_PAGES: readonly (DashboardPage & { icon?: PageIcon })[] = PAGES;

const BASE = '/dashboard';

/** Returns the page of a path, in any case and encoding, with or without a trailing slash; undefined for other paths. */
export function dashboardPageAt(path: string) {
  const pathname = decodePath(new URL(path, 'http://localhost').pathname);
  return DASHBOARD_PAGES.find((page) => matchPath(`${BASE}/${page.path}`, pathname));
}

/** The router matches decoded paths, too. */
function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Returns the links of a role's menu, in order. */
export function menuOf(role: Role): { to: string; label: MessageKey; icon: PageIcon }[] {
  return DASHBOARD_PAGES.flatMap(({ path, label, icon, role: only, menuOf = [only] }) =>
    icon && menuOf.includes(role) ? [{ to: `${BASE}/${path}`, label, icon }] : [],
  );
}

const START = { seller: 'myproduct', admin: 'allsellers', buyer: 'myorders' };

/** Returns where `/dashboard` leads a role. */
export function startOf(role: Role): string {
  return `${BASE}/${START[role]}`;
}

/** Whether the login page refuses to lead on: an admin's page redirects every other role there. */
export function isKeptOut(role: Role | null | undefined, path: string): boolean {
  return dashboardPageAt(path)?.role === 'admin' && role !== 'admin';
}
