import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterEach, expect, test } from 'vitest';
import { handClock, type Shop, startShop } from './test-shop.ts';

let shop: Shop;
afterEach(() => shop.close());

const PAID = { amount: 450_000, currency: 'bdt', confirm: true, payment_method: 'pm_card_visa' } as const;

function types(): string[] {
  return shop.heard.map(({ type }) => type);
}

test('the shop hears of a payment, signed, with the payment in it', async () => {
  shop = await startShop();
  const intent = await shop.stripe.paymentIntents.create(
    { ...PAID, metadata: { bookingId: '7' } },
    { idempotencyKey: 'k' },
  );
  await shop.hear(3);
  expect(types().sort()).toEqual(['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded']);
  const event = shop.heard.find(({ type }) => type === 'payment_intent.succeeded');
  expect(event).toMatchObject({
    object: 'event',
    api_version: '2026-10-28.endive',
    livemode: false,
    pending_webhooks: 1,
    request: { id: intent.lastResponse.requestId, idempotency_key: 'k' },
    data: { object: { id: intent.id, status: 'succeeded', metadata: { bookingId: '7' } } },
  });
  expect(event?.id).toMatch(/^evt_[A-Za-z0-9]{24}$/);
  await shop.gateway.settled();
  const listed = await shop.stripe.events.list({ type: 'payment_intent.succeeded' });
  expect(listed.data).toMatchObject([{ id: event?.id, pending_webhooks: 0 }]);
});

test('the created event tells of the payment as it was then', async () => {
  shop = await startShop();
  await shop.stripe.paymentIntents.create(PAID);
  await shop.hear(3);
  const created = shop.heard.find(({ type }) => type === 'payment_intent.created') as Stripe.PaymentIntentCreatedEvent;
  expect(created.data.object.status).toBe('requires_confirmation');
});

test('an event is sent again, later and later, until the shop takes it', async () => {
  const clock = handClock(Date.now());
  shop = await startShop({ clock, statuses: [500, 302, 404] });
  await shop.stripe.paymentIntents.create({ amount: 100, currency: 'bdt' });
  for (const [attempt, pause] of [1_000, 3_000, 10_000].entries()) {
    await shop.hear(attempt + 1);
    await shop.gateway.settled();
    clock.advance(pause - 1);
    await shop.gateway.settled();
    expect(shop.heard).toHaveLength(attempt + 1);
    clock.advance(1);
  }
  await shop.hear(4);
  await shop.gateway.settled();
  clock.advance(1e9);
  await shop.gateway.settled();
  expect(new Set(shop.heard.map(({ id }) => id)).size).toBe(1);
  expect(shop.heard).toHaveLength(4);
  expect(new Set(shop.signatures).size).toBe(4);
});

test('an event that was not taken is sent after a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'card-gateway-'));
  const file = join(folder, 'book.sqlite');
  const clock = handClock(Date.now());
  shop = await startShop({ file, clock, statuses: [503] });
  const { id } = await shop.stripe.paymentIntents.create({ amount: 100, currency: 'bdt' });
  await shop.hear(1);
  await shop.gateway.settled();
  await shop.close();

  clock.advance(2_000);
  shop = await startShop({ file, clock });
  await shop.hear(1);
  expect(shop.heard).toMatchObject([{ type: 'payment_intent.created', data: { object: { id } } }]);
  expect((await shop.stripe.paymentIntents.retrieve(id)).id).toBe(id);
  await shop.gateway.settled();
  await rm(folder, { recursive: true });
});

test('the book belongs to one process at a time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'card-gateway-'));
  const file = join(folder, 'book.sqlite');
  shop = await startShop({ file });
  await expect(startShop({ file })).rejects.toThrow(/locked/);
  await rm(folder, { recursive: true });
});

test('a dropped event never comes', async () => {
  shop = await startShop();
  shop.gateway.faults.webhooks.add({ kind: 'drop', type: 'payment_intent.succeeded' });
  const { id } = await shop.stripe.paymentIntents.create(PAID);
  await shop.hear(2);
  await shop.gateway.settled();
  expect(types().sort()).toEqual(['charge.succeeded', 'payment_intent.created']);
  expect((await shop.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
});

test('a doubled event comes twice', async () => {
  shop = await startShop();
  shop.gateway.faults.webhooks.add({ kind: 'double', type: 'payment_intent.succeeded' });
  await shop.stripe.paymentIntents.create(PAID);
  await shop.hear(4);
  const twice = shop.heard.filter(({ type }) => type === 'payment_intent.succeeded');
  expect(twice).toHaveLength(2);
  expect(twice[0]?.id).toBe(twice[1]?.id);
});

test('a delayed event comes when its time is there', async () => {
  const clock = handClock(Date.now());
  shop = await startShop({ clock });
  shop.gateway.faults.webhooks.add({ kind: 'delay', type: 'payment_intent.created', delay: 5_000 });
  await shop.stripe.paymentIntents.create(PAID);
  await shop.hear(2);
  await shop.gateway.settled();
  expect(types()).not.toContain('payment_intent.created');
  clock.advance(5_000);
  await shop.hear(3);
  expect(types()[2]).toBe('payment_intent.created');
});

test('reordered events come newest first, and clearing lets go of those kept back', async () => {
  shop = await startShop();
  shop.gateway.faults.webhooks.add({ kind: 'reorder', times: 3 });
  await shop.stripe.paymentIntents.create(PAID);
  await shop.hear(3);
  expect(types()).toEqual(['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created']);
  await shop.gateway.settled();

  shop.gateway.faults.webhooks.add({ kind: 'reorder', times: 2 });
  await shop.stripe.paymentIntents.create({ amount: 100, currency: 'bdt' });
  await shop.gateway.settled();
  expect(shop.heard).toHaveLength(3);
  shop.gateway.faults.clear();
  await shop.hear(4);
  expect(types()[3]).toBe('payment_intent.created');
});
