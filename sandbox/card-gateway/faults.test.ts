import { afterEach, beforeEach, expect, test } from 'vitest';
import { handClock, type Shop, startShop } from './test-shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await startShop();
});
afterEach(() => shop.close());

const TAKA = { amount: 450_000, currency: 'bdt' };
const CREATE = 'POST /v1/payment_intents';

async function count(): Promise<number> {
  return (await shop.stripe.paymentIntents.list()).data.length;
}

test('a 500 before the effect: nothing happened, and the key is free', async () => {
  shop.gateway.faults.api.add({ kind: 'error-before', on: CREATE });
  const options = { idempotencyKey: 'booking-7' };
  await expect(shop.stripe.paymentIntents.create(TAKA, options)).rejects.toMatchObject({ statusCode: 500 });
  expect(await count()).toBe(0);
  await shop.stripe.paymentIntents.create(TAKA, options);
  expect(await count()).toBe(1);
});

test('a 500 after the effect: it happened, and the key keeps saying 500', async () => {
  shop.gateway.faults.api.add({ kind: 'error-after', on: CREATE });
  const options = { idempotencyKey: 'booking-7' };
  await expect(shop.stripe.paymentIntents.create(TAKA, options)).rejects.toMatchObject({ statusCode: 500 });
  await expect(shop.stripe.paymentIntents.create(TAKA, options)).rejects.toMatchObject({ statusCode: 500 });
  expect(await count()).toBe(1);
});

test('a connection cut after the effect: the same key tells what happened', async () => {
  // Two: the client tries a closed connection once more by itself.
  shop.gateway.faults.api.add({ kind: 'cut-after', on: CREATE });
  shop.gateway.faults.api.add({ kind: 'cut-before', on: 'GET /v1/payment_intents/:id', times: 2 });
  const made = await shop.stripe.paymentIntents.create(TAKA, { idempotencyKey: 'booking-7' });
  expect(made.lastResponse.headers['idempotent-replayed']).toBe('true');
  await expect(shop.stripe.paymentIntents.retrieve(made.id)).rejects.toMatchObject({ type: 'StripeConnectionError' });
  expect(await count()).toBe(1);
});

test('a late answer: the caller gives up, the effect stays', async () => {
  shop.gateway.faults.api.add({ kind: 'late', delay: 2_000, on: CREATE });
  const impatient = shop.stripe.paymentIntents.create(TAKA, { timeout: 100 });
  await expect(impatient).rejects.toMatchObject({ type: 'StripeConnectionError' });
  expect(await count()).toBe(1);
});

test('too many requests', async () => {
  shop.gateway.faults.api.add({ kind: 'rate-limit' });
  await expect(shop.stripe.paymentIntents.create(TAKA)).rejects.toMatchObject({ type: 'StripeRateLimitError' });
  expect(await count()).toBe(0);
});

test('a payment stays in processing for a while', async () => {
  await shop.close();
  const clock = handClock(Date.now());
  shop = await startShop({ clock });
  shop.gateway.faults.settlement.delay = 60_000;
  const wish = { ...TAKA, confirm: true, payment_method: 'pm_card_visa' };
  const { id, status } = await shop.stripe.paymentIntents.create(wish);
  expect(status).toBe('processing');
  await expect(shop.stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ statusCode: 400 });
  await shop.hear(2);
  clock.advance(60_000);
  await shop.hear(4);
  expect((await shop.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
  expect(shop.heard.map(({ type }) => type)).toContain('payment_intent.processing');
});

test('faults are ordered from outside with the secret key only', async () => {
  const order = async (body: unknown, key: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${shop.url}/test/faults`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
  const wish = { api: [{ kind: 'error-before', times: 2 }], webhooks: [{ kind: 'drop' }], settlement: { delay: 5 } };
  expect((await order(wish, shop.publishableKey)).status).toBe(401);
  expect((await order({ api: [{ kind: 'explode' }] }, shop.secretKey)).status).toBe(400);
  expect(await order(wish, shop.secretKey)).toEqual({
    status: 200,
    body: { ...wish, webhooks: [{ kind: 'drop', times: 1 }] },
  });
  const cleared = await order({ clear: true }, shop.secretKey);
  expect(cleared.body).toEqual({ api: [], webhooks: [], settlement: { delay: 0 } });
  expect(await count()).toBe(0);
});
