import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Shop, startShop } from './test-shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await startShop();
});
afterEach(() => shop.close());

const TAKA = { amount: 450_000, currency: 'bdt' };

test('the same key and parameters give the first answer again', async () => {
  const first = await shop.stripe.paymentIntents.create(TAKA, { idempotencyKey: 'booking-7' });
  const second = await shop.stripe.paymentIntents.create(
    { currency: 'bdt', amount: 450_000 },
    { idempotencyKey: 'booking-7' },
  );
  expect(second.id).toBe(first.id);
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect((await shop.stripe.paymentIntents.list()).data).toHaveLength(1);
});

test('the same key with other parameters, or for another call, is refused', async () => {
  const { id } = await shop.stripe.paymentIntents.create(TAKA, { idempotencyKey: 'booking-7' });
  const options = { idempotencyKey: 'booking-7' };
  const refusal = { type: 'StripeIdempotencyError', statusCode: 400 };
  await expect(shop.stripe.paymentIntents.create({ ...TAKA, amount: 1 }, options)).rejects.toMatchObject(refusal);
  await expect(shop.stripe.paymentIntents.cancel(id, {}, options)).rejects.toMatchObject(refusal);
});

test('a decline is kept under the key, a request that was wrong in itself is not', async () => {
  const { id } = await shop.stripe.paymentIntents.create(TAKA);
  const options = { idempotencyKey: 'try-1' };
  const decline = { payment_method: 'pm_card_chargeDeclined' };
  const error = { code: 'card_declined', statusCode: 402 };
  await expect(shop.stripe.paymentIntents.confirm(id, decline, options)).rejects.toMatchObject(error);
  await expect(shop.stripe.paymentIntents.confirm(id, decline, options)).rejects.toMatchObject({
    ...error,
    headers: { 'idempotent-replayed': 'true' },
  });
  expect((await shop.stripe.charges.list({ payment_intent: id })).data).toHaveLength(1);

  const wrong = shop.stripe.paymentIntents.create({ amount: 0, currency: 'bdt' }, { idempotencyKey: 'try-2' });
  await expect(wrong).rejects.toMatchObject({ statusCode: 400 });
  const right = await shop.stripe.paymentIntents.create(TAKA, { idempotencyKey: 'try-2' });
  expect(right.status).toBe('requires_payment_method');
});

test('the same key at the same time is refused while the first is under way', async () => {
  shop.gateway.faults.api.add({ kind: 'late', delay: 300 });
  const options = { idempotencyKey: 'booking-7' };
  const [first, second] = await Promise.allSettled([
    shop.stripe.paymentIntents.create(TAKA, options),
    shop.stripe.paymentIntents.create(TAKA, options),
  ]);
  expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
  const refusal = first.status === 'rejected' ? first : second;
  expect(refusal).toMatchObject({ reason: { statusCode: 409, code: 'idempotency_key_in_use' } });
  expect((await shop.stripe.paymentIntents.list()).data).toHaveLength(1);
});
