import { createContext, data, type RouterContextProvider, redirect } from 'react-router';
import { CallError, type Client } from '#platform/contract/call-client.ts';
import type { Visitor } from '#platform/contract/page.ts';
import { api, asSignedIn, loginPath } from './api-client.ts';
import { frameContext, ownApiContext } from './api-context.ts';
import { staleIfOffline } from './offline-cache.ts';
import { currentUser } from './session.ts';

/** Who asks for a page of their own, and by what: in process for the document, over the network afterwards. */
export interface Asker {
  api: Client;
  user: Visitor;
  /** The page's address. */
  url: URL;
}

type Load<T> = (asker: Asker) => Promise<T>;

interface DocumentArgs {
  context: Readonly<RouterContextProvider>;
  url: URL;
}

interface BrowserArgs extends DocumentArgs {
  request: Request;
  serverLoader: () => Promise<unknown>;
}

/** The only role that may open the page, set by the layout around it; null for any signed-in user. */
export const pageRoleContext = createContext<Visitor['role']>(null);

/** Whether this is the first load in the browser, which takes over what the document brought. */
export const hydratingContext = createContext(false);

/**
 * The loader of a signed-in person's page, for its document: asks as that person, who is told by the cookie. A document is
 * not even begun for somebody who is not signed in: they are led to the login page and come back.
 */
export async function authenticatedLoader<T>({ context, url }: DocumentArgs, load: Load<T>): Promise<T> {
  const { user } = context.get(frameContext);
  if (!user) throw redirect(loginOf(url));
  const pageRole = context.get(pageRoleContext);
  // No failure: the layout shows in the page's place which role it is for.
  if (pageRole && user.role !== pageRole) throw data(null, { status: 200 });
  try {
    return await load({ api: context.get(ownApiContext), user, url });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 401) throw redirect(loginOf(url));
    // An error's class does not reach the browser with a document; what was said does.
    throw data(error.problem, { status: error.status });
  }
}

/**
 * The same page's loader in the browser, to be called with `hydrate`: what the document brought is taken over, and later the
 * page asks with the access token. `place` is where it is kept for while the network is away, if the path alone does not say.
 */
export async function authenticatedClientLoader<T>(args: BrowserArgs, load: Load<T>, place?: string): Promise<T> {
  const { context, request, serverLoader, url } = args;
  if (context.get(hydratingContext))
    // A document was asked for when its tab set out for it.
    return staleIfOffline(place ?? url.pathname, () => serverLoader() as Promise<T>, 0);
  const ask = async () => {
    const user = await currentUser();
    if (!user) throw redirect(loginOf(url));
    return load({ api, user, url });
  };
  return asSignedIn(request, ask, place);
}

/** For pages of one role alone. What it throws for any other is no failure: the dashboard says in its place whose page it is. */
export function requireRole(role: Visitor['role'], user: Visitor): void {
  if (user.role !== role) throw data(null, { status: 200 });
}

const loginOf = (url: URL) => loginPath(url.pathname + url.search);
