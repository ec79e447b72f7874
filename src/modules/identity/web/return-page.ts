import { safeReturnPath } from '../rules.ts';

/** The same address with the page to return to, if there is one. */
export function withFrom(path: string, from: string | null): string {
  return safeReturnPath(from) === '/' ? path : `${path}?from=${encodeURIComponent(safeReturnPath(from))}`;
}

const NAMES = [
  [/^\/products\//, 'login.pageProducts'],
  [/^\/dashboard\/addproduct/, 'dash.add'],
  [/^\/dashboard\/myproduct/, 'dash.mine'],
  [/^\/dashboard\/mybuyers/, 'dash.buyers'],
  [/^\/dashboard\/myorders/, 'dash.orders'],
  [/^\/dashboard\/mywishlist/, 'dash.wishlist'],
  [/^\/dashboard\/payment\//, 'login.pagePayment'],
  [/^\/dashboard/, 'nav.dashboard'],
] as const;

/** The words for the page that somebody must sign in for. */
export function returnPageName(from: string) {
  return NAMES.find(([pattern]) => pattern.test(from))?.[1] ?? 'login.pageOther';
}
