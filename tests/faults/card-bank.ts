import Fastify from 'fastify';
import type Stripe from 'stripe';
import { expect, vi } from 'vitest';
import { connectStripe } from '#modules/payments/server/card-provider.ts';
import { verifyBooks } from '#modules/payments/server/reconciliation-report.ts';
import { createDatabase, openPool } from '#platform/database/database.ts';
import { createCardGateway } from '../../sandbox/card-gateway/gateway.ts';
import { type CardDesk, cardDesk } from '../support/card-desk.ts';
import { ask } from './machines.ts';

/** A card provider that outlives every process of the store. */
export interface CardBank {
  desk: CardDesk;
  stripe: Stripe;
  /** What a process of the store is told of it. */
  settings: Record<string, string>;
  close(): Promise<void>;
}

/** @param hears which process of the store hears the next event */
export async function openCardBank(hears: () => string): Promise<CardBank> {
  const keys = { secretKey: 'sk_test_12345678', publishableKey: 'pk_test_12345678', webhookSecret: 'whsec_12345678' };
  const gateway = createCardGateway({ file: ':memory:', ...keys, webhookUrl: () => `${hears()}/api/payments/webhook` });
  const app = Fastify();
  await app.register(gateway.plugin);
  const apiBase = await app.listen({ host: '127.0.0.1', port: 0 });
  const cards = { ...keys, apiBase, scriptURL: '', sandbox: true };
  return {
    desk: cardDesk({ cards }),
    stripe: connectStripe(cards),
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

/** Within this every captured payment is an order or a refund, in milliseconds. */
const PROMISED = 120_000;

/** The books once nothing is under way any more, at the latest after the time that is promised. */
export async function booksAtRest(databaseUrl: string, { stripe }: CardBank) {
  const db = createDatabase(openPool(databaseUrl, () => undefined, { max: 2 }));
  // As if it were later: nothing counts as on its way.
  vi.useFakeTimers({ now: Date.now() + 10 * 60_000, toFake: ['Date'] });
  try {
    return await vi.waitFor(
      async () => {
        const books = await verifyBooks(db, stripe);
        expect(books.findings).toEqual([]);
        expect(await ask(databaseUrl, "select id from payments where state = 'refund_due'")).toEqual([]);
        return books;
      },
      { timeout: PROMISED, interval: 500 },
    );
  } finally {
    vi.useRealTimers();
    await db.destroy();
  }
}
