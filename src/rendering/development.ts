import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';

/** Serves the pages through Vite: built as they are asked for, reloaded as they change, on the store's own port. */
export async function developmentPages(app: FastifyInstance): Promise<() => Promise<ServerBuild>> {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: app.server } } });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', async (request, reply) => {
    if (/^\/(api|sandbox)\//.test(request.url)) return;
    // Vite and its inline scripts know no nonce; the strict policy is the built product's.
    reply.removeHeader('content-security-policy');
    await new Promise<void>((goOn, fail) => {
      reply.raw.once('close', () => {
        if (reply.raw.writableEnded && !reply.sent) reply.hijack();
        goOn();
      });
      vite.middlewares(request.raw, reply.raw, (error?: unknown) => (error ? fail(error) : goOn()));
    });
  });
  return async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
}
