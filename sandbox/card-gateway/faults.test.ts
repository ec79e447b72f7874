import { afterEach, beforeEach, expect, test } from 'vitest';
import { manualClock, startTestGateway, type TestGateway } from './gateway.fixtures.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.close());

const TAKA = { amount: 450_000, currency: 'bdt' };
const CREATE = 'POST /v1/payment_intents';

async function count(): Promise<number> {
  return (await gateway.stripe.paymentIntents.list()).data.length;
}

test('a 500 before the effect has none, and leaves the key unused', async () => {
  gateway.faults.api.add({ kind: 'error-before', on: CREATE });
  const options = { idempotencyKey: 'booking-7' };
  await expect(gateway.stripe.paymentIntents.create(TAKA, options)).rejects.toMatchObject({ statusCode: 500 });
  expect(await count()).toBe(0);
  await gateway.stripe.paymentIntents.create(TAKA, options);
  expect(await count()).toBe(1);
});

test('a 500 after the effect is replayed for the same key', async () => {
  gateway.faults.api.add({ kind: 'error-after', on: CREATE });
  const options = { idempotencyKey: 'booking-7' };
  await expect(gateway.stripe.paymentIntents.create(TAKA, options)).rejects.toMatchObject({ statusCode: 500 });
  await expect(gateway.stripe.paymentIntents.create(TAKA, options)).rejects.toMatchObject({ statusCode: 500 });
  expect(await count()).toBe(1);
});

test('after a cut connection the same key returns the result', async () => {
  // Two: the client tries a closed connection once more by itself.
  gateway.faults.api.add({ kind: 'cut-after', on: CREATE });
  gateway.faults.api.add({ kind: 'cut-before', on: 'GET /v1/payment_intents/:id', times: 2 });
  const made = await gateway.stripe.paymentIntents.create(TAKA, { idempotencyKey: 'booking-7' });
  expect(made.lastResponse.headers['idempotent-replayed']).toBe('true');
  await expect(gateway.stripe.paymentIntents.retrieve(made.id)).rejects.toMatchObject({
    type: 'StripeConnectionError',
  });
  expect(await count()).toBe(1);
});

test('a late response takes effect, although the caller has timed out', async () => {
  gateway.faults.api.add({ kind: 'late', delay: 2_000, on: CREATE });
  const impatient = gateway.stripe.paymentIntents.create(TAKA, { timeout: 100 });
  await expect(impatient).rejects.toMatchObject({ type: 'StripeConnectionError' });
  expect(await count()).toBe(1);
});

test('a rate limit has no effect', async () => {
  gateway.faults.api.add({ kind: 'rate-limit' });
  await expect(gateway.stripe.paymentIntents.create(TAKA)).rejects.toMatchObject({ type: 'StripeRateLimitError' });
  expect(await count()).toBe(0);
});

test('a payment stays in processing for the settlement delay', async () => {
  await gateway.close();
  const clock = manualClock(Date.now());
  gateway = await startTestGateway({ clock });
  gateway.faults.settlement.delay = 60_000;
  const payment = { ...TAKA, confirm: true, payment_method: 'pm_card_visa' };
  const { id, status } = await gateway.stripe.paymentIntents.create(payment);
  expect(status).toBe('processing');
  await expect(gateway.stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ statusCode: 400 });
  await gateway.waitForEvents(2);
  clock.advance(60_000);
  await gateway.waitForEvents(4);
  expect((await gateway.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
  expect(gateway.events.map(({ type }) => type)).toContain('payment_intent.processing');
});

test('faults are injected over HTTP with the secret key only', async () => {
  const order = async (body: unknown, key: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${gateway.url}/test/faults`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
  const faults = { api: [{ kind: 'error-before', times: 2 }], webhooks: [{ kind: 'drop' }], settlement: { delay: 5 } };
  expect((await order(faults, gateway.publishableKey)).status).toBe(401);
  expect((await order({ api: [{ kind: 'explode' }] }, gateway.secretKey)).status).toBe(400);
  expect(await order(faults, gateway.secretKey)).toEqual({
    status: 200,
    body: { ...faults, webhooks: [{ kind: 'drop', times: 1 }] },
  });
  const cleared = await order({ clear: true }, gateway.secretKey);
  expect(cleared.body).toEqual({ api: [], webhooks: [], settlement: { delay: 0 } });
  expect(await count()).toBe(0);
});
