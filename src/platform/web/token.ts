import { currentShop } from './shop.ts';

/** The name of the access token in local storage; the specification fixes it. */
const KEY = 'accessToken';

/** How long before it expires a token is renewed. */
const RENEWAL_MARGIN_MS = 60_000;

/** Returns the access token of this browser; null without one. */
export function storedToken(): string | null {
  return localStorage.getItem(KEY);
}

/** Stores the access token for all tabs. */
export function storeToken(token: string): void {
  localStorage.setItem(KEY, token);
}

/** Deletes the access token. */
export function deleteToken(): void {
  localStorage.removeItem(KEY);
}

/** Drops a token of another account, or any token of a visitor: another tab or a form without a script may have signed in. */
export function deleteOtherToken(accountId = ''): void {
  const token = storedToken();
  if (token && payloadOf(token).sub !== accountId) deleteToken();
}

/** Returns the milliseconds until a token needs renewal; 0 or less when it needs it now, or is no token. */
export function msUntilRenewal(token: string, now = Date.now()): number {
  const { exp } = payloadOf(token);
  return typeof exp === 'number' ? exp * 1000 - RENEWAL_MARGIN_MS - now : 0;
}

/** Returns the claims of a token; none when it is no token. */
function payloadOf(token: string): { exp?: unknown; sub?: unknown } {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return {};
  }
}

/** Calls `listener` when another tab changes the token. Returns a function that stops it. */
export function onTokenChange(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

const SYNC_TIMEOUT_MS = 10_000;

/**
 * Reports a sign-in (POST) or sign-out (DELETE), by access token, to the address of the store's owner, if any. Runs in
 * the background; a failure is only logged.
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
  }).then(({ ok, status }) => ok || console.info(`${tokenSyncUrl}: ${status}`), console.info);
}
