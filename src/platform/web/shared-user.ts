import type { Visitor } from '#platform/contract/page.ts';

/** Id of the element that holds the signed-in user's data in a shared document, as JSON. */
export const SHARED_USER_ID = 'user';

/** In the browser: returns the user of a shared document, or null when the document has none. */
export function readSharedUser(): Visitor | null {
  return JSON.parse(document.getElementById(SHARED_USER_ID)?.textContent || 'null');
}
