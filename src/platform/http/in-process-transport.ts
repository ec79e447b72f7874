import type { FastifyInstance } from 'fastify';
import type { Transport } from '#platform/contract/call-client.ts';

/** An empty segment of a path, or one of dots: a parameter is missing. Resolving such a path would lead to another call. */
const EMPTY_SEGMENT = /\/\.{0,2}(?=[/?]|$)/;

/** A path that the API refuses as one that cannot be read, with 400. */
const MALFORMED_PATH = '/%';

interface Origin {
  /** The network address that the call is made for. */
  address?: string;
  /** Called with each `Set-Cookie` of an answer. */
  onSetCookie?(cookie: string): void;
}

/** Returns a transport that calls the API through the server's own router, without a network: for pages, and for tests. */
export function inProcessTransport(
  app: FastifyInstance,
  headers: Record<string, string> = {},
  { address, onSetCookie }: Origin = {},
): Transport {
  return async (request) => {
    const answer = await app.inject({
      method: request.method as 'GET',
      url: `/api${EMPTY_SEGMENT.test(request.path) ? MALFORMED_PATH : request.path}`,
      headers: { ...headers, ...request.headers },
      ...(address === undefined ? {} : { remoteAddress: address }),
      ...(request.body === undefined ? {} : { payload: request.body as object }),
    });
    if (onSetCookie) for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) onSetCookie(cookie);
    const isJson = String(answer.headers['content-type'] ?? '').includes('json');
    const link = answer.headers.link;
    return { status: answer.statusCode, body: isJson ? answer.json() : undefined, link: link ? String(link) : null };
  };
}
