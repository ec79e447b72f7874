import { safeReturnPath } from '../return-path.rules.ts';

/** Returns the path, within this site, that the `from` of a page's URL names; the home page without one. */
export function returnPath({ searchParams }: URL): string {
  return safeReturnPath(searchParams.get('from'));
}

/** Returns `path` with the page to return to, if there is one. */
export function withFrom(path: string, from: string | null): string {
  return safeReturnPath(from) === '/' ? path : `${path}?from=${encodeURIComponent(safeReturnPath(from))}`;
}
