import type { Page } from '#platform/contract/call.ts';

/** Highest number of pages that an address may request. */
const PAGES_MAX_COUNT = 50;

/** Returns how many pages of a list an address asks for (`?pages=3`). The address keeps it for the Back button. */
export function pagesOf(search: URLSearchParams): number {
  const pages = Math.floor(Number(search.get('pages')));
  return pages > 1 ? Math.min(pages, PAGES_MAX_COUNT) : 1;
}

/** Loads the first `pages` pages of a list, each by the cursor of the one before. `more`: whether there are others. */
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
