import { currentShop } from './shop.ts';

/** How long the other side may take, in milliseconds. */
const LONGEST = 10_000;

/**
 * Tells the address that the store's owner has set, if any, that somebody signed in (POST) or out (DELETE), by their
 * access token. Nobody waits for it, and a failure is only logged.
 */
export function syncToken(method: 'POST' | 'DELETE', token: string): void {
  const { tokenSyncUrl } = currentShop();
  if (!tokenSyncUrl) return;
  // It has to arrive even when the page is left right after.
  fetch(tokenSyncUrl, {
    method,
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
    signal: AbortSignal.timeout(LONGEST),
  })
    .then((response) => {
      if (!response.ok) throw new Error(`${tokenSyncUrl} answered ${response.status}`);
    })
    .catch((error) => console.info('Token sync failed', error));
}
