import { createContext } from 'react-router';
import type { Client, Transport } from '#platform/contract/call-client.ts';
import type { RootData } from '#platform/contract/page.ts';

/** For server loaders and actions: calls the API in process as a visitor. */
export const apiContext = createContext<Client>();

/** For server loaders and actions: calls the API in process as the signed-in user; only actions may change data. Unset for visitors. */
export const ownApiContext = createContext<Client>();

/** For server actions: calls the API in process as the form's browser, which gets the cookies that are set. */
export const browserContext = createContext<Transport>();

/** For server loaders: the data that every page has. */
export const rootDataContext = createContext<RootData>();

/** For the root's loader: counts the open tasks of the signed-in user. */
export const todoContext = createContext<() => Promise<RootData['todo']>>(async () => null);

/** For the root's loader: the result of a form that was sent before the page's script had loaded. */
export const noticeContext = createContext<RootData['notice']>(null);

/** The nonce of this response's inline scripts (CSP 3). */
export const nonceContext = createContext<string | null>(null);

/** Logs an error of the server under the request's id. */
export const logErrorContext = createContext<(error: unknown) => void>();
