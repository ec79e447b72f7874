import { createContext, data, type RouterContextProvider, redirect } from 'react-router';
import { CallError, type Client } from '#platform/contract/call-client.ts';
import type { CurrentUser } from '#platform/contract/page.ts';
import type { Role } from '#platform/contract/roles.ts';
import { loginPath } from './api-client.ts';
import { apiContext, ownApiContext, rootDataContext } from './api-context.ts';
import { staleIfOffline } from './offline-cache.ts';

/** A signed-in user's request for a page. */
export interface UserRequest<P = unknown> {
  api: Client;
  user: CurrentUser;
  url: URL;
  params: P;
}

/** A request for a page that visitors may open, too. */
export interface OpenRequest<P = unknown> extends Omit<UserRequest<P>, 'user'> {
  user: CurrentUser | null;
}

interface LoaderArgs<P = unknown> {
  context: Readonly<RouterContextProvider>;
  url: URL;
  params: P;
}

interface ClientLoaderArgs extends LoaderArgs {
  serverLoader: () => Promise<unknown>;
}

/** The role that the page needs, set by the layout around it; null for any signed-in user. */
export const pageRoleContext = createContext<Role | null>(null);

/** Whether the browser hydrates the document. Its loaders then return the document's data. */
export const hydratingContext = createContext(false);

/** @throws a 503 while the session cannot be read. */
export function assertUserKnown(context: LoaderArgs['context']): void {
  if (context.get(rootDataContext).isUserUnknown) throw data(null, { status: 503 });
}

/**
 * Returns the signed-in user of a page. @throws a redirect to the login page, with a return path, for a visitor, and a 503
 * while the session cannot be read.
 */
export function requireUser({ context, url }: Pick<LoaderArgs, 'context' | 'url'>): CurrentUser {
  assertUserKnown(context);
  const { user } = context.get(rootDataContext);
  if (!user) throw toLogin(url);
  return user;
}

/**
 * Returns the loader of a page, which runs as the user of the session cookie. It redirects visitors to the login page,
 * with a return path. It throws the problem with its status when a call is refused.
 */
export function authenticatedLoader<T, P>(load: (request: UserRequest<P>) => Promise<T>) {
  return async ({ context, url, params }: LoaderArgs<P>): Promise<T> => {
    const user = requireUser({ context, url });
    const pageRole = context.get(pageRoleContext);
    // No failure: the layout shows in the page's place which role it is for.
    if (pageRole && !user.roles.includes(pageRole)) throw data(null, { status: 200 });
    return load({ api: context.get(ownApiContext), user, url, params }).catch((error) => throwToPage(error, url));
  };
}

/**
 * Returns the loader of a page that visitors may open, too. When a call is refused, it throws the problem with its
 * status. While the session cannot be read, it throws a 503.
 */
export function openLoader<T, P>(load: (request: OpenRequest<P>) => Promise<T>) {
  return async ({ context, url, params }: LoaderArgs<P>): Promise<T> => {
    assertUserKnown(context);
    const { user } = context.get(rootDataContext);
    const api = context.get(user ? ownApiContext : apiContext);
    return load({ api, user, url, params }).catch((error) => throwToPage(error, url));
  };
}

function throwToPage(error: unknown, url: URL): never {
  if (!(error instanceof CallError)) throw error;
  if (error.status === 401) throw toLogin(url);
  // Serialization drops the class of an error and keeps the problem.
  throw data(error.problem, { status: error.status });
}

/**
 * Returns the client loader of such a page: it asks the server, and returns the last answer without a network.
 */
export function cachedClientLoader<A extends ClientLoaderArgs>() {
  const load = (args: A) =>
    // The document was requested when its tab began to load.
    staleIfOffline(
      args.url,
      args.serverLoader,
      args.context.get(hydratingContext) ? 0 : performance.now(),
    ) as ReturnType<A['serverLoader']>;
  return Object.assign(load, { hydrate: true as const });
}

/** Returns a redirect to the login page, which leads back to `url`. */
export const toLogin = (url: URL, init?: ResponseInit) => redirect(loginPath(url.pathname + url.search), init);
