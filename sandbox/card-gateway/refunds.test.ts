import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Shop, startShop } from './test-shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await startShop();
});
afterEach(() => shop.close());

async function paid(): Promise<string> {
  const options = { amount: 450_000, currency: 'bdt', confirm: true, payment_method: 'pm_card_visa' };
  const { id } = await shop.stripe.paymentIntents.create(options);
  return id;
}

test('a refund gives everything back, once', async () => {
  const payment_intent = await paid();
  const refund = await shop.stripe.refunds.create({ payment_intent, metadata: { bookingId: '7' } });
  expect(refund.id).toMatch(/^re_[A-Za-z0-9]{24}$/);
  expect(refund).toMatchObject({ amount: 450_000, currency: 'bdt', status: 'succeeded', payment_intent });
  const again = shop.stripe.refunds.create({ payment_intent });
  await expect(again).rejects.toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
  expect(await shop.stripe.refunds.retrieve(refund.id)).toEqual(refund);
  const { latest_charge } = await shop.stripe.paymentIntents.retrieve(payment_intent, { expand: ['latest_charge'] });
  expect(latest_charge).toMatchObject({ refunded: true, amount_refunded: 450_000 });
});

test('parts of a payment are refunded until nothing is left', async () => {
  const payment_intent = await paid();
  await shop.stripe.refunds.create({ payment_intent, amount: 400_000 });
  const tooMuch = shop.stripe.refunds.create({ payment_intent, amount: 50_001 });
  await expect(tooMuch).rejects.toMatchObject({ statusCode: 400, param: 'amount' });
  await shop.stripe.refunds.create({ payment_intent, amount: 50_000 });
  const refunds = await shop.stripe.refunds.list({ payment_intent });
  expect(refunds.data.map(({ amount }) => amount)).toEqual([50_000, 400_000]);
});

test('an unpaid payment and an unknown one cannot be refunded', async () => {
  const { id } = await shop.stripe.paymentIntents.create({ amount: 100, currency: 'bdt' });
  await expect(shop.stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ statusCode: 400 });
  const unknown = shop.stripe.refunds.create({ payment_intent: 'pi_none' });
  await expect(unknown).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
});

test('the shop hears of a refund and of its change', async () => {
  const payment_intent = await paid();
  await shop.hear(3);
  const refund = await shop.stripe.refunds.create({ payment_intent });
  await shop.hear(5);
  await shop.stripe.refunds.update(refund.id, { metadata: { told: 'yes' } });
  await shop.hear(6);
  const types = shop.heard.slice(3).map(({ type }) => type);
  expect(types.sort()).toEqual(['charge.refunded', 'refund.created', 'refund.updated']);
});
