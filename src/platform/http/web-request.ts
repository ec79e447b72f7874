import { createHeaders } from '@remix-run/node-fetch-server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestOrigin } from './origins.ts';

/** Forms and sign-ins are small; Fastify answers 413 beyond this. */
const BODY_MAX_BYTES = 64 * 1024;

/** Accepts any body as bytes, up to the limit, for handlers that use a web Request. */
export function acceptBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, (_request, bytes, done) =>
    done(null, bytes),
  );
}

/**
 * Returns a web Request (Fetch standard) under the store's own origin: a value that is compared with `Origin` must not depend
 * on the `Host` that a proxy sends. A path that begins like a host's name stays a path.
 */
export function toWebRequest(request: FastifyRequest): Request {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && Buffer.isBuffer(request.body);
  const { origin, host } = requestOrigin(request);
  const headers = createHeaders(request.raw);
  headers.set('host', host);
  for (const name of ['x-forwarded-host', 'x-forwarded-proto']) headers.delete(name);
  const { pathname, search } = requestUrl(origin, request);
  return new Request(origin + pathname + search, {
    method: request.method,
    headers,
    ...(hasBody ? { body: request.body as BodyInit } : {}),
  });
}

/** Returns the normalised path of a request (URL standard), the same as in `toWebRequest`. */
export function pathnameOf(request: FastifyRequest): string {
  return requestUrl('http://localhost', request).pathname;
}

function requestUrl(origin: string, { raw: { url = '/' } }: FastifyRequest): URL {
  // In the form for proxies (RFC 9112, 3.2.2) the address has a host, which is not verified.
  return new URL(url.startsWith('/') ? origin + url : new URL(url, origin));
}

/**
 * Returns the URL of a request. A malformed path of a page, such as `/items/%ff`, has its percent signs escaped. It
 * leads to the page for unknown paths. A malformed path of the API stays, and is refused.
 */
export function escapeMalformedPage(url: string): string {
  if (!url.includes('%') || url.startsWith('/api/')) return url;
  const [path = '', ...query] = url.split('?');
  return isWellEncoded(path) ? url : [path.replaceAll('%', '%25'), ...query].join('?');
}

function isWellEncoded(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
