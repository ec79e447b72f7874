import { createContext } from 'react-router';
import type { Client } from '#platform/contract/call-client.ts';
import type { PageFrame } from '#platform/contract/page.ts';

/** For server loaders: calls the API in process as a visitor. */
export const apiContext = createContext<Client>();

/** For server loaders: reads from the API in process as the signed-in user. Unset for visitors. */
export const ownApiContext = createContext<Client>();

/** For server loaders: the data that every page has. */
export const frameContext = createContext<PageFrame>();

/** The nonce of this response's inline scripts (CSP 3). */
export const nonceContext = createContext<string | null>(null);

/** Logs an error of the server under the request's id. */
export const faultContext = createContext<(error: unknown) => void>();
