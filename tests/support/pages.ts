import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { createServer } from 'vite';
import routes from '../../src/routes.ts';

let loading: ReturnType<typeof loadOnce> | undefined;

/** Loads the pages from source with Vite, without a build. All stores of a Vitest worker share the loaded modules. */
export async function loadSourcePages(_app: FastifyInstance): Promise<() => Promise<ServerBuild>> {
  loading ??= loadOnce();
  const build = await loading;
  return async () => build;
}

async function loadOnce(): Promise<ServerBuild> {
  const vite = await createServer({
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    logLevel: 'error',
  });
  return (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
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
