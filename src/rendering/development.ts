import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';

/** Serves the pages through Vite's development server, on the store's own port. */
export async function developmentPages(app: FastifyInstance): Promise<() => Promise<ServerBuild>> {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: app.server } } });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', async (request, reply) => {
    if (/^\/(api|sandbox)\//.test(request.url)) return;
    // Vite's inline scripts have no nonce. The strict policy belongs to the built pages.
    reply.removeHeader('content-security-policy');
    await new Promise<void>((resolve, reject) => {
      reply.raw.once('close', () => {
        if (reply.raw.writableEnded && !reply.sent) reply.hijack();
        resolve();
      });
      vite.middlewares(request.raw, reply.raw, (error?: unknown) => (error ? reject(error) : resolve()));
    });
  });
  return async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
}
