import { createRequest } from '@remix-run/node-fetch-server';
import type { FastifyInstance } from 'fastify';
import { CLIENT_ADDRESS, type Provider } from './provider.ts';

/** Hands everything under `/auth` to the identity provider, as it came. */
export async function providerRoutes(app: FastifyInstance, provider: Provider): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.route({
    method: ['GET', 'POST'],
    url: '/auth/*',
    // The provider checks each of its own calls.
    config: { access: 'anyone' },
    schema: { hide: true },
    handler: async (request, reply) => {
      const asked = createRequest(request.raw, reply.raw);
      asked.headers.set(CLIENT_ADDRESS, request.ip);
      return reply.send(await provider.handler(asked));
    },
  });
}
