import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import type { CardProvider } from '#modules/payments/server/card-provider.ts';
import { loadOrCreateSecret } from '#platform/operations/secrets.ts';
import { createCardGateway } from './card-gateway/gateway.ts';

/** The store that it charges cards for. */
export interface SandboxedStore {
  /** Where the store can be reached from this machine, once it listens. */
  address(): string;
  log(line: string): void;
}

/** Names the gateway's address while it runs. */
const ADDRESS = 'sandbox-cards.address';

/**
 * The demo's stand-in for the card provider: a gateway of its own, with its own book, that speaks Stripe's protocol.
 * Our server reaches it over loopback as it would reach Stripe; browsers reach it under the store's own address.
 */
export async function startCardSandbox(dataDir: string, { address, log }: SandboxedStore) {
  const secretKey = secretKeyOf(dataDir);
  const publishableKey = `pk_test_${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_${loadOrCreateSecret(dataDir, 'sandbox-card-webhook')}`;
  const gateway = createCardGateway({
    file: join(dataDir, 'sandbox-cards.sqlite'),
    secretKey,
    publishableKey,
    webhookSecret,
    webhookUrl: () => `${address()}/api/payments/webhook`,
    log,
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
  return `sk_test_${loadOrCreateSecret(dataDir, 'sandbox-card-key')}`;
}
