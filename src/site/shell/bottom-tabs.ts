import type { Todo } from '#platform/contract/page.ts';
import type { Role } from '#platform/contract/roles.ts';

export type TabName = 'home' | 'search' | 'sell' | 'orders' | 'me';

interface Tab {
  name: TabName;
  to: string;
  /** How many things wait there. */
  waiting?: number;
}

const HOME: Tab = { name: 'home', to: '/' };
const SEARCH: Tab = { name: 'search', to: '/search' };
const ME: Tab = { name: 'me', to: '/dashboard/account' };

/** The lists under Orders: pages of the dashboard, named as the work that they show. */
export const ORDER_LISTS = ['myorders', 'mybuyers', 'disputes'];

/**
 * Returns the tabs of a person; without roles, of a visitor, whom the dashboard leads to the login page and back. An
 * admin neither sells nor buys: their pages are under Me. Orders opens the first list with work.
 */
export function tabsOf(roles: readonly Role[] | undefined, todo: Todo | null): Tab[] {
  const waiting = todo?.all ?? 0;
  if (roles?.includes('admin')) return [HOME, SEARCH, { ...ME, waiting }];
  const sellsOnly = roles?.includes('seller') && !roles.includes('buyer');
  const path = ORDER_LISTS.find((list) => todo?.[list]) ?? ORDER_LISTS[sellsOnly ? 1 : 0];
  return [
    HOME,
    SEARCH,
    { name: 'sell', to: roles ? '/dashboard/addproduct' : '/signup?as=seller' },
    { name: 'orders', to: `/dashboard/${path}`, waiting },
    ME,
  ];
}

const PAGES: Record<string, TabName> = { '': 'home', search: 'search' };

/** Returns the tab that a page belongs to; undefined for a page beside the tabs. The rest of the dashboard is under Me. */
export function tabAt(path: string, roles?: readonly Role[]): TabName | undefined {
  const [first = '', second = ''] = path.toLowerCase().slice(1).split('/');
  if (first !== 'dashboard') return PAGES[first];
  if (roles?.includes('admin')) return 'me';
  if (second === 'addproduct') return 'sell';
  return second === 'payment' || ORDER_LISTS.includes(second) ? 'orders' : 'me';
}
