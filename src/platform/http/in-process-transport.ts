import type { FastifyInstance } from 'fastify';
import type { Transport } from '#platform/contract/call-client.ts';

/**
 * Calls the API through the server's own router, without a network: for loaders, and for tests. `address` is the
 * network address of the person whom the call is made for.
 */
export function inProcessTransport(
  app: FastifyInstance,
  headers: Record<string, string> = {},
  address?: string,
): Transport {
  return async (request) => {
    const answer = await app.inject({
      method: request.method as 'GET',
      url: `/api${request.path}`,
      headers: { ...headers, ...request.headers },
      ...(address === undefined ? {} : { remoteAddress: address }),
      ...(request.body === undefined ? {} : { payload: request.body as object }),
    });
    const isJson = String(answer.headers['content-type'] ?? '').includes('json');
    const link = answer.headers.link;
    return { status: answer.statusCode, body: isJson ? answer.json() : undefined, link: link ? String(link) : null };
  };
}
