import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from './gateway.fixtures.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.close());

async function paid(): Promise<string> {
  const options = { amount: 450_000, currency: 'bdt', confirm: true, payment_method: 'pm_card_visa' };
  const { id } = await gateway.stripe.paymentIntents.create(options);
  return id;
}

test('a refund returns the whole amount, once', async () => {
  const payment_intent = await paid();
  const refund = await gateway.stripe.refunds.create({ payment_intent, metadata: { bookingId: '7' } });
  expect(refund.id).toMatch(/^re_[A-Za-z0-9]{24}$/);
  expect(refund).toMatchObject({ amount: 450_000, currency: 'bdt', status: 'succeeded', payment_intent });
  const again = gateway.stripe.refunds.create({ payment_intent });
  await expect(again).rejects.toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
  const made = JSON.parse(JSON.stringify(refund));
  expect((await gateway.stripe.refunds.list({ payment_intent })).data).toEqual([made]);
  expect(await gateway.stripe.refunds.retrieve(refund.id)).toMatchObject(made);
  await expect(gateway.stripe.refunds.retrieve('re_none')).rejects.toMatchObject({ code: 'resource_missing' });
  const { latest_charge } = await gateway.stripe.paymentIntents.retrieve(payment_intent, { expand: ['latest_charge'] });
  expect(latest_charge).toMatchObject({ refunded: true, amount_refunded: 450_000 });
});

test('partial refunds add up to the whole amount and no more', async () => {
  const payment_intent = await paid();
  await gateway.stripe.refunds.create({ payment_intent, amount: 400_000 });
  const tooMuch = gateway.stripe.refunds.create({ payment_intent, amount: 50_001 });
  await expect(tooMuch).rejects.toMatchObject({ statusCode: 400, param: 'amount' });
  await gateway.stripe.refunds.create({ payment_intent, amount: 50_000 });
  const refunds = await gateway.stripe.refunds.list({ payment_intent });
  expect(refunds.data.map(({ amount }) => amount)).toEqual([50_000, 400_000]);
});

test('an unpaid payment and an unknown one cannot be refunded', async () => {
  const { id } = await gateway.stripe.paymentIntents.create({ amount: 100, currency: 'bdt' });
  await expect(gateway.stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ statusCode: 400 });
  const unknown = gateway.stripe.refunds.create({ payment_intent: 'pi_none' });
  await expect(unknown).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
});

test('the balance is the captured money that is neither refunded nor disputed', async () => {
  const payment_intent = await paid();
  await gateway.stripe.refunds.create({ payment_intent, amount: 50_000 });
  const options = { amount: 300_000, currency: 'bdt', confirm: true, payment_method: 'pm_card_createDispute' };
  await gateway.stripe.paymentIntents.create(options);
  const held = (amount: number) => [{ amount, currency: 'bdt', source_types: { card: amount } }];
  const shape = { object: 'balance', livemode: false, available: held(400_000), pending: held(0) };
  expect(await gateway.stripe.balance.retrieve()).toMatchObject(shape);
});

test('a refund sends its events', async () => {
  const payment_intent = await paid();
  await gateway.waitForEvents(3);
  await gateway.stripe.refunds.create({ payment_intent });
  await gateway.waitForEvents(5);
  const types = gateway.events.slice(3).map(({ type }) => type);
  expect(types.sort()).toEqual(['charge.refunded', 'refund.created']);
});
