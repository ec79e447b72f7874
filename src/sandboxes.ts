import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import Fastify, { type FastifyPluginAsync } from 'fastify';
import type { GoogleSettings } from '#modules/identity/server/google.ts';
import { keysOfSettings, type ProviderKeys } from '#modules/payments/server/providers/provider-list.ts';
import type { Settings } from '#modules/payments/server/store-settings.ts';
import { languageOf } from '#platform/http/language.ts';
import { loadOrCreateSecret } from '#platform/operations/secrets.ts';

/** The demo's payment providers and OpenID provider. Each has no keys where a real one is configured. */
export interface Sandboxes {
  keys: ProviderKeys;
  google: GoogleSettings | undefined;
  /** Their pages and scripts, for browsers. */
  plugin: FastifyPluginAsync;
  close(): Promise<void>;
}

export interface SandboxedStore {
  /** The public origins; the first one is PUBLIC_URL's. */
  origins: [string, ...string[]];
  /** Returns the store's address on this machine, once it listens. */
  address(): string;
  log(line: string): void;
}

/** Returns the path of a sandbox on the origin of the store. */
export function sandboxPath(name: keyof ProviderKeys | 'openid'): string {
  return `/sandbox/${name}`;
}

/** The file in DATA_DIR with the card gateway's payments. */
export const CARDS_FILE = 'sandbox-cards.sqlite';
/** A file in DATA_DIR with the addresses and keys of the payment stand-ins, while they run. */
const KEYS_FILE = 'sandbox-providers.json';

/**
 * Starts the sandboxes that the settings need in this process. A store has them once: the card gateway locks its database
 * file, and sign-ins are in memory.
 */
export async function openSandboxes(settings: Settings, dataDir: string, store: SandboxedStore): Promise<Sandboxes> {
  const isDemo = settings.APP_MODE === 'demo';
  // Machines that share a database would each have a book of their own.
  const isAlone = isDemo && settings.ROLE === 'all';
  const real = keysOfSettings(settings);
  const standIns = Object.entries({
    stripe: isDemo && !real.stripe && (await startCards(dataDir, store)),
    bkash: isAlone && !real.bkash && (await startBkash(dataDir)),
    sslcommerz: isAlone && !real.sslcommerz && (await startSslcommerz(dataDir, store)),
  }).flatMap(([name, standIn]) => (standIn ? [{ ...standIn, name: name as keyof ProviderKeys }] : []));
  const openId = isDemo && !settings.GOOGLE_CLIENT_ID ? await startOpenId(dataDir, store) : undefined;
  const keys: ProviderKeys = Object.fromEntries(standIns.map(({ name, keys }) => [name, keys]));
  const hasKeys = standIns.length > 0;
  if (hasKeys) writeFileSync(join(dataDir, KEYS_FILE), JSON.stringify(keys), { mode: 0o600 });
  return {
    keys,
    google: openId?.google,
    plugin: async (app) => {
      for (const { name, plugin } of standIns) await app.register(plugin, { prefix: sandboxPath(name) });
      if (openId) await app.register(openId.plugin, { prefix: sandboxPath('openid') });
    },
    async close() {
      if (hasKeys) rmSync(join(dataDir, KEYS_FILE), { force: true });
      for (const { close } of standIns) await close();
      await openId?.close();
    },
  };
}

/** Starts the card gateway. The store calls it over loopback as it would call Stripe. */
async function startCards(dataDir: string, { address, log }: SandboxedStore) {
  const { createCardGateway } = await import('#sandbox/card-gateway/gateway.ts');
  const keys = {
    secretKey: secretKeyOf(dataDir),
    publishableKey: `pk_test_${randomBytes(12).toString('hex')}`,
    webhookSecret: `whsec_${loadOrCreateSecret(dataDir, 'sandbox-card-webhook')}`,
  };
  const gateway = createCardGateway({
    ...keys,
    file: join(dataDir, CARDS_FILE),
    webhookUrl: () => `${address()}/api/payments/webhook`,
    log,
  });
  const server = Fastify();
  await server.register(gateway.plugin);
  const apiBase = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    keys: { ...keys, apiBase, scriptURL: `${sandboxPath('stripe')}/stripe.js`, sandbox: true },
    plugin: gateway.plugin,
    async close() {
      await server.close();
      await gateway.close();
    },
  };
}

/** Starts bKash's stand-in. The store calls it over loopback; browsers find its pages on the store's own origin. */
async function startBkash(dataDir: string) {
  const { BKASH_CALLS_PATH, createBkash } = await import('#sandbox/bkash/bkash.ts');
  const keys = {
    appKey: 'sandbox-app',
    appSecret: loadOrCreateSecret(dataDir, 'sandbox-bkash'),
    username: 'sandbox',
    password: loadOrCreateSecret(dataDir, 'sandbox-bkash-password'),
  };
  const file = join(dataDir, 'sandbox-bkash.sqlite');
  const { plugin, close } = createBkash({ ...keys, file, path: sandboxPath('bkash'), languageOf });
  const server = await listenOnLoopback(plugin);
  return {
    keys: { ...keys, base: server.address + BKASH_CALLS_PATH, paysOut: true, sandbox: true },
    plugin,
    async close() {
      await server.close();
      close();
    },
  };
}

/** Starts SSLCommerz's stand-in. Its messages reach the store over loopback, whatever the public address is. */
async function startSslcommerz(dataDir: string, { address, log }: SandboxedStore) {
  const { createSslcommerz } = await import('#sandbox/sslcommerz/sslcommerz.ts');
  const keys = { storeId: 'sandbox-store', storePassword: loadOrCreateSecret(dataDir, 'sandbox-sslcommerz') };
  const { plugin, close } = createSslcommerz({
    ...keys,
    file: join(dataDir, 'sandbox-sslcommerz.sqlite'),
    path: sandboxPath('sslcommerz'),
    languageOf,
    log,
    reach(url) {
      const { pathname, search } = new URL(url);
      return address() + pathname + search;
    },
  });
  const server = await listenOnLoopback(plugin);
  return {
    keys: { ...keys, base: server.address, sandbox: true },
    plugin,
    async close() {
      await server.close();
      await close();
    },
  };
}

async function listenOnLoopback(plugin: FastifyPluginAsync) {
  const server = Fastify({ forceCloseConnections: true });
  await server.register(plugin);
  return { address: await server.listen({ host: '127.0.0.1', port: 0 }), close: () => server.close() };
}

async function startOpenId(dataDir: string, { origins }: SandboxedStore) {
  const { startOpenIdServer } = await import('#sandbox/openid/openid-server.ts');
  const clientSecret = loadOrCreateSecret(dataDir, 'sandbox-openid-client');
  const server = await startOpenIdServer({
    origins,
    path: sandboxPath('openid'),
    clientSecret,
    cookieKey: loadOrCreateSecret(dataDir, 'sandbox-openid-cookies'),
    languageOf,
  });
  const { clientId, discoveryUrl, authorizationUrl, plugin, close } = server;
  return { google: { clientId, clientSecret, standIn: { discoveryUrl, authorizationUrl } }, plugin, close };
}

/** Returns the payment stand-ins of a demo that runs on this data folder, or undefined when none runs. */
export function readSandboxKeys(dataDir: string): ProviderKeys | undefined {
  const file = join(dataDir, KEYS_FILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function secretKeyOf(dataDir: string): string {
  return `sk_test_${loadOrCreateSecret(dataDir, 'sandbox-card-key')}`;
}

/** Returns the address at which this machine reaches a server that listens on `host`; port 0 before it listens. */
export function loopbackAddress(host: string, listening: ReturnType<Server['address']> | number): string {
  const port = typeof listening === 'object' ? (listening?.port ?? 0) : listening;
  if (host === '::' || host === '::1') return `http://[::1]:${port}`;
  return `http://${host === 'localhost' || host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
}
