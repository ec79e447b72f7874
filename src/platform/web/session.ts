import { useRouteLoaderData } from 'react-router';
import type { PageFrame, Shop, Visitor } from '#platform/contract/page.ts';
import { ServerUnavailable } from './offline-cache.ts';
import { forgetToken, freshFor, storedToken, storeToken } from './token.ts';
import { syncToken } from './token-sync.ts';

/** What the store's pages know of their visitor; the server said it with the page. */
export function useSession(): { state: 'signedIn' | 'signedOut'; user: Visitor | undefined } {
  const user = useFrame().user ?? undefined;
  return { state: user ? 'signedIn' : 'signedOut', user };
}

/** What every page knows, from the root's loader. */
export function useFrame(): PageFrame {
  const frame = useRouteLoaderData<PageFrame>('root');
  if (!frame) throw new Error('The page frame is not loaded');
  return frame;
}

/** What the store's owner has set, in a component. */
export function useShop(): Shop {
  return useFrame().shop;
}

let known: Visitor | null = null;

/** Keeps what the server said of the visitor with the page, for the browser's loaders. */
export function keepVisitor(user: Visitor | null): void {
  known = user;
}

/** Asks the server who somebody is; null where it says no. @throws ServerAway when it cannot say. */
async function askWho<T>(address: string, headers: Record<string, string> = {}): Promise<T | null> {
  const response = await fetch(address, { headers });
  if (response.status >= 500) throw new ServerUnavailable(`${address}: ${response.status}`);
  return response.ok ? ((await response.json()) as T) : null;
}

/** The signed-in person, for the browser's loaders; null for who is not signed in. */
export async function currentUser(): Promise<Visitor | null> {
  if (known) return known;
  const token = await accessToken();
  if (!token) return null;
  known = await askWho<Visitor>('/api/me', { authorization: `Bearer ${token}` });
  return known;
}

let renewal: Promise<string | null> | undefined;

/** The access token, renewed a minute before it expires; null for who is not signed in. */
export async function accessToken(): Promise<string | null> {
  const token = storedToken();
  if (token && freshFor(token) > 0) return token;
  renewal ??= renewToken().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

/** Exchanges the identity provider's session for an access token and keeps it. */
async function renewToken(): Promise<string | null> {
  const email = (await askWho<{ email: string | null }>('/api/session'))?.email;
  const answer = email && (await askWho<{ accessToken: string }>(`/api/jwt?email=${encodeURIComponent(email)}`));
  if (!answer) {
    forgetToken();
    return null;
  }
  storeToken(answer.accessToken);
  return answer.accessToken;
}

/** The identity provider's refusal, in its own words. */
export class ProviderError extends Error {
  /** Stable, for programs; empty where the provider names none. */
  readonly code: string;

  constructor(message: string, code = '') {
    super(message);
    this.code = code;
  }
}

/** Asks the identity provider. @throws ProviderError with its message when it refuses. */
export async function callAuthProvider(path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
    body: JSON.stringify(body),
  });
  const answer = (await response.json().catch(() => null)) as { message?: string; code?: string } | null;
  if (!response.ok) throw new ProviderError(answer?.message ?? response.statusText, answer?.code);
  return answer;
}

/** To be called when the identity provider has let somebody in: whoever used this browser before is forgotten. */
export function forgetVisitor(): void {
  forgetToken();
  keepVisitor(null);
}

/** Ends a sign-in of any kind: true when an access token is stored, which is then told to whom the owner has named. */
export async function completeSignIn(): Promise<boolean> {
  const token = await accessToken();
  if (token) syncToken('POST', token);
  return token !== null;
}

/** Signs in by e-mail and password and stores an access token; false when no token could be had. */
export async function signIn(credentials: { email: string; password: string }): Promise<boolean> {
  await callAuthProvider('/sign-in/email', credentials);
  forgetVisitor();
  return completeSignIn();
}

/**
 * Ends the session, here and at the server. The token is gone from here either way; a failure is logged, and false says
 * that the session lives on at the server.
 */
export async function signOut(): Promise<boolean> {
  const token = storedToken();
  try {
    await callAuthProvider('/sign-out', {});
    return true;
  } catch (error) {
    console.warn('Sign-out did not reach the server', error);
    return false;
  } finally {
    forgetVisitor();
    if (token) syncToken('DELETE', token);
  }
}
