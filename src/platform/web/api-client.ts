import { data, redirect } from 'react-router';
import { CallError, type Client, createClient, type Transport } from '#platform/contract/call-client.ts';
import type { Visitor } from '#platform/contract/page.ts';
import { staleIfOffline } from './offline-cache.ts';
import { accessToken, currentUser } from './session.ts';
import { forgetToken, storedToken } from './token.ts';

/** Where the calls' paths begin. */
export const BASE = '/api';

/** Asks with the person's access token; a token that the server no longer takes is renewed once. */
export async function withToken<R extends { status: number }>(ask: (token: string | null) => Promise<R>): Promise<R> {
  const token = await accessToken();
  const response = await ask(token);
  if (response.status !== 401 || !token) return response;
  forgetToken();
  const renewed = await accessToken();
  return renewed ? ask(renewed) : response;
}

const browserTransport: Transport = async (request) => {
  const response = await withToken((token) => ask(request, token));
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    body: isJson ? await response.json() : undefined,
    link: response.headers.get('link'),
  };
};

/** Makes one request in the reader's language. */
export function ask(request: Parameters<Transport>[0], token: string | null): Promise<Response> {
  return fetch(BASE + request.path, {
    method: request.method,
    headers: {
      ...request.headers,
      'accept-language': document.documentElement.lang,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    ...(request.signal ? { signal: request.signal } : {}),
  });
}

/** The typed client, in the browser. */
export const api: Client = createClient(browserTransport);

/** Where somebody who must sign in is sent; they come back to `from` afterwards. */
export function loginPath(from: string): string {
  return `/login?from=${encodeURIComponent(from)}`;
}

/**
 * Runs a browser loader or action: who is not signed in (any more) goes to the login page and comes back. While the
 * network is away, a page shows what it had; `place` says at which, where the path alone does not.
 */
export async function asSignedIn<T>(request: Request, load: () => Promise<T>, place?: string): Promise<T> {
  const here = new URL(request.url);
  const login = () => redirect(loginPath(here.pathname + here.search));
  const enter = async () => {
    if (await accessToken()) return load();
    throw login();
  };
  try {
    return await (request.method === 'GET' && storedToken() ? staleIfOffline(place ?? here.pathname, enter) : enter());
  } catch (error) {
    if (error instanceof CallError && error.status === 401) throw login();
    throw error;
  }
}

/** Runs a loader of the admin's pages: who is no admin (any more) goes to the login page, which says why. */
export function asAdmin<T>(request: Request, load: () => Promise<T>): Promise<T> {
  const { pathname, search } = new URL(request.url);
  const login = () => redirect(loginPath(pathname + search));
  return asSignedIn(request, async () => {
    if ((await currentUser())?.role !== 'admin') throw login();
    try {
      return await load();
    } catch (error) {
      if (error instanceof CallError && error.status === 403) throw login();
      throw error;
    }
  });
}

/** The signed-in person, in a page that is for one role alone. @throws 403 for any other; the dashboard says whose it is. */
export async function currentUserAs(role: 'buyer' | 'seller' | 'admin'): Promise<Visitor> {
  const user = await currentUser();
  if (user?.role !== role) throw data(null, { status: 403 });
  return user;
}
