import Fastify from 'fastify';
import { expect, vi } from 'vitest';
import { connectProviders, type Providers } from '#modules/payments/server/providers/provider-list.ts';
import type { StripeKeys } from '#modules/payments/server/providers/stripe/stripe-keys.ts';
import { verifyBooks } from '#modules/payments/server/reconciliation-report.ts';
import { createDatabase, openPool } from '#platform/database/database.ts';
import { createCardGateway } from '../../sandbox/card-gateway/gateway.ts';
import { type CardClient, cardClient } from '../support/card-client.ts';
import { type OnCall, reportCalls } from '../support/stand-ins.ts';
import { ask } from './server-processes.ts';

/** A card provider outside the store's processes. */
export interface ExternalCardGateway {
  client: CardClient;
  cards: StripeKeys;
  providers: Providers;
  /** Settings for a process of the store. */
  settings: Record<string, string>;
  close(): Promise<void>;
}

/** Starts a card provider. `webhookTarget` returns the address of the process that gets the next event. */
export async function openExternalCardGateway(
  webhookTarget: () => string,
  onCall?: OnCall,
): Promise<ExternalCardGateway> {
  const keys = { secretKey: 'sk_test_12345678', publishableKey: 'pk_test_12345678', webhookSecret: 'whsec_12345678' };
  const gateway = createCardGateway({
    file: ':memory:',
    ...keys,
    webhookUrl: () => `${webhookTarget()}/api/payments/webhook`,
  });
  const app = Fastify();
  if (onCall) reportCalls(app, onCall);
  await app.register(gateway.plugin);
  const apiBase = await app.listen({ host: '127.0.0.1', port: 0 });
  const cards = { ...keys, apiBase, scriptURL: '', sandbox: true };
  return {
    client: cardClient({ cards }),
    cards,
    providers: connectProviders({ stripe: cards }),
    settings: {
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_API_BASE: apiBase,
    },
    async close() {
      await app.close();
      await gateway.close();
    },
  };
}

/** Every captured payment becomes an order or a refund within this time. */
const SETTLED_WITHIN_MS = 120_000;

/** Waits until the books have no differences and no refund is due, and returns the report. */
export async function waitForSettledBooks(databaseUrl: string, { providers }: ExternalCardGateway) {
  const db = createDatabase(openPool(databaseUrl, () => undefined, { max: 2 }));
  // A later time, so that nothing counts as in transit.
  vi.useFakeTimers({ now: Date.now() + 10 * 60_000, toFake: ['Date'] });
  try {
    return await vi.waitFor(
      async () => {
        const books = await verifyBooks(db, providers);
        expect(books.differences).toEqual([]);
        expect(await ask(databaseUrl, "select id from payments where state = 'refund_due'")).toEqual([]);
        return books;
      },
      { timeout: SETTLED_WITHIN_MS, interval: 500 },
    );
  } finally {
    vi.useRealTimers();
    await db.destroy();
  }
}
