import { request } from 'node:http';
import Fastify from 'fastify';
import type { ProviderKeys } from '#modules/payments/server/providers/provider-list.ts';
import { secureHeaders } from '#platform/http/http-server.ts';
import { type Sandboxes, sandboxPath } from './sandboxes.ts';

/** The sandboxes of another process of the store. */
export interface SharedSandboxes extends Omit<Sandboxes, 'plugin' | 'close'> {
  /** Their HTTP server, on loopback. */
  address: string;
}

/**
 * Serves the sandboxes to the other processes of the store. Returns their keys and address, and a function that closes
 * server and sandboxes.
 */
export async function shareSandboxes(
  sandboxes: Sandboxes,
): Promise<{ shared: SharedSandboxes; close(): Promise<void> }> {
  const server = Fastify({ forceCloseConnections: true });
  // Some pages remove a header, so the headers are set in the process that makes the pages.
  secureHeaders(server, { scripts: [], frames: [], connects: [] }, false);
  await server.register(sandboxes.plugin);
  const { plugin: _plugin, close: _close, ...providers } = sandboxes;
  return {
    shared: { ...providers, address: await server.listen({ host: '127.0.0.1', port: 0 }) },
    async close() {
      await server.close();
      await sandboxes.close();
    },
  };
}

/** Returns the sandboxes of another process; the plugin forwards the requests of browsers to it. */
export function connectSandboxes({ address, ...providers }: SharedSandboxes): Sandboxes {
  const { hostname, port } = new URL(address);
  const { keys, google } = providers;
  return {
    ...providers,
    plugin: async (app) => {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', (_request, _payload, done) => done(null));
      const names = Object.keys(keys) as (keyof ProviderKeys)[];
      const prefixes = [...names, ...(google ? (['openid'] as const) : [])].map(sandboxPath);
      for (const path of prefixes.flatMap((prefix) => [prefix, `${prefix}/*`]))
        app.all(path, { logLevel: 'silent', schema: { hide: true } }, ({ raw: incoming }, reply) => {
          reply.hijack();
          const { method, url, headers } = incoming;
          const outgoing = request({ hostname, port, method, path: url, headers }, (answer) => {
            for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name);
            reply.raw.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(reply.raw);
          });
          outgoing.once('error', () => reply.raw.destroy());
          reply.raw.once('close', () => outgoing.destroy());
          incoming.pipe(outgoing);
        });
    },
    close: async () => undefined,
  };
}
