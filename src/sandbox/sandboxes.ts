import { request as ask } from 'node:http';
import Fastify, { type FastifyPluginAsync } from 'fastify';
import type { GoogleSettings } from '#modules/identity/server/google.ts';
import type { CardProvider } from '#modules/payments/server/card-provider.ts';
import { secureHeaders } from '#platform/http/http-server.ts';
import type { Settings } from '#platform/operations/settings.ts';
import { type SandboxedStore, startCardSandbox } from './card-sandbox.ts';
import { startOpenIdSandbox } from './openid/openid-sandbox.ts';

/** What only the demo has: a card provider, and a stand-in for Google. Either is missing where there is a real one. */
export interface Sandboxes {
  cards: CardProvider | undefined;
  google: GoogleSettings | undefined;
  /** Their pages, for browsers. */
  plugin: FastifyPluginAsync;
  close(): Promise<void>;
}

/** Where they are, for the other processes of a store. */
export interface SandboxPlace extends Pick<Sandboxes, 'cards' | 'google'> {
  address: string;
}

const CARDS = '/sandbox/stripe';
const OPENID = '/sandbox/openid';

/** Opens them in this process. They keep a book in a file and sign-ins in memory, so a store has them once. */
export async function openSandboxes(
  settings: Settings,
  dataDir: string,
  store: SandboxedStore & { origin: string; otherOrigins: string[] },
): Promise<Sandboxes> {
  const demo = settings.APP_MODE === 'demo';
  const cards = demo && !settings.STRIPE_SECRET_KEY ? await startCardSandbox(dataDir, store) : undefined;
  const openid = demo && !settings.GOOGLE_CLIENT_ID ? await startOpenIdSandbox(dataDir, store) : undefined;
  return {
    cards: cards?.provider,
    google: openid?.google,
    plugin: async (app) => {
      if (cards) await app.register(cards.plugin, { prefix: CARDS });
      if (openid) await app.register(openid.plugin, { prefix: OPENID });
    },
    async close() {
      await cards?.close();
      await openid?.close();
    },
  };
}

/** Lets other processes of this machine have them. */
export async function shareSandboxes(sandboxes: Sandboxes): Promise<{ place: SandboxPlace; close(): Promise<void> }> {
  const server = Fastify({ forceCloseConnections: true });
  // Some pages of theirs must go without one or the other, so these are set where the pages are made.
  secureHeaders(server, { scripts: [], frames: [], connects: [] }, false);
  await server.register(sandboxes.plugin);
  const { cards, google } = sandboxes;
  return {
    place: { cards, google, address: await server.listen({ host: '127.0.0.1', port: 0 }) },
    async close() {
      await server.close();
      await sandboxes.close();
    },
  };
}

/** Has those of another process: what browsers ask of them is handed on to it as it is. */
export function reachSandboxes({ cards, google, address }: SandboxPlace): Sandboxes {
  const { hostname, port } = new URL(address);
  return {
    cards,
    google,
    plugin: async (app) => {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', (_request, _payload, done) => done(null));
      const own = [cards && CARDS, google && OPENID].filter((path) => path !== undefined);
      for (const path of own.flatMap((prefix) => [prefix, `${prefix}/*`]))
        app.all(path, { logLevel: 'silent', schema: { hide: true } }, ({ raw: asked }, reply) => {
          reply.hijack();
          const { method, url: path, headers } = asked;
          const there = ask({ hostname, port, method, path, headers }, (answer) => {
            for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name);
            reply.raw.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(reply.raw);
          });
          there.once('error', () => reply.raw.destroy());
          reply.raw.once('close', () => there.destroy());
          asked.pipe(there);
        });
    },
    close: async () => undefined,
  };
}
