import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from './gateway.fixtures.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.close());

const TAKA = { amount: 450_000, currency: 'bdt' };

test('the same key and parameters return the first response again', async () => {
  const first = await gateway.stripe.paymentIntents.create(TAKA, { idempotencyKey: 'booking-7' });
  const second = await gateway.stripe.paymentIntents.create(
    { currency: 'bdt', amount: 450_000 },
    { idempotencyKey: 'booking-7' },
  );
  expect(second.id).toBe(first.id);
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect((await gateway.stripe.paymentIntents.list()).data).toHaveLength(1);
});

test('the same key with other parameters, or for another operation, is refused', async () => {
  const { id } = await gateway.stripe.paymentIntents.create(TAKA, { idempotencyKey: 'booking-7' });
  const options = { idempotencyKey: 'booking-7' };
  const refusal = { type: 'StripeIdempotencyError', statusCode: 400 };
  await expect(gateway.stripe.paymentIntents.create({ ...TAKA, amount: 1 }, options)).rejects.toMatchObject(refusal);
  await expect(gateway.stripe.paymentIntents.cancel(id, {}, options)).rejects.toMatchObject(refusal);
});

test('a decline is stored under the key, an invalid request is not', async () => {
  const { id } = await gateway.stripe.paymentIntents.create(TAKA);
  const options = { idempotencyKey: 'try-1' };
  const decline = { payment_method: 'pm_card_chargeDeclined' };
  const error = { code: 'card_declined', statusCode: 402 };
  await expect(gateway.stripe.paymentIntents.confirm(id, decline, options)).rejects.toMatchObject(error);
  await expect(gateway.stripe.paymentIntents.confirm(id, decline, options)).rejects.toMatchObject({
    ...error,
    headers: { 'idempotent-replayed': 'true' },
  });
  expect((await gateway.stripe.events.list({ type: 'charge.failed' })).data).toHaveLength(1);

  const invalid = gateway.stripe.paymentIntents.create({ amount: 0, currency: 'bdt' }, { idempotencyKey: 'try-2' });
  await expect(invalid).rejects.toMatchObject({ statusCode: 400 });
  const valid = await gateway.stripe.paymentIntents.create(TAKA, { idempotencyKey: 'try-2' });
  expect(valid.status).toBe('requires_payment_method');
});

test('a second request with the key of a request in progress is refused', async () => {
  gateway.faults.api.add({ kind: 'late', delay: 300 });
  const options = { idempotencyKey: 'booking-7' };
  const [first, second] = await Promise.allSettled([
    gateway.stripe.paymentIntents.create(TAKA, options),
    gateway.stripe.paymentIntents.create(TAKA, options),
  ]);
  expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
  const refusal = first.status === 'rejected' ? first : second;
  expect(refusal).toMatchObject({ reason: { statusCode: 409, code: 'idempotency_key_in_use' } });
  expect((await gateway.stripe.paymentIntents.list()).data).toHaveLength(1);
});
