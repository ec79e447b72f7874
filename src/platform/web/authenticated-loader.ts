import { createContext, data, type RouterContextProvider, redirect } from 'react-router';
import { CallError, type Client } from '#platform/contract/call-client.ts';
import type { Visitor } from '#platform/contract/page.ts';
import type { Role } from '#platform/contract/roles.ts';
import { loginPath } from './api-client.ts';
import { apiContext, frameContext, ownApiContext } from './api-context.ts';
import { staleIfOffline } from './offline-cache.ts';

/** A signed-in user's request for a page. */
export interface UserRequest {
  api: Client;
  user: Visitor;
  url: URL;
}

/** A request for a page that visitors may open, too. */
export interface OpenRequest extends Omit<UserRequest, 'user'> {
  user: Visitor | null;
}

interface LoaderArgs {
  context: Readonly<RouterContextProvider>;
  url: URL;
}

interface ClientLoaderArgs<T> extends LoaderArgs {
  serverLoader: () => Promise<T>;
}

/** The role that the page needs, set by the layout around it; null for any signed-in user. */
export const pageRoleContext = createContext<Role | null>(null);

/** Whether the browser hydrates the document. Its loaders then return the document's data. */
export const hydratingContext = createContext(false);

/** @throws a 503 while the session cannot be read. */
export function assertUserKnown(context: LoaderArgs['context']): void {
  if (context.get(frameContext).isUserUnknown) throw data(null, { status: 503 });
}

/**
 * Returns the signed-in user of a page. @throws a redirect to the login page, with a return path, for a visitor, and a 503
 * while the session cannot be read.
 */
export function requireUser({ context, url }: LoaderArgs): Visitor {
  assertUserKnown(context);
  const { user } = context.get(frameContext);
  if (!user) throw toLogin(url);
  return user;
}

/**
 * Loads a page on the server as the user of the session cookie. Redirects visitors to the login page, with a return path.
 * @throws the problem with its status when a call is refused.
 */
export async function authenticatedLoader<T>(
  { context, url }: LoaderArgs,
  load: (request: UserRequest) => Promise<T>,
): Promise<T> {
  const user = requireUser({ context, url });
  const pageRole = context.get(pageRoleContext);
  // No failure: the layout shows in the page's place which role it is for.
  if (pageRole && !user.roles.includes(pageRole)) throw data(null, { status: 200 });
  return load({ api: context.get(ownApiContext), user, url }).catch((error) => throwToPage(error, url));
}

/**
 * Loads a page that visitors may open, too, on the server. @throws the problem with its status when a call is refused, and
 * a 503 while the session cannot be read.
 */
export async function openLoader<T>(
  { context, url }: LoaderArgs,
  load: (request: OpenRequest) => Promise<T>,
): Promise<T> {
  assertUserKnown(context);
  const { user } = context.get(frameContext);
  const api = context.get(user ? ownApiContext : apiContext);
  return load({ api, user, url }).catch((error) => throwToPage(error, url));
}

function throwToPage(error: unknown, url: URL): never {
  if (!(error instanceof CallError)) throw error;
  if (error.status === 401) throw toLogin(url);
  // The class of an error is lost on the way to the browser; the problem is not.
  throw data(error.problem, { status: error.status });
}

/**
 * The client loader, with `hydrate`, of such a page: asks the server, and returns the last answer while the network is
 * away. Answers are kept by `place`; the default is the path.
 */
export function cachedClientLoader<T>(
  { context, url, serverLoader }: ClientLoaderArgs<T>,
  place = url.pathname,
): Promise<T> {
  // The document was requested when its tab began to load.
  return staleIfOffline(place, serverLoader, context.get(hydratingContext) ? 0 : performance.now());
}

/** Returns a redirect to the login page, which leads back to `url`. */
export const toLogin = (url: URL) => redirect(loginPath(url.pathname + url.search));
