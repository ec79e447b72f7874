import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { backUp } from '#backup/backup.ts';
import { restore } from '#backup/restore.ts';
import { createStripeClient } from '#modules/payments/server/providers/stripe/stripe-client.ts';
import { openFiles } from '#platform/files/file-store.ts';
import { ask } from './faults/server-processes.ts';
import { type CardClient, cardClient } from './support/card-client.ts';
import { createTestDatabase } from './support/postgres.ts';
import { differencesLater, openSales, type Sales } from './support/sales.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

const SCRIPT = join(import.meta.dirname, '../scripts/settle-after-restore.ts');
/** Each test runs several commands as processes. */
const COMMANDS_TIMEOUT_MS = 60_000;

let store: TestStore;
let client: CardClient;
let sales: Sales;
let folder: string;
let target: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  store = await openTestStore();
  client = cardClient(store);
  sales = await openSales(store, client);
  folder = await mkdtemp(join(tmpdir(), 'dolna-settle-'));
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const cards = (store: TestStore) => ({
  STRIPE_SECRET_KEY: store.cards.secretKey,
  STRIPE_PUBLISHABLE_KEY: store.cards.publishableKey,
  STRIPE_WEBHOOK_SECRET: store.cards.webhookSecret,
  STRIPE_API_BASE: store.cards.apiBase ?? '',
});

/** Runs `npm run settle-after-restore` with these options, without a terminal. Returns its output. */
function settle(provider: TestStore, ...options: string[]): Promise<{ code: number; said: string }> {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: target.url,
    DATA_DIR: folder,
    ...cards(provider),
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [SCRIPT, ...options], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, said: (out + err).trim() }),
    );
    child.stdin?.end();
  });
}

async function restored(from: TestStore): Promise<void> {
  target = await createTestDatabase({ empty: true });
  const place = async (name: string) => ({ files: await openFiles(join(folder, name), undefined) });
  const file = join(folder, `backup-${Date.now()}`);
  await backUp({ databaseUrl: from.databaseUrl, ...(await place('from')) }, file);
  await restore(file, { databaseUrl: target.url, ...(await place('to')) });
}

test(
  'payments since the backup become orders or refunds, after a preview and a confirmation [16.8]',
  async () => {
    const sold = await sales.sell();
    const free = await sales.book();
    await restored(store);
    await client.refund(sold.intent);
    const order = await client.pay(free.prepared);
    const late = await sales.sell();

    const shown = await settle(store);
    expect(shown.code).toBe(1);
    expect(shown.said).toContain(`${order}  Tk\u00a06,500  Coach pram  (booking ${free.bookingId}) becomes an order.`);
    expect(shown.said).toContain(`${late.intent}  Tk\u00a06,500  Coach pram  (booking ${late.bookingId}) is refunded.`);
    expect(shown.said).toContain(`${sold.intent}  Tk\u00a00  Coach pram`);
    expect(shown.said).toContain('Nothing was changed: there is no terminal to confirm at.');
    expect(await client.refunded(late.intent)).toBe(0);

    expect(await settle(store, '--yes')).toEqual({
      code: 0,
      said: expect.stringContaining('3 settled, 0 left to an admin, 0 failed.'),
    });
    expect(await client.refunded(late.intent)).toBe(650_000);
    expect(await client.refunded(order)).toBe(0);
    expect((await settle(store, '--yes')).said).toBe('No payment needs settlement.');

    const after = await openTestStore(cards(store), { database: target });
    try {
      await replayEvents(after);
      const states = await after.db
        .selectFrom('payments as p')
        .innerJoin('bookings as b', 'b.id', 'p.booking_id')
        .select(['p.intent', 'p.state as payment', 'b.state as booking'])
        .execute();
      expect(states).toHaveLength(2);
      expect(states).toContainEqual({ intent: order, payment: 'succeeded', booking: 'paid' });
      expect(states).toContainEqual({ intent: sold.intent, payment: 'refunded', booking: 'refunded' });
      await vi.waitFor(async () => expect(await differencesLater(after)).toEqual([]), 10_000);
    } finally {
      await after.close();
    }
  },
  COMMANDS_TIMEOUT_MS,
);

test(
  'returns by hand since the backup are recorded again and not refunded [16.8]',
  async () => {
    // The lost store uses the provider of another store, so that the provider remains.
    const provider = await openTestStore();
    const lost = await openTestStore(cards(provider), { database: await createTestDatabase() });
    const client = cardClient(provider);
    const sales = await openSales(lost, client);
    await client.injectFaults({ api: [{ kind: 'error-before', on: 'POST /v1/refunds', times: 10_000 }] });
    const [byHand, later, due] = [await sales.overpay(), await sales.overpay(), await sales.overpay()];
    await restored(lost);
    await lost.close();
    // As if the last refund request were some minutes ago.
    await ask(target.url, 'update payments set refund_tried_at = null');
    await client.injectFaults({ clear: true });
    // Without its entry of the ledger.
    await ask(
      target.url,
      `alter table payouts disable trigger user; insert into payouts (seller_id, amount_poisha, kind, account)
        select id, 650000, 'bkash', '01712345678' from users limit 1`,
    );

    const options = [`--by-hand=${byHand.intent}:Bank 17`, `--except=${later.intent}`];
    const shown = await settle(provider, ...options);
    expect(shown.said).toContain(`${byHand.intent}  is recorded as returned by hand`);
    expect(shown.said).toMatch(new RegExp(`^${due.intent}  Tk\u00a06,500 .*is refunded\\.$`, 'm'));
    expect(shown.said).not.toContain(later.intent);
    expect(shown.said).toContain(
      'P-000001  Tk\u00a06,500  is due. Look for it in the statements of the bank and bKash',
    );

    const settled = await settle(provider, '--yes', ...options);
    expect(settled).toEqual({ code: 0, said: expect.stringContaining('2 settled, 0 left to an admin, 0 failed.') });
    expect(await client.refunded(byHand.intent)).toBe(0);
    const recorded = `select p.state, a.admin_id from payments p join admin_acts a on a.target_id = p.id
      where a.act = 'record-refund' and p.intent = '${byHand.intent}'`;
    expect(await ask(target.url, recorded)).toEqual([{ state: 'refunded', admin_id: null }]);
    expect(await client.refunded(later.intent)).toBe(0);
    expect(await client.refunded(due.intent)).toBe(650_000);
    await provider.close();
  },
  COMMANDS_TIMEOUT_MS,
);

/** Delivers every event of the provider again, as it does with unacknowledged ones. */
async function replayEvents({ app, cards }: TestStore): Promise<void> {
  for await (const event of (await createStripeClient(cards)()).events.list({ limit: 100 })) {
    const payload = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: cards.webhookSecret });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await app.inject({ method: 'POST', url: '/api/payments/webhook', payload, headers });
    expect(answer.statusCode, answer.body).toBe(200);
  }
}
