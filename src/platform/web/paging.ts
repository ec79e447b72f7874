import type { Page } from '#platform/contract/call.ts';

/** More pages than anyone presses for; what stands in an address is not to be trusted. */
const MOST_PAGES = 50;

/** How many pages of a list an address asks for (`?pages=3`); the address keeps it, so that Back finds the same place. */
export function pagesOf(search: URLSearchParams): number {
  const pages = Math.floor(Number(search.get('pages')));
  return pages > 1 ? Math.min(pages, MOST_PAGES) : 1;
}

/** The first pages of a list, one after another: each tells where the next begins. */
export async function loadPages<T>(
  pages: number,
  load: (cursor: string | undefined) => Promise<Page<T>>,
): Promise<{ items: T[]; more: boolean }> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const answer = await load(cursor);
    items.push(...answer.items);
    cursor = answer.next;
    if (!cursor) break;
  }
  return { items, more: cursor !== undefined };
}
