import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { createServer } from 'vite';
import routes from '../../src/routes.ts';

/** Loads the pages from source with Vite, without a build. */
export async function loadSourcePages(app: FastifyInstance): Promise<() => Promise<ServerBuild>> {
  const vite = await createServer({
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    logLevel: 'error',
  });
  app.addHook('onClose', () => vite.close());
  const load = async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
  // Load before the first request: it may take longer than a request's timeout.
  await load();
  return load;
}

interface Entry {
  path?: string | undefined;
  index?: boolean | undefined;
  children?: Entry[] | undefined;
}

/** The path of every page, with `:name` for parameters. */
export const pages: string[] = [...new Set((await routes).flatMap((entry) => pathsOf(entry, '')))].sort();

function pathsOf({ path, children = [] }: Entry, above: string): string[] {
  const here = path === undefined ? above : `${above}/${path}`;
  return children.length > 0 ? children.flatMap((child) => pathsOf(child, here)) : [here || '/'];
}
