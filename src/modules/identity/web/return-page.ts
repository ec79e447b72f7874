import { safeReturnPath } from '../rules.ts';

/** The same address with the page to return to, if there is one. */
export function withFrom(path: string, from: string | null): string {
  return safeReturnPath(from) === '/' ? path : `${path}?from=${encodeURIComponent(safeReturnPath(from))}`;
}

const NAMES = [
  [/^\/products\//i, 'login.pageProducts'],
  [/^\/sellers\//i, 'login.pageSeller'],
  [/^\/search/i, 'login.pageSearch'],
  [/^\/dashboard\/addproduct/i, 'dash.add'],
  [/^\/dashboard\/myproduct/i, 'dash.mine'],
  [/^\/dashboard\/mybuyers/i, 'dash.buyers'],
  [/^\/dashboard\/myorders/i, 'dash.orders'],
  [/^\/dashboard\/mywishlist/i, 'dash.wishlist'],
  [/^\/dashboard\/payment\//i, 'login.pagePayment'],
  [/^\/dashboard\/allsellers/i, 'dash.allSellers'],
  [/^\/dashboard\/allbuyers/i, 'dash.allBuyers'],
  [/^\/dashboard\/reporteditems/i, 'dash.reported'],
  [/^\/dashboard\/messages/i, 'support.messages'],
  [/^\/dashboard\/audit/i, 'audit.title'],
  [/^\/dashboard\/payments/i, 'payments.title'],
  [/^\/dashboard\/words/i, 'synonyms.title'],
  [/^\/dashboard\/account/i, 'account.title'],
  [/^\/dashboard\/myreports/i, 'reports.mine'],
  [/^\/dashboard/i, 'nav.dashboard'],
] as const;

/** The words for the page that somebody must sign in for. */
export function returnPageName(from: string) {
  return NAMES.find(([pattern]) => pattern.test(from))?.[1] ?? 'login.pageOther';
}
