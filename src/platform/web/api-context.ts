import { createContext } from 'react-router';
import type { Client } from '#platform/contract/call-client.ts';
import type { PageFrame } from '#platform/contract/page.ts';

/** The API, in process, as the visitor who asks for the page. For loaders that run on the server. */
export const apiContext = createContext<Client>();

/** Loads something, or takes what was loaded under its key; a key stands for one thing. */
export type Load = <T>(key: string, load: () => Promise<T>) => Promise<T>;

/** For what is the same to everybody: to visitors and buyers it may be half a second old. */
export const publicContext = createContext<Load>((_key, load) => load());

/** The API, in process, for reading as the person who is signed in what is theirs; there is none for who is not. */
export const ownApiContext = createContext<Client>();

/** What every page knows of its visitor. For loaders that run on the server. */
export const frameContext = createContext<PageFrame>();

/** The one-time value that lets this answer's own inline scripts run (CSP 3). */
export const nonceContext = createContext<string | null>(null);

/** Writes down what went wrong on the server, under the id of the request. */
export const faultContext = createContext<(fault: unknown) => void>();
