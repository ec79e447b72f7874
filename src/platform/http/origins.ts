import type { FastifyRequest } from 'fastify';
import type { CommonSettings } from '#platform/operations/settings.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The store's own origins, the public one first. */
    origins: readonly string[];
  }
}

/** Returns the store's public URL, without a trailing slash. */
export function originOf({ PUBLIC_URL, PORT }: CommonSettings): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`;
}

/** Returns the origins of this machine at which the demo may be opened; none in production. */
export function otherOriginsOf({ APP_MODE, PORT }: CommonSettings): string[] {
  if (APP_MODE !== 'demo') return [];
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${PORT}`);
}

/** Returns all origins of the store, the public one first, as browsers write them in `Origin`. */
export function originsOf(settings: CommonSettings): string[] {
  return [originOf(settings), ...otherOriginsOf(settings)].map((address) => new URL(address).origin);
}

/** Whether the `Origin` of a request, if it has one, is an origin of the store. Its `Host`, which a proxy may change, does not count. */
export function hasOwnOrigin({ headers, server }: FastifyRequest): boolean {
  return headers.origin === undefined || server.origins.includes(headers.origin);
}

/** Returns the origin under which a request came: the public one, unless the demo was opened under another name of its machine. */
export function requestOrigin({ host, server }: FastifyRequest): URL {
  const [publicOrigin = '', ...others] = server.origins;
  return new URL(others.find((other) => new URL(other).host === host) ?? publicOrigin);
}
