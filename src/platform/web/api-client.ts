import { type Client, createClient, type Transport } from '#platform/contract/call-client.ts';
import { accessToken } from './session.ts';
import { deleteToken } from './token.ts';

export const BASE = '/api';

/** Sends a request with the access token. Renews a refused token once. */
export async function withToken<R extends { status: number }>(send: (token: string | null) => Promise<R>): Promise<R> {
  const token = await accessToken();
  const response = await send(token);
  if (response.status !== 401 || !token) return response;
  deleteToken();
  const renewed = await accessToken();
  return renewed ? send(renewed) : response;
}

const browserTransport: Transport = async (request) => {
  const response = await withToken((token) => sendRequest(request, token));
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    body: isJson ? await response.json() : undefined,
    link: response.headers.get('link'),
  };
};

/** Sends one request in the page's language. */
export function sendRequest(request: Parameters<Transport>[0], token: string | null): Promise<Response> {
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

/** The typed client of the browser. */
export const api: Client = createClient(browserTransport);

/** Returns the address of the login page, which leads back to `from`. */
export function loginPath(from: string): string {
  return `/login?from=${encodeURIComponent(from)}`;
}
