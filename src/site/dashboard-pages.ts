import { matchPath } from 'react-router';
import type { MessageKey } from '#i18n/messages.ts';
import type { Task } from '#modules/overview/contract.ts';
import { type Role, SELF_SERVICE_ROLES } from '#platform/contract/roles.ts';

/** The work that waits for a buyer or seller. */
type TradeTask = 'myorders' | 'mybuyers' | 'disputes';

interface DashboardPage {
  /** Below `/dashboard`, as a route path. */
  path: string;
  /** The role that may open the page. Absent: every signed-in user. */
  role?: Role;
  label: MessageKey;
  /** The icon of the menu link. Absent: the menu has no link. */
  icon?: string;
  /** The page whose menu link is the current one. Absent: by path. */
  under?: string;
  /** The work that waits for the person on the page, which the menu counts. */
  task?: Task | TradeTask;
  /** An admin's menu has the link among the admin's pages. */
  withAdmins?: true;
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
    { path: 'myorders', label: 'dash.orders', icon: 'ShoppingBag', task: 'myorders', live: true },
    { path: 'myorders/:id', label: 'dash.orders', live: true },
    { path: 'myorders/:id/dispute', label: 'dash.orders' },
    { path: 'mywishlist', label: 'dash.wishlist', icon: 'Heart' },
    { path: 'payment/:id', label: 'login.pagePayment', under: 'myorders' },
  ]),
  ...onlyFor('seller', [
    { path: 'addproduct', label: 'dash.add', icon: 'Plus' },
    { path: 'myproduct', label: 'dash.mine', icon: 'Package', live: true },
    { path: 'myproduct/:id/edit', label: 'dash.mine' },
    { path: 'mybuyers', label: 'dash.buyers', icon: 'Users', task: 'mybuyers', live: true },
    { path: 'myearnings', label: 'dash.earnings', icon: 'Wallet', live: true },
    { path: 'myearnings/statement', label: 'dash.earnings' },
    { path: 'mybuyers/:id', label: 'dash.buyers', live: true },
  ]),
  { path: 'myreports', label: 'reports.mine', icon: 'Flag', notForAdmins: true },
  ...onlyFor('admin', [
    { path: 'allsellers', label: 'dash.allSellers', icon: 'Store' },
    { path: 'allbuyers', label: 'dash.allBuyers', icon: 'Users' },
    { path: 'reporteditems', label: 'dash.reported', icon: 'Flag', task: 'reports', live: true },
  ]),
  { path: 'disputes', label: 'dash.disputes', icon: 'Scale', task: 'disputes', withAdmins: true, live: true },
  ...onlyFor('admin', [
    { path: 'overview', label: 'dash.overview', icon: 'ChartColumn' },
    { path: 'messages', label: 'support.messages', icon: 'Mail', task: 'messages', live: true },
    { path: 'payments', label: 'payments.title', icon: 'Banknote', task: 'refunds' },
    { path: 'payouts', label: 'dash.payouts', icon: 'HandCoins', task: 'payouts', live: true },
    { path: 'words', label: 'synonyms.title', icon: 'Languages' },
    { path: 'audit', label: 'audit.title', icon: 'ScrollText' },
  ]),
  { path: 'disputes/:id', label: 'dash.disputes', live: true },
  { path: 'receipt/:id', label: 'dash.receipt', notForAdmins: true },
  { path: 'account', label: 'account.title', icon: 'UserRound' },
] as const;

export type DashboardPath = (typeof PAGES)[number]['path'];
export type PageIcon = Extract<(typeof PAGES)[number], { icon: string }>['icon'];

/** The pages of the dashboard, in menu order. Routes, menu, role guard, login page and live updates derive from them. */
export const DASHBOARD_PAGES: readonly (DashboardPage & { icon?: PageIcon; path: DashboardPath })[] = PAGES;

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
  links: { to: string; label: MessageKey; icon: PageIcon; task?: DashboardPage['task'] }[];
}

const GROUPS = {
  buyer: { heading: 'shell.buying', start: { to: `${BASE}/myorders`, label: 'buy.start', icon: 'ShoppingBag' } },
  seller: { heading: 'shell.selling', start: { to: `${BASE}/addproduct`, label: 'sell.start', icon: 'Store' } },
} as const;

/** Returns the menu of a person. A group whose role they lack has one link, to the page where they start. */
export function menuOf(roles: readonly Role[]): MenuGroup[] {
  if (roles.includes('admin')) {
    const isAdmins = ({ role, withAdmins }: DashboardPage) => role === 'admin' || withAdmins === true;
    const isOwn = (page: DashboardPage) => !page.role && !page.notForAdmins && !page.withAdmins;
    return [{ links: linksTo(isAdmins) }, { heading: 'shell.account', links: linksTo(isOwn) }];
  }
  const groups = SELF_SERVICE_ROLES.map((role) => {
    const { heading, start } = GROUPS[role];
    return { heading, links: roles.includes(role) ? linksOf(role) : [start] };
  });
  return [...groups, { heading: 'shell.account', links: linksOf(undefined) }];
}

const linksOf = (role: Role | undefined) => linksTo((page) => page.role === role);

function linksTo(isShown: (page: DashboardPage) => boolean): MenuGroup['links'] {
  return DASHBOARD_PAGES.filter(isShown).flatMap(({ path, label, icon, task }) =>
    icon ? [{ to: `${BASE}/${path}`, label, icon, task }] : [],
  );
}

const START: Record<Role, string> = { buyer: 'myorders', seller: 'myproduct', admin: 'allsellers' };

/** Returns where `/dashboard` leads a person. */
export function startOf([role = 'buyer']: readonly Role[]): string {
  return `${BASE}/${START[role]}`;
}

/** Whether the user may not open the page at `path`: only admins may open an admin's page. */
export function lacksAdminRole(roles: readonly Role[] | undefined, path: string): boolean {
  return dashboardPageAt(path)?.role === 'admin' && !roles?.includes('admin');
}
