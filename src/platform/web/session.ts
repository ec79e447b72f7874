import { useRouteLoaderData } from 'react-router';
import type { CurrentUser, RootData, Shop } from '#platform/contract/page.ts';
import { deleteSavedPages, ServerUnavailable } from './offline-cache.ts';
import { deleteToken, msUntilRenewal, storedToken, storeToken, syncToken } from './token.ts';

/** Returns the signed-in user, from the root's loader. */
export function useSession(): { state: 'signedIn' | 'signedOut'; user: CurrentUser | undefined } {
  const user = useRootData().user ?? undefined;
  return { state: user ? 'signedIn' : 'signedOut', user };
}

/** Returns the data of the root's loader, which every page has. */
export function useRootData(): RootData {
  const rootData = useRouteLoaderData<RootData>('root');
  if (!rootData) throw new Error('No root data');
  return rootData;
}

/** Returns the owner's settings of the store, in a component. */
export function useShop(): Shop {
  return useRootData().shop;
}

let cachedUser: CurrentUser | null = null;

/** Stores the user of the root's loader, for browser actions. */
export function storeUser(user: CurrentUser | null): void {
  cachedUser = user;
}

/** Fetches JSON of the session; null when refused. @throws ServerUnavailable on a 5xx. */
async function fetchSession<T>(address: string, headers: Record<string, string> = {}): Promise<T | null> {
  const response = await fetch(address, { headers });
  if (response.status >= 500) throw new ServerUnavailable(`${address}: ${response.status}`);
  return response.ok ? ((await response.json()) as T) : null;
}

/** Returns the signed-in user, for browser actions; null for visitors. */
export async function currentUser(): Promise<CurrentUser | null> {
  if (cachedUser) return cachedUser;
  const token = await accessToken();
  if (!token) return null;
  cachedUser = await fetchSession<CurrentUser>('/api/me', { authorization: `Bearer ${token}` });
  return cachedUser;
}

let renewal: Promise<string | null> | undefined;

/** Returns the access token, renewed a minute before it expires; null for visitors. */
export async function accessToken(): Promise<string | null> {
  const token = storedToken();
  if (token && msUntilRenewal(token) > 0) return token;
  renewal ??= renewToken().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

/** Exchanges the identity provider's session for an access token and stores it. */
async function renewToken(): Promise<string | null> {
  const email = (await fetchSession<{ email: string | null }>('/api/session'))?.email;
  const answer = email && (await fetchSession<{ accessToken: string }>(`/api/jwt?email=${encodeURIComponent(email)}`));
  if (!answer) {
    deleteToken();
    return null;
  }
  storeToken(answer.accessToken);
  return answer.accessToken;
}

/** A refusal of the identity provider, with its message. */
export class AuthProviderError extends Error {
  /** Stable; empty where the provider gives none. */
  readonly code: string;

  constructor(message: string, code = '') {
    super(message);
    this.code = code;
  }
}

/** Sends a request to the identity provider. @throws AuthProviderError with its message when it refuses. */
export async function callAuthProvider(path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
    body: JSON.stringify(body),
  });
  const answer = (await response.json().catch(() => null)) as { message?: string; code?: string } | null;
  if (!response.ok) throw new AuthProviderError(answer?.message ?? response.statusText, answer?.code);
  return answer;
}

/** Deletes the stored user and token, when the identity provider opens or ends a session. */
export function clearUser(): void {
  deleteToken();
  storeUser(null);
}

/**
 * Completes a sign-in of any kind. Returns whether an access token was stored, and reports it if the owner set an
 * address.
 */
export async function completeSignIn(): Promise<boolean> {
  const token = await accessToken();
  if (token) syncToken('POST', token);
  return token !== null;
}

/** Ends the session and drops the token. Returns whether the server ended it; a failure is logged. */
export async function signOut(): Promise<boolean> {
  try {
    await callAuthProvider('/sign-out', {});
    return true;
  } catch (error) {
    console.warn('Sign-out failed', error);
    return false;
  } finally {
    clearSession();
  }
}

/** Deletes the user, token and saved pages of an ended session, and reports it if the owner set an address. */
export function clearSession(): void {
  const token = storedToken();
  clearUser();
  deleteSavedPages();
  if (token) syncToken('DELETE', token);
}
