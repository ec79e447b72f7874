import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import type { CardProvider } from '#modules/payments/server/provider.ts';
import { keptSecret } from '#platform/server/secrets.ts';
import type { Settings } from '#platform/server/settings.ts';
import { createCardGateway } from './card-gateway/gateway.ts';

/** Names the gateway's address while it runs. */
const ADDRESS = 'sandbox-cards.address';

/**
 * The demo's stand-in for the card provider: a gateway of its own, with its own book, that speaks Stripe's protocol.
 * Our server reaches it over loopback as it would reach Stripe; browsers reach it under the store's own address.
 */
export async function startCardSandbox(store: FastifyInstance, dataDir: string, settings: Settings) {
  const secretKey = secretKeyOf(dataDir);
  const publishableKey = `pk_test_${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_${keptSecret(dataDir, 'sandbox-card-webhook')}`;
  const gateway = createCardGateway({
    file: join(dataDir, 'sandbox-cards.sqlite'),
    secretKey,
    publishableKey,
    webhookSecret,
    webhookUrl: () => `http://${loopback(settings.HOST)}:${boundPort(store)}/api/payments/webhook`,
    log: (line) => store.log.debug(line),
  });
  const server = Fastify();
  await server.register(gateway.plugin);
  const apiBase = await server.listen({ host: '127.0.0.1', port: 0 });
  writeFileSync(join(dataDir, ADDRESS), apiBase, { mode: 0o600 });
  const provider: CardProvider = {
    secretKey,
    publishableKey,
    webhookSecret,
    apiBase,
    scriptURL: '/sandbox/stripe/stripe.js',
    sandbox: true,
  };
  return {
    provider,
    plugin: gateway.plugin,
    faults: gateway.faults,
    async close() {
      rmSync(join(dataDir, ADDRESS), { force: true });
      await server.close();
      await gateway.close();
    },
  };
}

/** Where a demo that runs on this folder keeps its gateway, for a command that asks it; undefined when none runs. */
export function readSandboxProvider(dataDir: string): CardProvider | undefined {
  const file = join(dataDir, ADDRESS);
  if (!existsSync(file)) return undefined;
  return {
    secretKey: secretKeyOf(dataDir),
    publishableKey: '',
    webhookSecret: '',
    apiBase: readFileSync(file, 'utf8'),
    scriptURL: '',
    sandbox: true,
  };
}

function secretKeyOf(dataDir: string): string {
  return `sk_test_${keptSecret(dataDir, 'sandbox-card-key')}`;
}

/** The store's own port, once it listens. */
function boundPort(store: FastifyInstance): number {
  const address = store.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function loopback(host: string): string {
  if (host === '::' || host === '::1') return '[::1]';
  return host === 'localhost' || host === '0.0.0.0' ? '127.0.0.1' : host;
}
