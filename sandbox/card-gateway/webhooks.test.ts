import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterEach, expect, test } from 'vitest';
import { manualClock, startTestGateway, type TestGateway } from './gateway.fixtures.ts';

let gateway: TestGateway;
afterEach(() => gateway.close());

const PAID = { amount: 450_000, currency: 'bdt', confirm: true, payment_method: 'pm_card_visa' } as const;

function types(): string[] {
  return gateway.events.map(({ type }) => type);
}

test('a payment sends signed events with the payment', async () => {
  gateway = await startTestGateway();
  const intent = await gateway.stripe.paymentIntents.create(
    { ...PAID, metadata: { bookingId: '7' } },
    { idempotencyKey: 'k' },
  );
  await gateway.waitForEvents(3);
  expect(types().sort()).toEqual(['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded']);
  const event = gateway.events.find(({ type }) => type === 'payment_intent.succeeded');
  expect(event).toMatchObject({
    object: 'event',
    api_version: '2026-10-28.endive',
    livemode: false,
    pending_webhooks: 1,
    request: { id: intent.lastResponse.requestId, idempotency_key: 'k' },
    data: { object: { id: intent.id, status: 'succeeded', metadata: { bookingId: '7' } } },
  });
  expect(event?.id).toMatch(/^evt_[A-Za-z0-9]{24}$/);
  await gateway.settled();
  const listed = await gateway.stripe.events.list({ type: 'payment_intent.succeeded' });
  expect(listed.data).toMatchObject([{ id: event?.id, pending_webhooks: 0 }]);
});

test('an event holds the payment as it was at that time', async () => {
  gateway = await startTestGateway();
  await gateway.stripe.paymentIntents.create(PAID);
  await gateway.waitForEvents(3);
  const created = gateway.events.find(
    ({ type }) => type === 'payment_intent.created',
  ) as Stripe.PaymentIntentCreatedEvent;
  expect(created.data.object.status).toBe('requires_confirmation');
});

test('an event is retried with growing delays until the receiver accepts it', async () => {
  const clock = manualClock(Date.now());
  gateway = await startTestGateway({ clock, statuses: [500, 302, 404] });
  await gateway.stripe.paymentIntents.create({ amount: 100, currency: 'bdt' });
  for (const [attempt, delayMs] of [1_000, 3_000, 10_000].entries()) {
    await gateway.waitForEvents(attempt + 1);
    await gateway.settled();
    clock.advance(delayMs - 1);
    await gateway.settled();
    expect(gateway.events).toHaveLength(attempt + 1);
    clock.advance(1);
  }
  await gateway.waitForEvents(4);
  await gateway.settled();
  clock.advance(1e9);
  await gateway.settled();
  expect(new Set(gateway.events.map(({ id }) => id)).size).toBe(1);
  expect(gateway.events).toHaveLength(4);
  expect(new Set(gateway.signatures).size).toBe(4);
});

test('a pending event is sent after a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'card-gateway-'));
  const file = join(folder, 'gateway.sqlite');
  const clock = manualClock(Date.now());
  gateway = await startTestGateway({ file, clock, statuses: [503] });
  const { id } = await gateway.stripe.paymentIntents.create({ amount: 100, currency: 'bdt' });
  await gateway.waitForEvents(1);
  await gateway.settled();
  await gateway.close();

  clock.advance(2_000);
  gateway = await startTestGateway({ file, clock });
  await gateway.waitForEvents(1);
  expect(gateway.events).toMatchObject([{ type: 'payment_intent.created', data: { object: { id } } }]);
  expect((await gateway.stripe.paymentIntents.retrieve(id)).id).toBe(id);
  await gateway.settled();
  await rm(folder, { recursive: true });
});

test('one process at a time can open the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'card-gateway-'));
  const file = join(folder, 'gateway.sqlite');
  gateway = await startTestGateway({ file });
  await expect(startTestGateway({ file })).rejects.toThrow(/locked/);
  await rm(folder, { recursive: true });
});

test('a dropped event is never sent', async () => {
  gateway = await startTestGateway();
  gateway.faults.webhooks.add({ kind: 'drop', type: 'payment_intent.succeeded' });
  const { id } = await gateway.stripe.paymentIntents.create(PAID);
  await gateway.waitForEvents(2);
  await gateway.settled();
  expect(types().sort()).toEqual(['charge.succeeded', 'payment_intent.created']);
  expect((await gateway.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
});

test('a doubled event is sent twice', async () => {
  gateway = await startTestGateway();
  gateway.faults.webhooks.add({ kind: 'double', type: 'payment_intent.succeeded' });
  await gateway.stripe.paymentIntents.create(PAID);
  await gateway.waitForEvents(4);
  const twice = gateway.events.filter(({ type }) => type === 'payment_intent.succeeded');
  expect(twice).toHaveLength(2);
  expect(twice[0]?.id).toBe(twice[1]?.id);
});

test('a delayed event is sent after its delay', async () => {
  const clock = manualClock(Date.now());
  gateway = await startTestGateway({ clock });
  gateway.faults.webhooks.add({ kind: 'delay', type: 'payment_intent.created', delay: 5_000 });
  await gateway.stripe.paymentIntents.create(PAID);
  await gateway.waitForEvents(2);
  await gateway.settled();
  expect(types()).not.toContain('payment_intent.created');
  clock.advance(5_000);
  await gateway.waitForEvents(3);
  expect(types()[2]).toBe('payment_intent.created');
});

test('reordered events are sent newest first, and clearing the faults sends held ones', async () => {
  gateway = await startTestGateway();
  gateway.faults.webhooks.add({ kind: 'reorder', times: 3 });
  await gateway.stripe.paymentIntents.create(PAID);
  await gateway.waitForEvents(3);
  expect(types()).toEqual(['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created']);
  await gateway.settled();

  gateway.faults.webhooks.add({ kind: 'reorder', times: 2 });
  await gateway.stripe.paymentIntents.create({ amount: 100, currency: 'bdt' });
  await gateway.settled();
  expect(gateway.events).toHaveLength(3);
  gateway.faults.clear();
  await gateway.waitForEvents(4);
  expect(types()[3]).toBe('payment_intent.created');
});
