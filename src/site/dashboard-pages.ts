import { matchPath } from 'react-router';
import type { MessageKey } from '#i18n/messages.ts';
import { type Role, STARTED_ROLES } from '#platform/contract/roles.ts';

interface DashboardPage {
  /** Below `/dashboard`, as a route path. */
  path: string;
  /** The route module, below `src`. */
  file: string;
  /** The role that may open the page. Absent: every signed-in user. */
  role?: Role;
  label: MessageKey;
  /** The icon of the menu link. Absent: the menu has no link. */
  icon?: string;
  /** An admin's menu does not have the link. */
  notForAdmins?: true;
  /** Others change the list: it is loaded again on live updates. */
  live?: true;
}

/** Returns pages with the role that may open them. */
function onlyFor<const P extends Omit<DashboardPage, 'role'>>(role: Role, pages: readonly P[]) {
  return pages.map((page) => ({ ...page, role }));
}

const PAGES = [
  ...onlyFor('buyer', [
    {
      path: 'myorders',
      file: 'modules/bookings/web/my-orders.tsx',
      label: 'dash.orders',
      icon: 'ShoppingBag',
      live: true,
    },
    { path: 'myorders/:id', file: 'modules/handover/web/order.tsx', label: 'dash.orders', live: true },
    { path: 'myorders/:id/dispute', file: 'site/disputes/claim.tsx', label: 'dash.orders' },
    { path: 'mywishlist', file: 'modules/wishlist/web/my-wishlist.tsx', label: 'dash.wishlist', icon: 'Heart' },
    { path: 'payment/:id', file: 'modules/payments/web/payment.tsx', label: 'login.pagePayment' },
  ]),
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
    {
      path: 'myearnings',
      file: 'modules/earnings/web/my-earnings.tsx',
      label: 'dash.earnings',
      icon: 'Wallet',
      live: true,
    },
    { path: 'myearnings/statement', file: 'modules/earnings/web/statement.tsx', label: 'dash.earnings' },
    { path: 'mybuyers/:id', file: 'modules/handover/web/sale.tsx', label: 'dash.buyers', live: true },
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
    { path: 'overview', file: 'modules/overview/web/overview.tsx', label: 'dash.overview', icon: 'ChartColumn' },
    { path: 'messages', file: 'modules/support/web/messages.tsx', label: 'support.messages', icon: 'Mail', live: true },
    { path: 'payments', file: 'modules/payments/web/admin/payments.tsx', label: 'payments.title', icon: 'Banknote' },
    {
      path: 'payouts',
      file: 'modules/earnings/web/admin/payouts.tsx',
      label: 'dash.payouts',
      icon: 'HandCoins',
      live: true,
    },
    { path: 'words', file: 'modules/search/web/synonyms.tsx', label: 'synonyms.title', icon: 'Languages' },
    { path: 'audit', file: 'modules/audit/web/audit-log.tsx', label: 'audit.title', icon: 'ScrollText' },
  ]),
  {
    path: 'myreports',
    file: 'modules/moderation/web/my-reports.tsx',
    label: 'reports.mine',
    icon: 'Flag',
    notForAdmins: true,
  },
  {
    path: 'disputes',
    file: 'site/disputes/dispute-list.tsx',
    label: 'dash.disputes',
    icon: 'Scale',
    live: true,
  },
  { path: 'disputes/:id', file: 'site/disputes/dispute.tsx', label: 'dash.disputes', live: true },
  { path: 'receipt/:id', file: 'modules/earnings/web/receipt.tsx', label: 'dash.receipt', notForAdmins: true },
  { path: 'account', file: 'modules/account/web/account.tsx', label: 'account.title', icon: 'UserRound' },
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

interface MenuGroup {
  /** Absent above an admin's pages, which need no heading. */
  heading?: MessageKey;
  links: { to: string; label: MessageKey; icon: PageIcon }[];
}

const GROUPS = {
  buyer: { heading: 'shell.buying', start: { to: `${BASE}/myorders`, label: 'buy.start', icon: 'ShoppingBag' } },
  seller: { heading: 'shell.selling', start: { to: `${BASE}/addproduct`, label: 'sell.start', icon: 'Store' } },
} as const;

/** Returns the menu of a person. A group whose role they lack has one link, to the page where they start. */
export function menuOf(roles: readonly Role[]): MenuGroup[] {
  if (roles.includes('admin'))
    return [{ links: linksOf('admin') }, { heading: 'shell.account', links: linksOf(undefined, true) }];
  const groups = STARTED_ROLES.map((role) => {
    const { heading, start } = GROUPS[role];
    return { heading, links: roles.includes(role) ? linksOf(role) : [start] };
  });
  return [...groups, { heading: 'shell.account', links: linksOf(undefined) }];
}

function linksOf(role: Role | undefined, isAdmin = false): MenuGroup['links'] {
  const pages = DASHBOARD_PAGES.filter((page) => page.role === role && !(isAdmin && page.notForAdmins));
  return pages.flatMap(({ path, label, icon }) => (icon ? [{ to: `${BASE}/${path}`, label, icon }] : []));
}

const START: Record<Role, string> = { buyer: 'myorders', seller: 'myproduct', admin: 'allsellers' };

/** Returns where `/dashboard` leads a person. */
export function startOf([role = 'buyer']: readonly Role[]): string {
  return `${BASE}/${START[role]}`;
}

/** Whether the login page refuses to lead on: an admin's page redirects everybody else there. */
export function isKeptOut(roles: readonly Role[] | undefined, path: string): boolean {
  return dashboardPageAt(path)?.role === 'admin' && !roles?.includes('admin');
}
