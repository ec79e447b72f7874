import { currentShop } from './shop.ts';

const SYNC_TIMEOUT_MS = 10_000;

/**
 * Reports a sign-in (POST) or sign-out (DELETE), by access token, to the address that the store's owner has set, if any.
 * Runs in the background; a failure is only logged.
 */
export function syncToken(method: 'POST' | 'DELETE', token: string): void {
  const { tokenSyncUrl } = currentShop();
  if (!tokenSyncUrl) return;
  // `keepalive`: the request outlives the page.
  fetch(tokenSyncUrl, {
    method,
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
    signal: AbortSignal.timeout(SYNC_TIMEOUT_MS),
  })
    .then((response) => {
      if (!response.ok) throw new Error(`${tokenSyncUrl} answered ${response.status}`);
    })
    .catch((error) => console.info('Token sync failed', error));
}
