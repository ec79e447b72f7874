import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { createServer } from 'vite';
import routes from '../../src/routes.ts';

/** The pages as they are written, without a build: what the server renders of them is what the built ones have. */
export async function writtenPages(app: FastifyInstance): Promise<() => Promise<ServerBuild>> {
  const vite = await createServer({
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    logLevel: 'error',
  });
  app.addHook('onClose', () => vite.close());
  const load = async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
  // Before anybody asks for a page: on a busy machine this takes longer than a request may.
  await load();
  return load;
}

interface Entry {
  path?: string | undefined;
  index?: boolean | undefined;
  children?: Entry[] | undefined;
}

/** Every page of the routes, as a path with `:name` for what varies. */
export const pages: string[] = [...new Set((await routes).flatMap((entry) => pathsOf(entry, '')))].sort();

function pathsOf({ path, children = [] }: Entry, above: string): string[] {
  const here = path === undefined ? above : `${above}/${path}`;
  return children.length > 0 ? children.flatMap((child) => pathsOf(child, here)) : [here || '/'];
}
