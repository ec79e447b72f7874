import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { backUp } from '#backup/backup.ts';
import { restore } from '#backup/restore.ts';
import { connectStripe } from '#modules/payments/server/provider.ts';
import { openFiles } from '#platform/server/files.ts';
import { type CardDesk, cardDesk } from './support/card-desk.ts';
import { createTestDatabase } from './support/postgres.ts';
import { findingsLater, openSales, type Sales } from './support/sales.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

const SCRIPT = join(import.meta.dirname, '../scripts/settle-after-restore.ts');

let store: TestStore;
let desk: CardDesk;
let sales: Sales;
let folder: string;
let target: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  store = await openTestStore();
  desk = cardDesk(store);
  sales = await openSales(store, desk);
  folder = await mkdtemp(join(tmpdir(), 'dolna-settle-'));
  target = await createTestDatabase({ empty: true });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const cards = () => ({
  STRIPE_SECRET_KEY: store.cards.secretKey,
  STRIPE_PUBLISHABLE_KEY: store.cards.publishableKey,
  STRIPE_WEBHOOK_SECRET: store.cards.webhookSecret,
  STRIPE_API_BASE: store.cards.apiBase ?? '',
});

/** What `npm run settle-after-restore` says on the restored database to somebody who types this. */
function settle(typed: string): Promise<{ code: number; said: string }> {
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: target.url, DATA_DIR: folder, ...cards() };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [SCRIPT], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, said: (out + err).trim() }),
    );
    child.stdin?.end(`${typed}\n`);
  });
}

async function restored(): Promise<void> {
  const place = async (name: string) => ({ files: await openFiles(join(folder, name), undefined) });
  const file = join(folder, 'backup');
  await backUp({ databaseUrl: store.databaseUrl, ...(await place('from')) }, file);
  await restore(file, { databaseUrl: target.url, ...(await place('to')) });
}

test('payments since the backup become orders or go back, once they were shown and agreed to', async () => {
  const sold = await sales.sell();
  const free = await sales.book();
  await restored();
  await desk.refund(sold.intent);
  const order = await desk.pay(free.prepared);
  const late = await sales.sell();

  const shown = await settle('no');
  expect(shown.code).toBe(0);
  expect(shown.said).toContain(`${order}  Tk 6,500  Coach pram  (booking ${free.bookingId}) becomes an order.`);
  expect(shown.said).toContain(
    `${late.intent}  Tk 6,500  Coach pram  (booking ${late.bookingId}) goes back to the buyer.`,
  );
  expect(shown.said).toContain(`${sold.intent}  Tk 0  Coach pram`);
  expect(shown.said).toContain('Nothing was changed.');
  expect(await desk.refunded(late.intent)).toBe(0);

  expect(await settle('yes')).toEqual({ code: 0, said: expect.stringContaining('3 settled, 0 failed.') });
  expect(await desk.refunded(late.intent)).toBe(650_000);
  expect(await desk.refunded(order)).toBe(0);
  expect((await settle('yes')).said).toBe('Nothing is to be settled: every payment is in the books.');

  const after = await openTestStore(cards(), { database: target });
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
    await vi.waitFor(async () => expect(await findingsLater(after)).toEqual([]), 10_000);
  } finally {
    await after.close();
  }
});

/** Sends every event that the provider ever had, as it does with those that nobody has answered. */
async function replayEvents({ app, cards }: TestStore): Promise<void> {
  for await (const event of connectStripe(cards).events.list({ limit: 100 })) {
    const payload = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: cards.webhookSecret });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await app.inject({ method: 'POST', url: '/api/payments/webhook', payload, headers });
    expect(answer.statusCode, answer.body).toBe(200);
  }
}
