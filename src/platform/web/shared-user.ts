import type { CurrentUser, Todo } from '#platform/contract/page.ts';

/** Id of the element that holds the signed-in user's data in a shared document, as JSON. */
export const SHARED_USER_ID = 'user';

/** The part of the root data that a shared document gets for each user. */
export interface SharedUser {
  user: CurrentUser | null;
  todo: Todo | null;
}

/** In the browser: returns the user of a shared document; a visitor's data when the document has none. */
export function readSharedUser(): SharedUser {
  return JSON.parse(document.getElementById(SHARED_USER_ID)?.textContent || '{"user":null,"todo":null}');
}
