import type { Todo } from '#platform/contract/page.ts';
import type { Role } from '#platform/contract/roles.ts';

export type TabName = 'home' | 'search' | 'sell' | 'orders' | 'me';

interface Tab {
  name: TabName;
  to: string;
}

const HOME: Tab = { name: 'home', to: '/' };
const SEARCH: Tab = { name: 'search', to: '/search' };
const ME: Tab = { name: 'me', to: '/dashboard/account' };

/**
 * Returns the tabs of a person; without roles, of a visitor, whom the dashboard leads to the login page and back. An
 * admin neither sells nor buys: their pages are under Me.
 */
export function tabsOf(roles: readonly Role[] | undefined): Tab[] {
  if (roles?.includes('admin')) return [HOME, SEARCH, ME];
  const sellsOnly = roles?.includes('seller') && !roles.includes('buyer');
  return [
    HOME,
    SEARCH,
    { name: 'sell', to: roles ? '/dashboard/addproduct' : '/signup?as=seller' },
    { name: 'orders', to: sellsOnly ? '/dashboard/mybuyers' : '/dashboard/myorders' },
    ME,
  ];
}

const PAGES: Record<string, TabName> = {
  '': 'home',
  search: 'search',
  'dashboard/addproduct': 'sell',
  'dashboard/myorders': 'orders',
  'dashboard/mybuyers': 'orders',
  'dashboard/payment': 'orders',
};

/** Returns the tab that a page belongs to; undefined for a page beside the tabs. The rest of the dashboard is under Me. */
export function tabAt(path: string): TabName | undefined {
  const [first = '', second] = path.toLowerCase().slice(1).split('/');
  return PAGES[second ? `${first}/${second}` : first] ?? (first === 'dashboard' ? 'me' : undefined);
}

/** Returns how many things wait under a tab. */
export function waitingAt(tab: TabName, todo: Todo | null): number {
  return tab === 'orders' ? (todo?.orders ?? 0) : 0;
}
